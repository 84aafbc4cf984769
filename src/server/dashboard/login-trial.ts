/**
 * Tries a login without a person: has the login service exchange a code that no provider gave. What the provider answers
 * tells whether it knows the client, its secret and the redirect URL.
 */
import * as z from 'zod/mini'

import type { TrialAnswer } from '../../protocol/dashboard.js'
import { Failure } from '../../protocol/service.js'
import { serviceUrl } from '../../shared/service-url.js'
import { fetchJson } from '../keys/published.js'
import { parse } from '../platform/files.js'

/** Milliseconds. The login service gives the provider eight seconds. */
const TIMEOUT = 12_000
/** Too long for any provider to have given it by chance. */
const CODE = 'a-code-that-no-provider-gave'
/** RFC 7636: 43 characters at least. */
const CODE_VERIFIER = 'v'.repeat(43)

/** Answers to a wrong code of a client that is right: RFC 6749, section 5.2, and GitHub's. */
const RIGHT = ['invalid_grant', 'bad_verification_code']
/** Answers to a client that is wrong, whatever the code: RFC 6749, and GitHub's. */
const WRONG = [
  ...['invalid_client', 'unauthorized_client', 'redirect_uri_mismatch'],
  'incorrect_client_credentials',
]

const Config = z.object({ loginService: z.url() })

/**
 * @param config - URL of the wallet app's `config.json`.
 * @throws {WalletError} `INVALID_ARGUMENT` if that cannot be read.
 */
export async function tryLogin(config: string, verifier: string): Promise<TrialAnswer> {
  const read = await fetchJson(config)
  const { loginService } = parse(Config, read, 'INVALID_ARGUMENT', `${config}: `)
  const asked = { verifier, code: CODE, codeVerifier: CODE_VERIFIER }
  const body = JSON.stringify({ ...asked, redirectUri: `${new URL(config).origin}/login` })
  const answer: unknown = await fetch(serviceUrl(loginService, '/token'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    signal: AbortSignal.timeout(TIMEOUT),
  })
    .then((response) => response.json())
    .catch(() => undefined)
  const { error } = Failure.safeParse(answer).data ?? {}
  if (!error) return { outcome: 'fails', detail: `${loginService} gives no answer.` }
  const { code, detail = code } = error
  if (code !== 'LOGIN_FAILED') return { outcome: 'fails', detail }
  if (RIGHT.includes(detail)) return { outcome: 'works', detail }
  return { outcome: WRONG.includes(detail) ? 'fails' : 'unclear', detail }
}
