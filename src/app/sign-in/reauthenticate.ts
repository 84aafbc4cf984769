/** Whether an identity provider really asked for credentials again. */
import { WalletError } from '../../shared/errors.js'
import { readClaims } from '../signer/identity.js'
import type { LoginOption } from './login-options.js'

/**
 * Trusts a provider that does not report `auth_time` (OpenID Connect Core, section 2).
 *
 * @param since - Unix time in milliseconds of the click.
 * @throws {WalletError} `LOGIN_FAILED` if the provider only used its own session.
 */
export function checkAnew(
  idToken: string,
  { leeway }: Pick<LoginOption, 'leeway'>,
  since: number,
): void {
  const { auth_time } = readClaims(idToken)
  if (typeof auth_time === 'number' && auth_time < since / 1000 - leeway) {
    throw new WalletError('LOGIN_FAILED', 'auth_time: the provider did not ask again.')
  }
}
