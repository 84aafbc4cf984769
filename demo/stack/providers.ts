import type { LoginType } from '../../src/shared/options.js'

/** Identity providers that the local provider stands in for, in their own spelling. */
export const PROVIDERS = {
  google: 'Google',
  facebook: 'Facebook',
  reddit: 'Reddit',
  discord: 'Discord',
  twitch: 'Twitch',
  apple: 'Apple',
  github: 'GitHub',
  linkedin: 'LinkedIn',
  twitter: 'X',
  weibo: 'Weibo',
  line: 'LINE',
} as const satisfies Partial<Record<LoginType, string>>

/** Also includes providers that only the login client offers. */
export const ALL_PROVIDERS = { ...PROVIDERS, kakao: 'Kakao', wechat: 'WeChat' } as const

export type Provider = keyof typeof ALL_PROVIDERS
export const PROVIDER_IDS = Object.keys(PROVIDERS) as (keyof typeof PROVIDERS)[]
export const ALL_PROVIDER_IDS = Object.keys(ALL_PROVIDERS) as Provider[]

/**
 * Verifiers of an operator's own, at an OpenID provider. Sign-in screens offer them only if the page has
 * them in its `loginConfig`.
 */
export const OWN_VERIFIERS = {
  'own-jwt': { typeOfLogin: 'jwt', name: 'Company account' },
  'own-password': { typeOfLogin: 'email-password', name: 'E-mail and password' },
  'own-passwordless': { typeOfLogin: 'passwordless', name: 'E-mail, no password' },
} as const satisfies Record<string, { typeOfLogin: LoginType; name: string }>

export type OwnVerifier = keyof typeof OWN_VERIFIERS
export const OWN_VERIFIER_IDS = Object.keys(OWN_VERIFIERS) as OwnVerifier[]
