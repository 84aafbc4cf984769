/** Which logins there are, and how their buttons look. */
import type { InitParams } from '../protocol/messages.js'
import type { AppConfig } from '../protocol/service.js'
import type { LoginConfigItem, LoginType } from '../shared/options.js'
import type { IdentitySource } from './identity.js'

/** One way to sign in. */
export interface LoginOption extends IdentitySource {
  typeOfLogin: LoginType
  /** As the provider writes itself. */
  name: string
  /** Text of a full-length button; without it the button is small. */
  description?: string | undefined
  logoLight?: string | undefined
  logoDark?: string | undefined
  logoHover?: string | undefined
  /** Whether the sign-in screen offers it. */
  isShown: boolean
  issuer: string
  clientId: string
  authorizationEndpoint: string
  scope: string
}

/** Names of the login client's interface for what the registry calls otherwise. */
const ALIASES: Record<string, string> = { email_passwordless: 'passwordless' }

/**
 * The operator's verifiers as the page wants them shown; Google first. The page can change how a login
 * looks and hide it, but cannot add one: the key nodes know only the operator's.
 */
export function loginOptions(
  verifiers: AppConfig['verifiers'],
  { loginConfig = {}, enabledVerifiers = {} }: Pick<InitParams, 'loginConfig' | 'enabledVerifiers'>,
): LoginOption[] {
  for (const verifier of Object.keys(loginConfig)) {
    if (Object.hasOwn(verifiers, verifier)) continue
    console.warn(`loginConfig: the wallet's operator has no verifier ${JSON.stringify(verifier)}.`)
  }
  return Object.entries(verifiers)
    .map(([verifier, entry]) => {
      const own = (
        Object.hasOwn(loginConfig, verifier) ? loginConfig[verifier] : {}
      ) as Partial<LoginConfigItem>
      const { showOnModal, typeOfLogin = entry.typeOfLogin, clientId, description, ...logos } = own
      const { logoLight, logoDark, logoHover } = logos
      return {
        ...entry,
        verifier,
        typeOfLogin,
        clientId: clientId ?? entry.clientId,
        description,
        logoLight,
        logoDark,
        logoHover,
        isShown: showOnModal ?? enabledVerifiers[verifier] !== false,
      }
    })
    .sort(
      (one, other) => Number(other.typeOfLogin === 'google') - Number(one.typeOfLogin === 'google'),
    )
}

/** By verifier, else by type of login. */
export const findOption = (
  options: readonly LoginOption[],
  name: string,
): LoginOption | undefined =>
  options.find(({ verifier }) => verifier === name) ??
  options.find(({ typeOfLogin }) => typeOfLogin === (ALIASES[name] ?? name))
