/**
 * Which login a page asks for, and whether the registry allows it. Key nodes identify people as the operator's registry
 * says, so a page that expects a different identity would get a different key: it gets an error instead.
 */
import type { ExtraLoginOptions, LoginRequest } from '../../protocol/login.js'
import { isAtDomain } from '../../shared/domain.js'
import { WalletError } from '../../shared/errors.js'
import { redirectUri } from '../sign-in/authorization.js'
import { type LoginOption, typeNamed } from '../sign-in/login-options.js'
import { readClaims } from '../signer/identity.js'

/**
 * The login that the page named, by provider, by domain or both; none if it leaves the choice to the
 * person.
 *
 * @throws {WalletError} `UNKNOWN_VERIFIER`
 */
export function requestedLogin(
  logins: readonly LoginOption[],
  { loginProvider, extraLoginOptions: { domain } = {} }: LoginRequest,
): LoginOption | undefined {
  if (!loginProvider && !domain) return undefined
  const there = logins.filter(({ issuer }) => !domain || isAtDomain(issuer, domain))
  const found = loginProvider
    ? (there.find(({ key }) => key === loginProvider) ??
      there.find(({ typeOfLogin }) => typeOfLogin === typeNamed(loginProvider)))
    : there[0]
  if (found) return found
  throw new WalletError('UNKNOWN_VERIFIER', [loginProvider, domain].filter(Boolean).join(' at '))
}

/**
 * Compares the page's wishes for a login with the operator's settings.
 *
 * @throws {WalletError} `INVALID_ARGUMENT`, naming the wish that cannot be met.
 */
export function checkWishes(option: LoginOption, extra: ExtraLoginOptions = {}): void {
  const { client_id, verifierIdField, isVerifierIdCaseSensitive } = extra
  const wishes = [
    ['client_id', client_id, option.clientId],
    ['verifierIdField', verifierIdField, option.verifierIdField],
    ['isVerifierIdCaseSensitive', isVerifierIdCaseSensitive, option.isVerifierIdCaseSensitive],
  ] as const
  for (const [name, wanted, set] of wishes) {
    if (wanted === undefined || wanted === set) continue
    const detail = `extraLoginOptions.${name}: the wallet's operator has set another for ${option.key}.`
    throw new WalletError('INVALID_ARGUMENT', detail)
  }
  const { redirect_uri, leeway = 0 } = extra
  if (redirect_uri && redirect_uri !== redirectUri()) warn('redirect_uri', redirectUri())
  if (leeway > option.leeway) warn('leeway', `${option.leeway}`)
}

/**
 * Checks an ID token against the page's wishes; key nodes check the rest.
 *
 * @param now - Milliseconds since 1970.
 * @throws {WalletError} `TOKEN_CLAIM`, `TOKEN_EXPIRED`, `TOKEN_MALFORMED`.
 */
export function checkToken(
  idToken: string,
  option: Pick<LoginOption, 'leeway'>,
  { max_age, leeway }: ExtraLoginOptions = {},
  now = Date.now(),
): void {
  if (max_age === undefined && leeway === undefined) return
  const { exp, auth_time, iat } = readClaims(idToken)
  const time = now / 1000
  if (leeway !== undefined && typeof exp === 'number' && time > exp + leeway) {
    throw new WalletError('TOKEN_EXPIRED')
  }
  if (max_age === undefined) return
  if (typeof auth_time !== 'number') {
    throw new WalletError('TOKEN_CLAIM', 'auth_time: the provider does not say, as max_age needs.')
  }
  // By the provider's clock: that of this device may be wrong.
  const told = typeof iat === 'number' ? iat : time
  if (told > auth_time + max_age + (leeway ?? option.leeway)) {
    throw new WalletError('TOKEN_EXPIRED', 'auth_time: longer ago than max_age.')
  }
}

const warn = (name: string, set: string): void =>
  console.warn(`extraLoginOptions.${name} is the wallet's operator's to set, and is ${set}.`)
