/** Reads a command line and runs its command, whose code is loaded after the options were read. */
import { visible } from '../../chain/values/text.js'
import { WalletError } from '../../shared/errors.js'
import { COMMANDS, commandOf, read, split } from './commands.js'
import { type Command, print } from './options/options.js'
import { version } from './options/version.js'

const HELP = ['--help', '-h']
const VERSION = ['--version', '-v']

/** @returns The exit code. A service is already running then. */
export async function main(words: string[]): Promise<number> {
  try {
    const code = await run(words)
    return typeof code === 'number' ? code : 0
  } catch (error) {
    // An expected error needs only its text; an unexpected one also its stack.
    const isForeseen = WalletError.is(error) && error.code !== 'INTERNAL'
    console.error(isForeseen ? visible(`wallet-embed: ${error.detail ?? error.message}`) : error)
    return 1
  }
}

async function run(words: string[]): Promise<unknown> {
  const { name, args } = split(words)
  if (['', 'help', ...HELP].includes(name)) return print(help())
  if (VERSION.includes(name)) return print(await version())
  const command = commandOf(name)
  if (!command) throw new WalletError('INVALID_ARGUMENT', `No command ${name}.\n\n${help()}`)
  if (args.some((word) => HELP.includes(word))) return print(helpOf(name, command))
  return command.run(read(command, args))
}

function help(): string {
  const lines = Object.entries(COMMANDS).map(([name, { summary }]) => row(name, summary))
  const more = 'wallet-embed <command> --help says what it takes.'
  return ['Usage: wallet-embed <command> [options]', '', ...lines, '', more].join('\n')
}

function helpOf(name: string, { summary, options, argument }: Command): string {
  const lines = Object.entries(options).map(([option, { help, value, fallback }]) => {
    const note = fallback === undefined ? '' : ` (${fallback ?? 'optional'})`
    return row(`--${option} <${value}>`, help + note)
  })
  const usage = `Usage: wallet-embed ${name}${argument ? ` <${argument}>` : ''} [options]`
  return [usage, '', summary, '', ...lines].join('\n')
}

function row(left: string, right: string): string {
  return `  ${left.padEnd(26)} ${right}`.trimEnd()
}
