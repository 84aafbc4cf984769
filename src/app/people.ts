/** Whom the account has dealt with from here: what is like them, and is not them, is a trap. */
import * as z from 'zod/mini'

import type { Acquaintances } from '../chain/explain/parties.js'
import type { Chain } from '../chain/networks.js'
import type { TransactionRequest } from '../chain/transaction.js'
import { Address } from '../protocol/messages.js'
import type { Accounts } from './accounts.js'
import type { Assets } from './assets.js'
import type { SiteStore } from './site-store.js'

const ITEM = 'people'
/** The oldest make room. */
const MAX_PEOPLE = 200
/** Calls of ERC-20 and ERC-721 that name a recipient, with the words before it. */
const RECIPIENT =
  /^0x(?:a9059cbb|(?:23b872dd|42842e0e|b88d4fde)0{24}[0-9a-f]{40})0{24}([0-9a-f]{40})/i

/** What the wallet knows besides. */
export interface Sources {
  readonly store: SiteStore
  readonly chain: Chain
  readonly address?: `0x${string}` | undefined
  readonly assets: Assets
  readonly own: Accounts
}

export function acquaintancesOf({
  store,
  chain,
  address: account,
  assets,
  own,
}: Sources): Acquaintances {
  const watched = account ? assets.of({ account, chainId: chain.chainId }) : []
  const named = own.all.filter(({ name }) => name)
  return {
    names: Object.fromEntries(named.map(({ address, name }) => [address.toLowerCase(), name])),
    known: [...own.all.map(({ address }) => address), ...metIn(store)],
    tokens: watched
      .filter(({ type }) => type === 'ERC20')
      .map(({ symbol, address }) => ({ symbol, address })),
  }
}

/** Something was sent. */
export function meet(
  store: SiteStore,
  { to, data }: Pick<TransactionRequest, 'to' | 'data'>,
): void {
  const recipient = RECIPIENT.exec(data)?.[1]
  const met = [to, recipient && `0x${recipient}`].flatMap((one) => one?.toLowerCase() ?? [])
  const others = metIn(store).filter((one) => !met.includes(one))
  store.set(ITEM, [...others, ...met].slice(-MAX_PEOPLE))
}

const metIn = (store: SiteStore): `0x${string}`[] => store.get(ITEM, z.array(Address)) ?? []
