import type { Facts } from '../../../../chain/explain/explain-typed-data.js'

export interface TypedDataScene {
  facts: Facts
  /** Of the chain's coin. */
  ticker: string
  /** BCP 47. */
  locale: string
}
