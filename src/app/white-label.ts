import type { InitParams } from '../protocol/messages.js'

/** The page's brand, as it has been checked. */
export type WhiteLabel = NonNullable<InitParams['whiteLabel']>
