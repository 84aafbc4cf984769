import type { Facts } from '../../../../chain/explain/explain-typed-data.js'

export interface TypedDataScene {
  facts: Facts
  /** The account's token balances, by lower-case address, as far as known. */
  held?: ReadonlyMap<string, bigint>
  /** Of the chain's coin. */
  ticker: string
  /** BCP 47. */
  locale: string
}
