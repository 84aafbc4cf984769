/** Built-in facts about providers, so that an operator's entry needs only its client id. */
import { OAUTH2 } from './oauth2.js'
import { OIDC } from './oidc.js'
import type { Shape } from './shape.js'

/** By the `provider` of an entry. */
export const CATALOGUE: Readonly<Record<ProviderName, Shape>> = { ...OIDC, ...OAUTH2 }
export type ProviderName = keyof typeof OIDC | keyof typeof OAUTH2

export const shapeOf = (name: string): Shape | undefined =>
  Object.hasOwn(CATALOGUE, name) ? CATALOGUE[name as ProviderName] : undefined
