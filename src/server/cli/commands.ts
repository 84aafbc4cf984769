/** All commands by name, and how to parse their arguments. */
import { parseArgs } from 'node:util'

import { WalletError } from '../../shared/errors.js'
import { BUILDS } from './build-commands.js'
import { CEREMONIES, LOGIN_SERVICE, NODES, SHARES } from './key-commands.js'
import type { Command, Given } from './options/options.js'
import { APP, CHECK, DESCRIPTORS, INIT, REGISTRIES } from './registry-commands.js'
import { SERVICES } from './service-commands.js'

export const COMMANDS: Record<string, Command> = {
  ...SERVICES,
  ...REGISTRIES,
  ...INIT,
  ...CHECK,
  ...CEREMONIES,
  ...APP,
  ...BUILDS,
  ...SHARES,
  ...NODES,
  ...LOGIN_SERVICE,
  ...DESCRIPTORS,
}

/** Splits a command line into the command's name, which may have two words, and the rest. */
export function split(words: string[]): { name: string; args: string[] } {
  const length = Object.hasOwn(COMMANDS, words.slice(0, 2).join(' ')) ? 2 : 1
  return { name: words.slice(0, length).join(' '), args: words.slice(length) }
}

export const commandOf = (name: string): Command | undefined =>
  Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined

/** @throws {WalletError} `INVALID_ARGUMENT`, naming the option. */
export function read({ options, argument }: Command, args: string[]): Given {
  const given: Given = {}
  try {
    const wanted = Object.entries(options).map(([name, { multiple = false }]) => {
      return [name, { type: 'string' as const, multiple }] as const
    })
    const { values, positionals } = parseArgs({
      args,
      options: Object.fromEntries(wanted),
      allowPositionals: !!argument,
    })
    Object.assign(given, values)
    if (argument) given[argument] = positionals
  } catch (error) {
    // Only the first line is for the operator; the rest is advice for programmers.
    throw new WalletError('INVALID_ARGUMENT', (error as Error).message.split('\n')[0])
  }
  if (argument && given[argument]?.length !== 1) {
    throw new WalletError('INVALID_ARGUMENT', `Expected one <${argument}>.`)
  }
  for (const [name, { fallback, value }] of Object.entries(options)) {
    if (given[name] !== undefined || fallback === null) continue
    if (fallback === undefined) {
      throw new WalletError('INVALID_ARGUMENT', `--${name} <${value}> is missing.`)
    }
    given[name] = fallback
  }
  return given
}
