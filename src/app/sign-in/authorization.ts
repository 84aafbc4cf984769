/**
 * A login with an identity provider: OpenID Connect's authorization code flow with PKCE (RFC 7636). The nonce is the
 * thumbprint of a key in the signer, so that a stolen ID token is useless.
 */
import { providerUrl } from '../../protocol/provider-url.js'
import { type AppConfig, TokenResponse } from '../../protocol/service.js'
import { randomId, sha256Of, toHex } from '../../shared/encoding.js'
import { WalletError } from '../../shared/errors.js'
import type { LoginUserInfo } from '../../shared/options.js'
import { serviceUrl } from '../../shared/service-url.js'
import type { Unlocked } from '../signer/contract.js'
import { namingOf } from '../signer/identity.js'
import type { Signer } from '../signer/signer.js'
import { ask } from '../support/http.js'
import { extraParameters } from './extra-parameters.js'
import type { LoginOption } from './login-options.js'

/** Characters of a name. */
const MAX_NAME = 256
/** Bytes: beyond guessing. */
const STATE_SIZE = 16

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

/** A provider's answer. */
export interface Callback {
  /** Of authorization. */
  code: string
  /** Name of the person, which some providers send unsigned next to the ID token; else empty. */
  name: string
}

/** The redirect URL for every provider. */
export const redirectUri = (): string => `${location.origin}/login`

/** @param keep - Whether this page will be left before the answer comes. */
export async function prepareAttempt(signer: Signer, keep: boolean): Promise<Attempt> {
  const codeVerifier = randomId(32)
  const [{ id, nonce }, codeChallenge] = await Promise.all([
    signer.ask('prepare', { keep }),
    sha256Of(codeVerifier),
  ])
  // In hex, since some providers accept only letters and digits.
  const state = toHex(crypto.getRandomValues(new Uint8Array(STATE_SIZE)))
  return { id, nonce, state, codeVerifier, codeChallenge }
}

/**
 * @param extra - Sent under their own names.
 * @param isAnew - Whether the provider must ask for credentials again.
 */
export const authorizationUrl = (
  option: LoginOption,
  attempt: Pick<Attempt, 'state' | 'nonce' | 'codeChallenge'>,
  extra: Readonly<Record<string, unknown>> = {},
  isAnew = false,
): string =>
  providerUrl(option, attempt, redirectUri(), extraParameters(extra, option.scope), isAnew)

/**
 * Reads the provider's answer.
 *
 * @param query - Of the URL that the person came back to.
 * @throws {WalletError} `LOGIN_FAILED` with the provider's OAuth error code; `STATE_MISMATCH`.
 */
export function readCallback(query: string, state: string, option: LoginOption): Callback {
  const answer = new URLSearchParams(query)
  if (answer.get('state') !== state || !isFrom(option, answer.get('iss'))) {
    throw new WalletError('STATE_MISMATCH')
  }
  const refusal = refusalIn(answer)
  if (refusal) throw refusal
  const code = answer.get('code')
  if (!code) throw new WalletError('LOGIN_FAILED', 'The answer has no code.')
  return { code, name: (answer.get('name') ?? '').slice(0, MAX_NAME) }
}

/** The provider's error, by its OAuth error code (RFC 6749, section 4.1.2.1). */
export function refusalIn(answer: URLSearchParams): WalletError | undefined {
  const error = answer.get('error')
  if (!error) return undefined
  return new WalletError('LOGIN_FAILED', /^[\w.-]{1,64}$/.test(error) ? error : undefined)
}

/** RFC 9207: rejects the answer of a different provider (mix-up attack). */
function isFrom(option: LoginOption, iss: string | null): boolean {
  const { protocol, issuer, authorization, authorizationEndpoint } = option
  const { iss: name, issParameter = !!name } = authorization ?? {}
  if (iss === null) return !issParameter
  if (name) return iss === name
  // A provider without ID tokens may start to send `iss`: its issuer then has to be on the origin where people sign in.
  const { origin } = new URL(authorizationEndpoint)
  return protocol === 'oidc' ? iss === issuer : URL.canParse(iss) && new URL(iss).origin === origin
}

/**
 * Opens connections to the key nodes. Called while the person is on the way to the provider, and again on return after
 * a long stay or in a new document.
 */
export function warmUp(signer: Signer, keyNetwork: AppConfig['keyNetwork']): void {
  void signer.ask('warmUp', keyNetwork).catch(() => {})
}

/**
 * From the code to an unlocked signer.
 *
 * @param check - Holds the ID token to what the page asked for.
 * @throws {WalletError} `SERVICE_UNAVAILABLE`, `NODES_UNAVAILABLE`, `LOGIN_FAILED`, `TOKEN_…`.
 */
export async function finishLogin(
  { loginService, keyNetwork, sync: hasSync }: AppConfig,
  signer: Signer,
  option: LoginOption,
  { id, codeVerifier, nonce }: Pick<Attempt, 'id' | 'codeVerifier' | 'nonce'>,
  { code, name }: Callback,
  /** Client id, for the operator's audit log. */
  application: string | null,
  check?: (idToken: string) => void,
): Promise<Unlocked & { userInfo: LoginUserInfo }> {
  const { verifier, typeOfLogin } = option
  warmUp(signer, keyNetwork)
  const { idToken } = await ask(serviceUrl(loginService, '/token'), TokenResponse, {
    body: {
      verifier,
      code,
      codeVerifier,
      redirectUri: redirectUri(),
      nonce,
      ...(application && { application }),
    },
  })
  check?.(idToken)
  const source = { verifier, typeOfLogin, ...namingOf(option) }
  const asked = { id, idToken, source, network: keyNetwork, loginService, hasSync }
  const unlocked = await signer.ask('login', asked)
  const { userInfo } = unlocked
  return { ...unlocked, userInfo: { ...userInfo, name: userInfo.name || name } }
}
