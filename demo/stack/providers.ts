import type { LoginType } from '../../src/shared/options.js'

/** The identity providers that the local one stands in for, named as they write themselves. */
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

export type Provider = keyof typeof PROVIDERS
export const PROVIDER_IDS = Object.keys(PROVIDERS) as Provider[]
