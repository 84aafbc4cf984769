/** Reads an operator's answers from options, a file or questions. Questions offer the earlier answer as default. */
import { createInterface } from 'node:readline/promises'

import * as z from 'zod/mini'

import { origin, text as textField, url } from '../../../../protocol/fields.js'
import { WalletError } from '../../../../shared/errors.js'
import { parse, readJson } from '../../../platform/files.js'
import { CATALOGUE } from '../../../registry/providers/catalogue.js'
import { hasPassword, readRedisUrl } from '../../../store/redis-url.js'
import { type Given, print, text } from '../../options/options.js'
import { optionOf, QUESTIONS } from '../../options/questions.js'

/** RFC 1123, in lower case, with a dot. */
const HOST = /^([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/
const host = textField(253).check(
  z.regex(HOST, 'expected a host name in lower case, such as wallet.example'),
)
const https = z.refine((value) => String(value).startsWith('https://'), {
  error: 'expected one with https://',
})
const redis = z.string().check((context) => {
  const message = faultOfRedis(context.value)
  if (message) context.issues.push({ code: 'custom', input: context.value, message })
})

export const Answers = z.strictObject({
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
  redis: z._default(redis, 'redis://localhost:6379'),
  sync: z._default(z.enum(['yes', 'no'], 'expected yes or no'), 'no'),
})
export type Answers = z.infer<typeof Answers>
type Said = Partial<Record<keyof Answers, unknown>>

/**
 * @param before - Answers of the last run.
 * @throws {WalletError} `INVALID_ARGUMENT`, also if the input ends before all questions are answered.
 */
export async function answersOf(given: Given, before: Partial<Answers>): Promise<Answers> {
  const file = text(given, 'answers')
  const said: Said = file ? await readJson(file, z.record(z.string(), z.unknown())) : {}
  for (const name of namesOf(QUESTIONS)) {
    const option = text(given, optionOf(name))
    if (option) said[name] = readAnswer(name, option)
  }
  const fault = faultOf(said)
  if (fault) throw new WalletError('INVALID_ARGUMENT', file ? `${file}: ${fault}.` : `${fault}.`)
  const answers = file
    ? parse(Answers, said, 'INVALID_ARGUMENT', `${file}: `)
    : await ask(said, before)
  const whole = faultOf(answers)
  if (whole) throw new WalletError('INVALID_ARGUMENT', `${whole}.`)
  return answers
}

/** Asks for each missing answer, again until it is valid. */
async function ask(said: Said, before: Partial<Answers>): Promise<Answers> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const lines = terminal[Symbol.asyncIterator]()
  const given: Said = { ...said }
  try {
    for (const name of namesOf(QUESTIONS)) {
      if (said[name] !== undefined) continue
      const usual = before[name]
      for (;;) {
        process.stdout.write(`${QUESTIONS[name]}${usual === undefined ? '' : ` [${usual}]`}: `)
        const { value = '', done } = await lines.next()
        if (done && usual === undefined) {
          throw new WalletError('INVALID_ARGUMENT', `${name}: nobody answered.`)
        }
        const line = value.trim()
        given[name] = line || usual === undefined ? readAnswer(name, line) : usual
        const fault = faultOf(given)
        if (!fault) break
        if (done) throw new WalletError('INVALID_ARGUMENT', `${fault}.`)
        print(`${fault}.`)
      }
    }
    return parse(Answers, given, 'INVALID_ARGUMENT')
  } finally {
    terminal.close()
  }
}

const namesOf = <T extends object>(table: T) => Object.keys(table) as (keyof T)[]

function readAnswer(name: string, said: string): unknown {
  if (name === 'nodes') return said.split(/[\s,]+/).filter(Boolean)
  return name === 'threshold' ? Number(said) : said
}

/** The first fault of the answers so far. */
function faultOf(said: Said): string | undefined {
  const checked = z.partial(Answers).safeParse(said)
  if (!checked.success) {
    const { path, message } = checked.error.issues[0]!
    return path.length ? `${path.join('.')}: ${message}` : message
  }
  const { wallet, login, nodes = [], threshold = nodes.length } = checked.data
  const hosts = [wallet, login, ...nodes].filter(Boolean)
  const twice = hosts.find((one, at) => hosts.indexOf(one) < at)
  if (twice) return `${twice}: each has a name of its own`
  const isOfNodes = threshold > nodes.length / 2 && threshold <= nodes.length
  if (isOfNodes || !nodes.length) return undefined
  return `threshold: more than half of ${nodes.length}, and at most all`
}

function faultOfRedis(place: string): string | undefined {
  if (place === 'none') return undefined
  // The operator will type this into a shell.
  if (/[\s'"\\`$]/.test(place)) return 'expected a URL without blanks and quotes, or none'
  // Every user of the machine can read the steps.
  if (hasPassword(place)) return 'leave the password out here, and write it into keys/redis-url'
  try {
    readRedisUrl(place)
    return undefined
  } catch (error) {
    return `none, or ${WalletError.from(error).detail?.replace('--redis: ', '').replace(/\.$/, '')}`
  }
}
