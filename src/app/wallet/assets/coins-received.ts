/**
 * Incoming coins, found by comparing balances, since no event reports them. The gain between two readings counts as one
 * amount, and only if the account sent nothing in between: a payment would hide part of it.
 */
import * as z from 'zod/mini'

import type { Chain } from '../../../chain/networks/networks.js'
import type { Rpc } from '../../../chain/rpc/rpc.js'
import type { SiteStore } from '../../sites/site-store.js'

const ITEM = 'coins-received'
/** The newest that are kept, of an account on a chain. */
const MAX_KEPT = 50
/** Pairs of account and chain; the one that changed longest ago is dropped. */
const MAX_OWNERS = 50

const Wei = z.string().check(z.regex(/^\d{1,78}$/))
const Kept = z.object({
  /** Account and chain. */
  of: z.string(),
  amount: Wei,
  nonce: Wei,
  /** Block of the reading; absent for the first reading of an account, to save a request when home opens. */
  block: z.optional(z.int()),
  /** Unix time in milliseconds, until which the balance was this. */
  readAt: z.int(),
  list: z.array(z.object({ amount: Wei, since: z.int(), time: z.int() })),
})

export interface CoinsReceived {
  /** Wei. */
  amount: bigint
  /** Unix times in milliseconds: of the reading before, and of the reading that found the coins. */
  since: number
  time: number
}

/** Account, chain and node as they were when the balance was asked for. */
export interface Reading {
  /** Account and chain. */
  of: string
  address: `0x${string}`
  chain: Chain
  node: Rpc
  store: SiteStore
  /** Wei. */
  value: bigint
}

/** @param of - Account and chain. @returns The latest first. */
export function coinsReceived(store: SiteStore, of: string): CoinsReceived[] {
  const { list = [] } = all(store).find((one) => one.of === of) ?? {}
  return list.map((one) => ({ ...one, amount: BigInt(one.amount) })).reverse()
}

/**
 * Compares a new balance with the one before.
 *
 * @returns Whether coins came.
 * @throws {WalletError | ProviderRpcError} If the node does not answer.
 */
export async function noteBalance(reading: Reading): Promise<boolean> {
  const { of, address, chain, node, store, value } = reading
  const last = () => all(store).find((one) => one.of === of)
  // A site's node could invent received coins.
  if (!chain.nodeUrl) return false
  const readAt = Date.now()
  const known = last()
  if (known?.amount === `${value}`) {
    keep(store, { ...known, readAt })
    return false
  }
  if (!known) {
    const nonce = await node.quantity('eth_getTransactionCount', [address, 'latest'])
    if (!last()) keep(store, { of, amount: `${value}`, nonce: `${nonce}`, readAt, list: [] })
    return false
  }
  // Read both at one block: the account may send a transaction between two requests.
  const number = await node.quantity('eth_blockNumber')
  const block = `0x${number.toString(16)}`
  const [amount, nonce] = await Promise.all([
    node.quantity('eth_getBalance', [address, block]),
    node.quantity('eth_getTransactionCount', [address, block]),
  ])
  // Read now: a second tab may have been faster. Nodes behind one address may be some blocks apart.
  const before = last() ?? known
  const more = nonce === BigInt(before.nonce) ? amount - BigInt(before.amount) : 0n
  // Less without a transaction: of an older block than the first reading.
  const isOlder = before.block === undefined ? more < 0n : Number(number) <= before.block
  if (isOlder) return false
  const list = [...before.list]
  if (more > 0n) list.push({ amount: `${more}`, since: before.readAt, time: readAt })
  keep(store, {
    ...{ of, amount: `${amount}`, nonce: `${nonce}`, block: Number(number), readAt },
    list: list.slice(-MAX_KEPT),
  })
  return more > 0n
}

const all = (store: SiteStore) => store.get(ITEM, z.array(Kept)) ?? []

function keep(store: SiteStore, kept: z.output<typeof Kept>): void {
  const others = all(store).filter(({ of }) => of !== kept.of)
  store.set(ITEM, [...others, kept].slice(-MAX_OWNERS))
}
