/** Whether an identity provider really asked for credentials again. */
import { WalletError } from '../../shared/errors.js'
import { readClaims } from '../signer/identity.js'
import type { LoginOption } from './login-options.js'

/**
 * Trusts a provider that does not report `auth_time` (OpenID Connect Core, section 2).
 *
 * @param elapsed - Milliseconds since the click.
 * @throws {WalletError} `LOGIN_FAILED` if the provider only used its own session.
 */
export function checkAnew(
  idToken: string,
  { leeway }: Pick<LoginOption, 'leeway'>,
  elapsed: number,
): void {
  const { auth_time, iat } = readClaims(idToken)
  // By the provider's clock: that of this device may be wrong, or set by a stranger who found the wallet open.
  const now = typeof iat === 'number' ? iat : Date.now() / 1000
  if (typeof auth_time === 'number' && auth_time < now - elapsed / 1000 - leeway) {
    throw new WalletError('LOGIN_FAILED', 'auth_time: the provider did not ask again.')
  }
}
