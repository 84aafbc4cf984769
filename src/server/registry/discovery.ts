/** An identity provider's own description: OpenID Connect Discovery 1.0, section 4. */
import * as oauth from 'oauth4webapi'
import * as z from 'zod/mini'

import { WalletError } from '../../shared/errors.js'
import { isLocalHttp } from './registry.js'

/** Milliseconds. */
const TIMEOUT = 8_000

const texts = z.optional(z.array(z.string()))
const Discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  id_token_signing_alg_values_supported: texts,
  code_challenge_methods_supported: texts,
  response_types_supported: texts,
  claims_supported: texts,
  authorization_response_iss_parameter_supported: z.optional(z.boolean()),
})
export type Discovery = z.infer<typeof Discovery>

/**
 * Fetches a provider's discovery document.
 *
 * @returns Undefined if the provider says that it has none.
 * @throws {WalletError} `INVALID_ARGUMENT` or `SERVICE_UNAVAILABLE`, with the fault in words.
 */
export async function discover(issuer: string): Promise<Discovery | undefined> {
  const response = await oauth
    .discoveryRequest(new URL(issuer), {
      signal: AbortSignal.timeout(TIMEOUT),
      [oauth.allowInsecureRequests]: isLocalHttp(issuer),
    })
    .catch((error: unknown) => {
      throw new WalletError('SERVICE_UNAVAILABLE', `discovery: ${inWords(error)}.`)
    })
  if (response.status === 404) return undefined
  if (response.status !== 200) throw wrong(`answers ${response.status}, expected 200`)
  const parsed = Discovery.safeParse(await response.json().catch(() => undefined))
  if (!parsed.success) {
    const fields = parsed.error.issues.map(({ path }) => path.join('.') || 'all of it')
    throw wrong(`is not as it should be: ${[...new Set(fields)].join(', ')}`)
  }
  return parsed.data
}

/** Why something could not be fetched, for the operator. */
export function inWords(error: unknown): string {
  const { name, message, cause } = error as Error
  if (name === 'TimeoutError') return `gives no answer within ${TIMEOUT / 1000} s`
  // The message of `fetch` only says that it failed; the cause says why.
  if (!cause) return message
  const { code, message: reason } = cause as NodeJS.ErrnoException
  return `cannot be reached (${code ?? reason})`
}

const wrong = (what: string) => new WalletError('INVALID_ARGUMENT', `discovery: ${what}.`)
