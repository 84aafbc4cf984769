/** The parameters of `wallet_connect` (ERC-7846), and the sign-in message that the wallet writes for it (EIP-4361). */
import * as z from 'zod/mini'

import { WalletError } from '../../shared/errors.js'
import { parse } from '../rpc/parse.js'
import { readSiwe, type Siwe } from './siwe.js'
import { checkDomain } from './siwe-check.js'

/** Characters of a field, and resources: more than sites send, few enough to read. */
const MAX_TEXT = 1_000
const MAX_RESOURCES = 50

const Text = z.string().check(z.maxLength(MAX_TEXT))
const SignIn = z.object({
  /** Servers refuse a shorter one (EIP-4361). */
  nonce: Text.check(z.minLength(8, 'at least 8 characters')),
  /** A hex text, or a number as in EIP-4361. */
  chainId: z.union([
    z.string().check(z.regex(/^0x[0-9a-f]{1,16}$/i, 'expected hexadecimal digits after 0x')),
    z.int().check(z.gte(1)),
  ]),
  version: z.optional(z.literal('1')),
  scheme: z.optional(Text),
  domain: z.optional(Text),
  uri: z.optional(Text),
  statement: z.optional(Text),
  issuedAt: z.optional(Text),
  expirationTime: z.optional(Text),
  notBefore: z.optional(Text),
  requestId: z.optional(Text),
  resources: z.optional(z.array(Text).check(z.maxLength(MAX_RESOURCES))),
})
export type SignIn = z.output<typeof SignIn>

const Params = z.tuple(
  [
    z.object({
      version: z.optional(z.string().check(z.regex(/^1(\.0)*$/, 'expected 1'))),
      capabilities: z.optional(z.looseObject({ signInWithEthereum: z.optional(SignIn) })),
    }),
  ],
  z.unknown(),
  'a list',
)

/** @returns The sign-in that is asked for; nothing: only the accounts. Capabilities that are not known are ignored. */
export function parseConnect(params: unknown): SignIn | undefined {
  const given = Array.isArray(params) && !params.length ? undefined : params
  const [{ capabilities }] = parse(Params, given ?? [{}], 'params')
  return capabilities?.signInWithEthereum
}

export const chainIdOf = ({ chainId }: SignIn): number => Number(chainId)

/**
 * Writes the sign-in message, then parses it and compares, so that no field can pass for a different one.
 *
 * @param site - Verified origin of the page: domain and URI are its own.
 * @throws {WalletError} `INVALID_ARGUMENT`, naming the field.
 */
export function writeSignIn(
  asked: SignIn,
  { site, account, now }: { site: string; account: string; now: Date },
): string {
  const bad = Object.entries(asked).find(([, value]) => [value].flat().some(hasControl))
  if (bad) throw new WalletError('INVALID_ARGUMENT', `signInWithEthereum.${bad[0]}: a line break.`)
  const { host, origin } = new URL(site)
  const { scheme, domain = host, uri = origin, statement, resources = [] } = asked
  const chainId = String(chainIdOf(asked))
  const issuedAt = asked.issuedAt ?? now.toISOString()
  const optional = [
    ['Expiration Time', asked.expirationTime],
    ['Not Before', asked.notBefore],
    ['Request ID', asked.requestId],
  ].flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]))
  const text = [
    `${scheme ? `${scheme}://` : ''}${domain} wants you to sign in with your Ethereum account:`,
    account,
    '',
    ...(statement ? [statement] : []),
    '',
    `URI: ${uri}`,
    'Version: 1',
    `Chain ID: ${chainId}`,
    `Nonce: ${asked.nonce}`,
    `Issued At: ${issuedAt}`,
    ...optional,
    ...(resources.length ? ['Resources:', ...resources.map((one) => `- ${one}`)] : []),
  ].join('\n')
  const reading = readSiwe(text)
  if (reading.kind !== 'siwe') {
    const part = reading.kind === 'broken' ? reading.part : 'domain'
    throw new WalletError('INVALID_ARGUMENT', `signInWithEthereum: ${part} cannot be written so.`)
  }
  const { siwe } = reading
  const said = { ...asked, domain, uri, chainId, resources }
  const wrong = FIELDS.find((field) => String(siwe[field] ?? '') !== String(said[field] ?? ''))
  if (wrong) throw new WalletError('INVALID_ARGUMENT', `signInWithEthereum.${wrong}: another form.`)
  if (checkDomain(siwe, site)) {
    throw new WalletError('INVALID_ARGUMENT', `signInWithEthereum.domain: expected ${host}.`)
  }
  return text
}

/** Above all line breaks: a field must not continue on a new line that looks like a different field. */
const hasControl = (value: unknown): boolean =>
  typeof value === 'string' && /[\p{Cc}\p{Zl}\p{Zp}]/u.test(value)

const FIELDS = [
  'scheme',
  'domain',
  'uri',
  'statement',
  'chainId',
  'nonce',
  'requestId',
  'resources',
] as const satisfies readonly (keyof Siwe & keyof SignIn)[]
