/** The files of deploy/, and the commands of the guide that uses them, as tests read them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'

import { fromRoot } from '../../scripts/vite/shared.js'
import { commandOf, read, split } from '../../src/server/cli/commands.js'

export const DEPLOY = fromRoot('deploy')
const UNITS = join(DEPLOY, 'etc/systemd/system')

export const deployed = (path: string): string => readFileSync(join(DEPLOY, path), 'utf8')

/** Values by key; a key may come again. */
export type Unit = Map<string, string[]>

/** A systemd unit, with the settings that all units share. */
export function unit(name: string): Unit {
  const found: Unit = new Map()
  for (const file of ['wallet-embed-.service.d/common.conf', name]) {
    const text = readFileSync(join(UNITS, file), 'utf8').replaceAll('\\\n', ' ')
    for (const [, key, value] of text.matchAll(/^(\w+)=(.*)$/gm)) {
      found.set(key!, [...(found.get(key!) ?? []), value!])
    }
  }
  return found
}

export const unitNames = (): string[] =>
  readdirSync(UNITS).filter((name) => name.endsWith('.service'))

/**
 * The command line of a unit, after `wallet-embed`.
 *
 * @param instance - The part of the unit's name after `@`.
 * @param variables - Environment variables; missing ones are empty.
 */
export function started(
  name: string,
  instance: string,
  variables: Record<string, string>,
): string[] {
  const [line] = unit(name).get('ExecStart')!
  const filled = line!
    .replaceAll('%i', instance)
    .replace(/\$\{?(\w+)\}?/g, (_, variable: string) => variables[variable] ?? '')
  return wordsOf(filled.replace('/usr/bin/env wallet-embed ', ''))
}

/** Splits a line as a shell does, without variables. */
export const wordsOf = (line: string): string[] =>
  [...line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) => word.replace(/['"]/g, ''))

/** @throws {WalletError} What the command line would say of these words. */
export function checkWords(words: string[]): void {
  const { name, args } = split(words)
  const command = commandOf(name)
  if (!command) throw new Error(`No command ${name}.`)
  read(command, args)
}

export const documents = (path: string): unknown[] =>
  parseAllDocuments(deployed(path), { merge: true }).map((one) => {
    if (one.errors[0]) throw one.errors[0]
    return one.toJS()
  })

export interface Step {
  /** Where the step is done: `node` for each node, or `front`. */
  machine: string
  /** As typed, over all its lines. */
  command: string
}

export const GUIDE = fromRoot('docs/operate.md')

/** The commands of the guide from empty machines to a wallet, in their order. */
export function guideSteps(): Step[] {
  const [, section] = readFileSync(GUIDE, 'utf8').split('## From empty machines to a wallet\n')
  return stepsIn(section!.split(/^##+ /m)[0]!)
}

/** Commands of a text by block, with the machine that each block is for. */
export function stepsIn(text: string): Step[] {
  const blocks = text.matchAll(/^```sh (\w+)\n(.*?)^```/gms)
  return [...blocks].flatMap(([, machine, text]) =>
    // A command ends with its line, unless that ends with a backslash or begins a text of several.
    [...text!.matchAll(/^(?:.*<<'(\w+)'\n(?:.*\n)*?\1\n|(?:.*\\\n)*.*\n)/gm)].map(([command]) => ({
      machine: machine!,
      command: command.trimEnd(),
    })),
  )
}
