/**
 * Coins that came, as the balance tells: no event does. What came between two readings is one amount, and counts only if
 * the account sent nothing meanwhile, which would hide in it.
 */
import * as z from 'zod/mini'

import type { WalletApp } from '../wallet-app.js'

const ITEM = 'coins-received'
/** The newest that are kept, of an account on a chain. */
const MAX_KEPT = 50
/** Accounts and chains; the one that was read longest ago makes room. */
const MAX_OWNERS = 50

const Wei = z.string().check(z.regex(/^\d{1,78}$/))
const Kept = z.object({
  /** Account and chain. */
  of: z.string(),
  amount: Wei,
  nonce: Wei,
  list: z.array(z.object({ amount: Wei, since: z.int(), time: z.int() })),
})

export interface CoinsReceived {
  /** Wei. */
  amount: bigint
  /** Unix times in milliseconds: of the reading before, and of the one that found it. */
  since: number
  time: number
}

/** @param of - Account and chain. @returns The latest first. */
export function coinsReceived(app: WalletApp, of: string): CoinsReceived[] {
  const { list = [] } = all(app).find((one) => one.of === of) ?? {}
  return list.map((one) => ({ ...one, amount: BigInt(one.amount) })).reverse()
}

/**
 * Compares a balance that was just read with the one before.
 *
 * @param of - Account and chain.
 * @param value - Wei.
 * @param since - When the one before was read.
 * @returns Whether coins came.
 * @throws {WalletError | ProviderRpcError} If the node does not answer.
 */
export async function noteBalance(
  app: WalletApp,
  of: string,
  value: bigint,
  since: number,
): Promise<boolean> {
  const { address, chain, node } = app
  const last = () => all(app).find((one) => one.of === of)
  // A site's node could make up what came.
  if (!address || !chain.nodeUrl || last()?.amount === `${value}`) return false
  // Both of one block: a transaction of the account could lie between two questions.
  const block = last() ? await node.request('eth_blockNumber') : 'latest'
  const [amount, nonce] = await Promise.all([
    last() ? node.quantity('eth_getBalance', [address, block]) : value,
    node.quantity('eth_getTransactionCount', [address, block]),
  ])
  // Read now: a second tab may have been faster.
  const before = last()
  const more = before && nonce === BigInt(before.nonce) ? amount - BigInt(before.amount) : 0n
  const list = before?.list ?? []
  if (more > 0n) list.push({ amount: `${more}`, since, time: Date.now() })
  const kept = { of, amount: `${amount}`, nonce: `${nonce}`, list: list.slice(-MAX_KEPT) }
  const others = all(app).filter((one) => one.of !== of)
  app.store.set(ITEM, [...others, kept].slice(-MAX_OWNERS))
  return more > 0n
}

const all = ({ store }: WalletApp) => store.get(ITEM, z.array(Kept)) ?? []
