import { realpathSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

import { visible } from '../../../chain/values/text.js'
import { WalletError } from '../../../shared/errors.js'

const MAX_PORT = 65_535
/** 23 days. Node's timers end at once if they are to wait longer than 2^31-1 milliseconds. */
const MAX_SECONDS = 2_000_000

export interface Option {
  /** A short description. */
  help: string
  /** Name of its value in the help. */
  value: string
  /** Default value; `null` if the option may be absent. */
  fallback?: string | null
  /** May come more than once. */
  multiple?: true
}

/** Options by name, including those with a default. */
export type Given = Record<string, string | string[] | undefined>

export interface Command {
  summary: string
  /** Name of the command's positional argument. */
  argument?: string
  options: Record<string, Option>
  /**
   * Resolves when its work is done; a service's is when it listens.
   *
   * @returns The exit code, if it is not 0.
   */
  run(given: Given): Promise<unknown>
}

/** An option that was given once. */
export const text = (given: Given, name: string): string => [given[name] ?? []].flat().at(-1) ?? ''

/** @throws {WalletError} `INVALID_ARGUMENT` */
export function integer(given: Given, name: string): number {
  const value = text(given, name)
  if (!/^\d{1,9}$/.test(value)) throw wrong(name, 'expected a whole number')
  return Number(value)
}

/** Milliseconds, of an option in seconds. @throws {WalletError} `INVALID_ARGUMENT` */
export function milliseconds(given: Given, name: string): number {
  const seconds = integer(given, name)
  if (seconds <= MAX_SECONDS) return seconds * 1_000
  throw wrong(name, `expected ${MAX_SECONDS} seconds at most`)
}

/** `host:port`, or `[::1]:port`. @throws {WalletError} `INVALID_ARGUMENT` */
export function addressOf(given: Given, name: string): { host: string; port: number } {
  const [, host, port] = text(given, name).match(/^\[?(.+?)\]?:(\d{1,5})$/) ?? []
  if (!host || !port) throw wrong(name, 'expected host:port')
  return { host, port: portOf({ [name]: port }, name) }
}

/** @throws {WalletError} `INVALID_ARGUMENT` */
export function portOf(given: Given, name: string): number {
  const port = integer(given, name)
  if (port <= MAX_PORT) return port
  throw wrong(name, `expected a port up to ${MAX_PORT}, got ${port}`)
}

/** True for `yes`; false for `no` or an absent option. @throws {WalletError} `INVALID_ARGUMENT` */
export function isYes(given: Given, option: string): boolean {
  const answer = text(given, option)
  if (!['', 'yes', 'no'].includes(answer)) throw wrong(option, 'expected yes or no')
  return answer === 'yes'
}

/** An existing folder, as `--root`. @throws {WalletError} `INVALID_ARGUMENT` */
export async function folderOf(path: string): Promise<string> {
  const root = resolve(path)
  const found = await stat(root).catch(() => undefined)
  if (found?.isDirectory()) return root
  throw wrong('root', `${root} is ${found ? 'no folder' : 'not there'}`)
}

/**
 * The folder of `--root`, else the built one next to the program, which may have been started through a symbolic link.
 */
export const rootOf = (given: Given, built: string): Promise<string> =>
  folderOf(text(given, 'root') || join(dirname(realpathSync(process.argv[1]!)), '..', built))

/** `1,2,3`; undefined if it is absent. @throws {WalletError} `INVALID_ARGUMENT` */
export function indexes(given: Given, name: string): number[] | undefined {
  const list = text(given, name)
  if (!list) return undefined
  return list.split(',').map((index) => integer({ [name]: index }, name))
}

/** Whether `--accept` has the word, without which a command refuses. @throws {WalletError} `INVALID_ARGUMENT` for a word that the command does not have. */
export function accepts(given: Given, word: string, ...others: string[]): boolean {
  const said = [given.accept ?? []].flat()
  const unknown = said.find((one) => ![word, ...others].includes(one))
  if (unknown !== undefined) {
    throw wrong('accept', `knows ${[word, ...others].join(', ')}, got "${unknown}"`)
  }
  return said.includes(word)
}

export const wrong = (name: string, what: string): WalletError =>
  new WalletError('INVALID_ARGUMENT', `--${name}: ${what}.`)

/** To standard output, which is for results and logs; errors go to the other. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** Prints words that others may have chosen: a terminal would obey their control characters. */
export const tell = (words: string): void => print(inOneLine(words))

export const inOneLine = (words: string): string => visible(words).replaceAll('\n', ' ')

/** A line of a service's log that belongs to no request: 30 is news, 40 a warning. */
export const logLine = (level: 30 | 40, msg: string, more: Record<string, unknown> = {}): void =>
  print(JSON.stringify({ level, time: Date.now(), ...more, msg }))
