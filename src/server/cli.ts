/** The command `wallet-embed`: everything an operator runs. */
import { parseArgs } from 'node:util'

import { WalletError } from '../shared/errors.js'
import { DESCRIPTORS } from './cli/descriptors.js'
import { AUDITING } from './cli/options/audit.js'
import { ID_TOKEN_KEY } from './cli/options/id-token-keys.js'
import { type Command, type Given, print } from './cli/options/options.js'
import { SIGNING } from './cli/options/signing.js'
import { REGISTRIES } from './cli/registry.js'
import { SERVICES } from './cli/services.js'
import { SET_UP } from './cli/set-up.js'
import { SHARES } from './cli/share.js'

const COMMANDS: Record<string, Command> = {
  ...SERVICES,
  ...REGISTRIES,
  ...SET_UP,
  ...SHARES,
  ...SIGNING,
  ...ID_TOKEN_KEY,
  ...AUDITING,
  ...DESCRIPTORS,
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  // Of an error that we foresaw the text is enough; any other needs its stack.
  const isForeseen = WalletError.is(error) && error.code !== 'INTERNAL'
  console.error(isForeseen ? `wallet-embed: ${error.detail ?? error.message}` : error)
  // What was opened before, such as a connection to Redis, would keep the process.
  process.exit(1)
}

async function main(words: string[]): Promise<void> {
  // A name may have two words.
  const length = Object.hasOwn(COMMANDS, words.slice(0, 2).join(' ')) ? 2 : 1
  const [name, args] = [words.slice(0, length).join(' ') || '--help', words.slice(length)]
  if (name === '--help') return print(help())
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) throw new WalletError('INVALID_ARGUMENT', `No command ${name}.\n\n${help()}`)
  if (args.includes('--help')) return print(helpOf(name, command))
  await command.run(read(command, args))
}

/** @throws {WalletError} `INVALID_ARGUMENT`, naming the option. */
function read({ options }: Command, args: string[]): Given {
  const given: Given = {}
  try {
    const wanted = Object.entries(options).map(([name, { multiple = false }]) => {
      return [name, { type: 'string' as const, multiple }] as const
    })
    const { values } = parseArgs({ args, options: Object.fromEntries(wanted) })
    Object.assign(given, values)
  } catch (error) {
    throw new WalletError('INVALID_ARGUMENT', (error as Error).message)
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

function help(): string {
  const lines = Object.entries(COMMANDS).map(([name, { summary }]) => row(name, summary))
  const more = 'wallet-embed <command> --help says what it takes.'
  return ['Usage: wallet-embed <command> [options]', '', ...lines, '', more].join('\n')
}

function helpOf(name: string, { summary, options }: Command): string {
  const lines = Object.entries(options).map(([option, { help, value, fallback }]) => {
    const note = fallback === undefined ? '' : ` (${fallback ?? 'optional'})`
    return row(`--${option} <${value}>`, help + note)
  })
  return [`Usage: wallet-embed ${name} [options]`, '', summary, '', ...lines].join('\n')
}

function row(left: string, right: string): string {
  return `  ${left.padEnd(26)} ${right}`.trimEnd()
}
