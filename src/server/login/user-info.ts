/** Asks a provider without verifiable ID tokens who an access token belongs to. */
import * as z from 'zod/mini'

import type { UserInfoRules, Verifier } from '../../protocol/registry.js'
import { WalletError } from '../../shared/errors.js'
import type { PersonClaims } from '../tokens/self-issued-tokens.js'
import { tracedFetch } from '../trace/outgoing.js'
import type { Tokens } from './code-exchange.js'
import { type Answer, asking, readAnswer, valueAt } from './provider-answer.js'

/** Characters. */
const MAX = { sub: 512, email: 320, name: 256, picture: 2048 }

const Addresses = z.object({
  items: z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() })),
})

type Path = UserInfoRules['claims']['sub']

/**
 * @param nonce - That of the wallet's request, for a provider that can check it.
 * @param signal - Ends the wait for the provider.
 * @throws {WalletError} `LOGIN_FAILED` with the provider's error code, or if it does not say who it is;
 *   `SERVICE_UNAVAILABLE` if it gives no answer, or none that can be read.
 */
export async function fetchPerson(
  { userInfo, clientId, errors }: Verifier,
  tokens: Tokens,
  nonce: string,
  signal: AbortSignal,
): Promise<PersonClaims> {
  if (!userInfo) throw new WalletError('INTERNAL', 'The registry has no userInfo.')
  const accessToken = tokens.access_token
  if (typeof accessToken !== 'string' || !/^[\x21-\x7e]{1,8192}$/.test(accessToken)) {
    throw new WalletError('LOGIN_FAILED', 'The provider sent no access token.')
  }
  const filled = { ...tokens, client_id: clientId, nonce }
  const ask = (endpoint: string, method: 'GET' | 'POST' = 'GET') =>
    asking(request(userInfo, endpoint, method, filled, signal))
  const profile = await readAnswer(await ask(userInfo.endpoint, userInfo.method), errors)
  const claims = claimsOf(profile, userInfo)
  if (!userInfo.emailsEndpoint) return claims
  const response = await ask(userInfo.emailsEndpoint)
  // A person who withholds their addresses can still sign in.
  if ([401, 403, 404].includes(response.status))
    return { ...claims, email: undefined, email_verified: undefined }
  return { ...claims, ...addressOf(await readAnswer(response, errors)) }
}

function request(
  { auth, parameters, headers }: UserInfoRules,
  endpoint: string,
  method: 'GET' | 'POST',
  filled: Answer,
  signal: AbortSignal,
): Promise<Response> {
  const url = new URL(endpoint)
  const form = method === 'POST' ? new URLSearchParams() : url.searchParams
  for (const [name, value] of Object.entries(parameters)) form.set(name, fill(value, filled) ?? '')
  const accessToken = String(filled.access_token)
  if (auth === 'access_token') form.set('access_token', accessToken)
  return tracedFetch(url, {
    method,
    headers: {
      accept: 'application/json',
      ...headers,
      ...(auth === 'bearer' && { authorization: `Bearer ${accessToken}` }),
    },
    ...(method === 'POST' && { body: form }),
    redirect: 'manual',
    signal,
  })
}

function claimsOf(profile: Answer, { claims: paths }: UserInfoRules): PersonClaims {
  const sub = read(profile, paths.sub, MAX.sub)
  if (!sub) throw new WalletError('LOGIN_FAILED', 'The provider does not say who it is.')
  const email = read(profile, paths.email, MAX.email)
  const picture = read(profile, paths.picture, MAX.picture)
  return {
    sub,
    // An address without a claim of verification counts as unverified.
    ...(email && { email, email_verified: isVerified(profile, paths.email_verified) }),
    name: read(profile, paths.name, MAX.name),
    picture: picture && /^https?:\/\//.test(picture) ? picture : undefined,
  }
}

/** The first of the paths that holds a text or a whole number. */
function read(answer: Answer, path: Path, max: number): string | undefined {
  for (const one of [path].flat()) {
    const value = one.includes('{') ? fill(one, answer) : toText(valueAt(answer, one))
    if (value && value.length <= max) return value
  }
  return undefined
}

/** Fills the fields in braces from the answer; undefined if one is missing. */
function fill(template: string, answer: Answer): string | undefined {
  let isWhole = true
  const text = template.replaceAll(/\{([\w.]+)\}/g, (_, path: string) => {
    const value = toText(valueAt(answer, path))
    isWhole &&= !!value
    return value ?? ''
  })
  return isWhole ? text : undefined
}

/** A number beyond 2^53 has lost digits: it might be a different person's id. */
function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return Number.isSafeInteger(value) ? String(value) : undefined
}

function isVerified(profile: Answer, path: Path | boolean): boolean {
  if (typeof path === 'boolean') return path
  return [path].flat().some((one) => [true, 'true'].includes(valueAt(profile, one) as string))
}

/** The primary address if it is verified, else any verified one. */
function addressOf(answer: Answer): Pick<PersonClaims, 'email' | 'email_verified'> {
  const parsed = Addresses.safeParse(answer)
  const verified = (parsed.data?.items ?? []).filter(
    ({ email, verified }) => verified && email.length <= MAX.email,
  )
  const chosen = verified.find(({ primary }) => primary) ?? verified[0]
  return chosen
    ? { email: chosen.email, email_verified: true }
    : { email: undefined, email_verified: undefined }
}
