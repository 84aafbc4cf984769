/** Asks an operator a few questions, and writes what the front needs, and what each operator does next. */
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'

import * as z from 'zod/mini'

import { origin, text as textField, url } from '../../../protocol/fields.js'
import { WalletError } from '../../../shared/errors.js'
import { exists } from '../../ceremonies/change.js'
import { toText } from '../../keys/share-file.js'
import { parse, readJson } from '../../platform/files.js'
import { makeFolder, replaceFile } from '../../platform/write-file.js'
import { CATALOGUE } from '../../registry/providers/catalogue.js'
import { checkRegistry } from '../../registry/registry.js'
import { type Given, print, text, wrong } from '../options/options.js'
import { QUESTIONS } from '../options/questions.js'
import { version } from '../options/version.js'
import { stepsOf } from './steps.js'

/** RFC 1123, in lower case, with a dot. */
const HOST = /^([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/
const host = textField(253).check(
  z.regex(HOST, 'expected a host name in lower case, such as wallet.example'),
)
const https = z.refine((value) => String(value).startsWith('https://'), {
  error: 'expected one with https://',
})

const Answers = z.strictObject({
  wallet: host,
  login: host,
  nodes: z.array(host).check(z.minLength(2, 'expected two or more'), z.maxLength(255)),
  threshold: z.int('expected a whole number'),
  site: origin.check(https),
  siteName: textField(80),
  provider: textField(64).check(
    z.refine((name) => Object.hasOwn(CATALOGUE, name), {
      error: `expected one of ${Object.keys(CATALOGUE).join(', ')}`,
    }),
  ),
  clientId: textField(512),
  rpcUrl: url.check(https),
  sync: z._default(z.enum(['yes', 'no'], 'expected yes or no'), 'no'),
})
type Answers = z.infer<typeof Answers>

/** Writes them all, or none. */
export async function init(given: Given): Promise<void> {
  const out = text(given, 'out')
  const file = text(given, 'answers')
  const paths = ['registry.json', 'chains.json', 'secrets/secrets.json', 'steps.md'].map((name) =>
    join(out, name),
  )
  for (const path of paths) if (await exists(path)) throw wrong('out', `${path} is there already`)
  const answers = file ? await readJson(file, Answers) : await ask()
  const fault = faultOf(answers)
  if (fault) throw new WalletError('INVALID_ARGUMENT', `${file}: ${fault}.`)
  const registry = registryOf(answers)
  checkRegistry(registry)
  const { provider, rpcUrl } = answers
  const chains = [{ host: 'mainnet', chainId: 1, networkName: 'Ethereum', rpcUrl }]
  const secrets = { [provider]: { file: `secrets/${provider}` } }
  const texts = [...[registry, chains, secrets].map(toText), stepsOf(answers, await version())]
  await makeFolder(join(out, 'secrets'))
  for (const [i, path] of paths.entries()) await replaceFile(path, texts[i]!, 0o644)
  print(`Written: ${paths.join(', ')}. What comes next is in the last of them.`)
}

/** Again until it is an answer. @throws {WalletError} `INVALID_ARGUMENT` where the input ends. */
async function ask(): Promise<Answers> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const lines = terminal[Symbol.asyncIterator]()
  const given: Record<string, unknown> = {}
  try {
    for (const [name, question] of Object.entries(
      QUESTIONS satisfies Record<keyof Answers, string>,
    )) {
      for (;;) {
        process.stdout.write(`${question}: `)
        const { value, done } = await lines.next()
        if (done) throw new WalletError('INVALID_ARGUMENT', `${name}: nobody answered.`)
        given[name] = readAnswer(name, value.trim())
        const fault = faultOf(given)
        if (!fault) break
        print(`${fault}.`)
      }
    }
    return parse(Answers, given, 'INVALID_ARGUMENT')
  } finally {
    terminal.close()
  }
}

function readAnswer(name: string, said: string): unknown {
  if (name === 'nodes') return said.split(/[\s,]+/).filter(Boolean)
  return name === 'threshold' ? Number(said) : said
}

/** The first fault of the answers so far. */
function faultOf(given: Partial<Record<keyof Answers, unknown>>): string | undefined {
  const checked = z.partial(Answers).safeParse(given)
  if (!checked.success) {
    const { path, message } = checked.error.issues[0]!
    return `${path.join('.')}: ${message}`
  }
  const { wallet, login, nodes = [], threshold = nodes.length } = checked.data
  const hosts = [wallet, login, ...nodes].filter(Boolean)
  const twice = hosts.find((one, at) => hosts.indexOf(one) < at)
  if (twice) return `${twice}: each has a name of its own`
  const isOfNodes = threshold > nodes.length / 2 && threshold <= nodes.length
  if (isOfNodes || !nodes.length) return undefined
  return `threshold: more than half of ${nodes.length}, and at most all`
}

const registryOf = ({ site, siteName, provider, clientId }: Answers) => ({
  embedders: [site],
  applications: {
    [new URL(site).hostname.split('.')[0]!]: {
      name: siteName,
      origins: [site],
      redirectUrls: [`${site}/`],
    },
  },
  verifiers: { [provider]: { provider, clientId } },
})
