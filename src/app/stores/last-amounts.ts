/** The last known balances, to show while a network does not answer; never to calculate with. */
import * as z from 'zod/mini'

import type { Chain } from '../../chain/networks/networks.js'
import type { SiteStore } from '../sites/site-store.js'

const ITEM = 'last-amounts'
/** If there are more, the amounts read longest ago are dropped. */
const MAX_AMOUNTS = 200

const Kept = z.object({
  /** Account, chain and asset; the chain's coin has an empty asset key. */
  of: z.string(),
  /** In the smallest unit. */
  amount: z.string().check(z.regex(/^\d{1,78}$/)),
  /** Unix time in milliseconds. */
  readAt: z.int(),
})

export interface LastAmount {
  amount: bigint
  /** Unix time in milliseconds. */
  readAt: number
}

/** Account and chain. */
export interface Account {
  own: { readonly chosen: string | undefined }
  chains: { readonly current: Chain }
  store: SiteStore
}

/** @param key - As `assetKey` has it; without one the chain's coin is meant. */
export function lastAmount(account: Account, key = ''): LastAmount | undefined {
  if (!isBelieved(account)) return undefined
  const found = all(account).find(({ of }) => of === nameOf(account, key))
  return found && { amount: BigInt(found.amount), readAt: found.readAt }
}

/** @param amounts - By key, read just now. */
export function keepAmounts(account: Account, amounts: ReadonlyMap<string, bigint>): void {
  if (!isBelieved(account)) return
  const readAt = Date.now()
  const read = new Map(
    [...amounts].map(([key, amount]) => {
      const of = nameOf(account, key)
      return [of, { of, amount: `${amount}`, readAt }]
    }),
  )
  const others = all(account).filter(({ of }) => !read.has(of))
  account.store.set(ITEM, [...others, ...read.values()].slice(-MAX_AMOUNTS))
}

/** A balance from a site's node must not be shown later as if the operator's node had reported it. */
const isBelieved = ({ own, chains }: Account): boolean => !!own.chosen && !!chains.current.nodeUrl

const all = ({ store }: Account) => store.get(ITEM, z.array(Kept)) ?? []

const nameOf = ({ own, chains }: Account, key: string): string =>
  [own.chosen, chains.current.chainId, key].join().toLowerCase()
