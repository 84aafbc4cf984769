/** Additions to the operator's registry: whole or not at all, one at a time, and nothing else of it changed. */
import { open, readFile, realpath, rm } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'

import type { Registry } from '../../protocol/registry.js'
import { WalletError } from '../../shared/errors.js'
import { parseText } from '../platform/json-text.js'
import { unreadable } from '../platform/read-file.js'
import { checkReplaceable, replaceFile } from '../platform/write-file.js'
import { addToJson } from './json-edit.js'
import { checkRegistry } from './registry.js'

/** Milliseconds to wait for a concurrent command to finish writing, and between checks. */
const LOCK_DEADLINE = 5_000
const LOCK_INTERVAL = 50

/** Something to be added: at the end of the object or list that `path` leads to. */
export interface Addition {
  path: string[]
  /** Of the member; without it, an item of a list. */
  name?: string
  value: unknown
}

/**
 * Adds to a registry's file.
 *
 * @param additions - Made from what the file has, in their order.
 * @throws {WalletError} `INVALID_ARGUMENT` if the file is wrong, before or after, or something is there
 *   already; it is as it was then.
 */
export async function addToRegistry(
  file: string,
  additions: (registry: Registry) => Addition[],
): Promise<void> {
  // A link stays one.
  const target = await realpath(file).catch(unreadable(file))
  await checkReplaceable(target)
  return locked(target, async () => {
    const text = await readFile(target, 'utf8')
    const raw = parseText(text, file)
    const before = checkRegistry(raw, `${file}: `)
    const added = additions(before)
    let next = text
    const expected = structuredClone(raw)
    for (const { path, name, value } of added) {
      next = addToJson(next, path, name, value)
      place(expected, path, name, value, file)
    }
    // Checks that the edit changed nothing else in a hand-written file.
    if (!isDeepStrictEqual(JSON.parse(next), expected)) throw new WalletError('INTERNAL')
    checkRegistry(expected, `${file}: `)
    await replaceFile(target, next)
  })
}

function place(
  root: unknown,
  path: string[],
  name: string | undefined,
  value: unknown,
  file: string,
): void {
  const container = path.reduce((at, step) => (at as Record<string, unknown>)[step], root)
  if (name === undefined) {
    ;(container as unknown[]).push(value)
    return
  }
  if (Object.hasOwn(container as object, name)) {
    const where = [...path, name].join('.')
    throw new WalletError('INVALID_ARGUMENT', `${file}: ${where} is there already.`)
  }
  ;(container as Record<string, unknown>)[name] = value
}

async function locked<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lock = `${file}.lock`
  await take(lock)
  try {
    return await work()
  } finally {
    await rm(lock)
  }
}

async function take(lock: string): Promise<void> {
  for (let waited = 0; ; waited += LOCK_INTERVAL) {
    try {
      return await (await open(lock, 'wx')).close()
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'EEXIST') throw new WalletError('INVALID_ARGUMENT', `${lock}: ${code}.`)
    }
    if (waited >= LOCK_DEADLINE) {
      const detail = `Another command writes the registry. If none does, delete ${lock}.`
      throw new WalletError('INVALID_ARGUMENT', detail)
    }
    await new Promise((resolve) => setTimeout(resolve, LOCK_INTERVAL))
  }
}
