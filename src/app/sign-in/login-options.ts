/** The logins on offer, and the look of their buttons. */
import * as z from 'zod/mini'

import { visible } from '../../chain/values/text.js'
import type { InitParams } from '../../protocol/messages.js'
import { type AppConfig, VERIFIER_TYPES, type VerifierType } from '../../protocol/service.js'
import { isAtDomain } from '../../shared/domain.js'
import { WalletError } from '../../shared/errors.js'
import { type IdentitySource, namingOf } from '../signer/identity.js'
import { readItem } from '../support/storage.js'

/** A provider's settings for a login. */
type HowToAsk = Pick<
  Verifiers[string],
  'protocol' | 'issuer' | 'authorizationEndpoint' | 'authorization' | 'scope' | 'leeway'
>

/** One way to sign in. */
export interface LoginOption extends IdentitySource, HowToAsk {
  /** Its name: the verifier's, or the page's for a login that it adds. */
  key: string
  typeOfLogin: VerifierType
  /** In the provider's own spelling. */
  name: string
  /** Text of a full-length button; without it the button is small. */
  description?: string | undefined
  logoLight?: string | undefined
  logoDark?: string | undefined
  logoHover?: string | undefined
  /** Whether the page configured this login. Then only the page decides about the size of its button. */
  isConfigured: boolean
  /** Whether the sign-in screen offers it. */
  isShown: boolean
  clientId: string
}

type Verifiers = AppConfig['verifiers']
type Item = NonNullable<InitParams['loginConfig']>[string]

/** Name, verifier and type of a login whose account is derived from a passkey. Operators do not configure it. */
export const WEBAUTHN = 'webauthn'

export const LAST_LOGIN = 'wallet-embed:last-login'
/** Names of the login client's interface that differ from the registry's. */
const ALIASES: Record<string, string> = { email_passwordless: 'passwordless' }
/** Verifiers that a page's disclaimer is about. */
const SPECIAL = ['google', 'facebook', 'reddit', 'twitch', 'discord']

/**
 * The operator's verifiers as the page wants them shown, and the logins that it adds; Google first. Added logins use
 * one of the operator's verifiers too, as key nodes know no other.
 *
 * @throws {WalletError} `INVALID_ARGUMENT` for a login that the page adds without a type.
 */
export function loginOptions(
  verifiers: Verifiers,
  { loginConfig = {}, enabledVerifiers = {} }: Pick<InitParams, 'loginConfig' | 'enabledVerifiers'>,
): LoginOption[] {
  const ours = Object.keys(verifiers).map((verifier) => {
    const item = Object.hasOwn(loginConfig, verifier) ? loginConfig[verifier] : undefined
    const isEnabled = !Object.hasOwn(enabledVerifiers, verifier) || enabledVerifiers[verifier]
    const isOffered = !!item || verifiers[verifier]!.isShown !== false
    return optionOf(verifiers, verifier, verifier, item, isEnabled !== false && isOffered)
  })
  const added = Object.entries(loginConfig)
    .filter(([key]) => key !== WEBAUTHN && !Object.hasOwn(verifiers, key))
    .flatMap(([key, item]) => {
      const type = typeOf(key, item)
      const verifier = verifierFor(verifiers, type, item)
      if (verifier) return optionOf(verifiers, key, verifier, item, true)
      // No warning if the page hides it anyway.
      if (item.showOnModal !== false) {
        const place = item.jwtParameters ? ' at jwtParameters.domain' : ''
        warn(key, `UNKNOWN_VERIFIER: no verifier of that name or of type ${type}${place}`)
      }
      return []
    })
  const rank = ({ typeOfLogin }: LoginOption) => Number(typeOfLogin !== 'google')
  return [...ours, ...added].sort((one, other) => rank(one) - rank(other))
}

/** The verifier of the last sign-in with this browser storage. */
export const lastVerifier = (): string | undefined =>
  readItem(LAST_LOGIN, z.object({ verifier: z.string() }))?.verifier

/** Whether the sign-in screen offers a passkey: where the browser has any, unless the page hides it. */
export function offersPasskey({
  loginConfig = {},
  enabledVerifiers = {},
}: Pick<InitParams, 'loginConfig' | 'enabledVerifiers'>): boolean {
  const isShown = loginConfig[WEBAUTHN]?.showOnModal ?? enabledVerifiers[WEBAUTHN] ?? true
  return isShown && 'PublicKeyCredential' in window
}

/** By name, else by type of login. */
export const findOption = (
  options: readonly LoginOption[],
  name: string,
): LoginOption | undefined =>
  options.find(({ key }) => key === name) ??
  options.find(({ typeOfLogin }) => typeOfLogin === typeNamed(name))

/** The type of login that a name of the login client's interface means. */
export const typeNamed = (name: string): string =>
  Object.hasOwn(ALIASES, name) ? ALIASES[name]! : name

/** The page may hide the disclaimer only if no login that it is about is shown. */
export const needsDisclaimer = (options: readonly LoginOption[], isHidden: boolean): boolean =>
  !isHidden || options.some(({ key, isShown }) => isShown && SPECIAL.includes(key))

function optionOf(
  verifiers: Verifiers,
  key: string,
  verifier: string,
  item: Item | undefined,
  isEnabled: boolean,
): LoginOption {
  const entry = verifiers[verifier]!
  const own: Partial<Item> = item ?? {}
  const { typeOfLogin = entry.typeOfLogin, description, logoLight, logoDark, logoHover } = own
  const { protocol, issuer, authorizationEndpoint, authorization, scope, leeway } = entry
  const clientId = clientIdOf(own) ?? entry.clientId
  if (own.jwtParameters || clientId !== entry.clientId) {
    // For the page's developer. Loaded later, and a failure is ignored.
    import('../support/jwt-differences.js').then(
      ({ differencesOf }) => {
        for (const text of differencesOf(entry, { ...own, clientId })) warn(key, text)
      },
      () => {},
    )
  }
  return {
    ...{ key, verifier, typeOfLogin, logoLight, logoDark, logoHover },
    ...{ protocol, issuer, authorizationEndpoint, authorization, scope, leeway },
    ...namingOf(entry),
    name: entry.name,
    description: description && visible(description),
    clientId,
    isConfigured: !!item,
    isShown: own.showOnModal ?? isEnabled,
  }
}

/** The type that the page gives, else the item's key if that is a type, such as `google`. */
function typeOf(key: string, { typeOfLogin }: Item): string {
  const type = typeOfLogin ?? typeNamed(key)
  if ((VERIFIER_TYPES as readonly string[]).includes(type)) return type
  const detail = `loginConfig.${key}.typeOfLogin: needed for that name.`
  throw new WalletError('INVALID_ARGUMENT', detail)
}

/**
 * The verifier for this type, and for the domain if the page names one; the one with the page's client id comes first,
 * since key nodes accept no other.
 */
function verifierFor(verifiers: Verifiers, type: string, item: Item): string | undefined {
  const { jwtParameters } = item
  const fits = ([, entry]: [string, Verifiers[string]]) =>
    entry.typeOfLogin === type && (!jwtParameters || isAtDomain(entry.issuer, jwtParameters.domain))
  const found = Object.entries(verifiers).filter(fits)
  const [name] = found.find(([, entry]) => entry.clientId === clientIdOf(item)) ?? found[0] ?? []
  return name
}

const clientIdOf = ({ clientId, jwtParameters }: Partial<Item>): string | undefined =>
  clientId ?? jwtParameters?.client_id

const warn = (key: string, text: string): void =>
  console.warn(`loginConfig.${key.slice(0, 64)}: ${text}.`)
