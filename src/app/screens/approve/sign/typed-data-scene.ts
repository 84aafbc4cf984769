import type { Facts } from '../../../../chain/explain/explain-typed-data.js'

export interface TypedDataScene {
  facts: Facts
  /** What the account has of tokens, by lower-case address, as far as it is known. */
  held?: ReadonlyMap<string, bigint>
  /** Of the chain's coin. */
  ticker: string
  /** BCP 47. */
  locale: string
}
