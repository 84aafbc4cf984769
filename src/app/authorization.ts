/**
 * A login with an identity provider: OpenID Connect's authorization code flow with PKCE (RFC 7636).
 * The nonce is the thumbprint of a key in the signer, so that the ID token is of use here alone.
 */
import { type AppConfig, TokenResponse } from '../protocol/service.js'
import { randomId, toBase64Url, utf8 } from '../shared/encoding.js'
import { WalletError } from '../shared/errors.js'
import type { LoginUserInfo } from '../shared/options.js'
import { extraParameters } from './extra-parameters.js'
import { ask } from './http.js'
import type { LoginOption } from './login-options.js'
import type { Unlocked } from './signer/contract.js'
import type { Signer } from './signer/signer.js'

/** One login, from before the click until the provider's answer. */
export interface Attempt {
  /** Names the signer's key pair. */
  id: string
  nonce: string
  state: string
  /** A secret until the code is exchanged. */
  codeVerifier: string
  codeChallenge: string
}

/** Where every provider sends people back to. */
export const redirectUri = (): string => `${location.origin}/login`

/** @param keep - Whether this page will be left before the answer comes. */
export async function prepareAttempt(signer: Signer, keep: boolean): Promise<Attempt> {
  const codeVerifier = randomId(32)
  const [{ id, nonce }, digest] = await Promise.all([
    signer.ask('prepare', { keep }),
    crypto.subtle.digest('SHA-256', utf8(codeVerifier)),
  ])
  const codeChallenge = toBase64Url(new Uint8Array(digest))
  return { id, nonce, state: randomId(), codeVerifier, codeChallenge }
}

/** @param extra - Sent under their own names. */
export function authorizationUrl(
  { authorizationEndpoint, clientId, scope }: LoginOption,
  attempt: Pick<Attempt, 'state' | 'nonce' | 'codeChallenge'>,
  extra: Readonly<Record<string, unknown>> = {},
): string {
  const url = new URL(authorizationEndpoint)
  const parameters = {
    ...extraParameters(extra, scope),
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri(),
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: attempt.codeChallenge,
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  const scopes = url.searchParams.get('scope')!.split(' ')
  if (!scopes.includes('openid')) url.searchParams.set('scope', ['openid', ...scopes].join(' '))
  return url.href
}

/**
 * Reads the provider's answer.
 *
 * @param query - Of the URL that the person came back to.
 * @returns The authorization code.
 * @throws {WalletError} `LOGIN_FAILED` with the provider's OAuth error code; `STATE_MISMATCH`.
 */
export function readCallback(query: string, state: string, { issuer }: LoginOption): string {
  const answer = new URLSearchParams(query)
  const iss = answer.get('iss')
  // RFC 9207: another provider's answer must not be taken for this one's.
  if (answer.get('state') !== state || (iss !== null && iss !== issuer)) {
    throw new WalletError('STATE_MISMATCH')
  }
  const error = answer.get('error')
  if (error) throw new WalletError('LOGIN_FAILED', /^[\w.-]{1,64}$/.test(error) ? error : undefined)
  const code = answer.get('code')
  if (!code) throw new WalletError('LOGIN_FAILED', 'The answer has no code.')
  return code
}

/**
 * From the code to an unlocked signer.
 *
 * @param check - Holds the ID token to what the page asked for.
 * @throws {WalletError} `SERVICE_UNAVAILABLE`, `NODES_UNAVAILABLE`, `LOGIN_FAILED`, `TOKEN_…`.
 */
export async function finishLogin(
  { loginService, keyNetwork }: AppConfig,
  signer: Signer,
  option: LoginOption,
  { id, codeVerifier }: Pick<Attempt, 'id' | 'codeVerifier'>,
  code: string,
  check?: (idToken: string) => void,
): Promise<Unlocked & { userInfo: LoginUserInfo }> {
  const { verifier, typeOfLogin, verifierIdField, isVerifierIdCaseSensitive, aggregate } = option
  const { idToken } = await ask(`${loginService.replace(/\/$/, '')}/token`, TokenResponse, {
    body: { verifier, code, codeVerifier, redirectUri: redirectUri() },
  })
  check?.(idToken)
  const source = { verifier, typeOfLogin, verifierIdField, isVerifierIdCaseSensitive, aggregate }
  return signer.ask('login', { id, idToken, source, network: keyNetwork })
}
