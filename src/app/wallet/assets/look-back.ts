/** Looks for an account's events, starting where the last look ended. */
import type { Past, Sought } from '../../../chain/past/past-logs.js'
import { type EventKind, keepPastEvents, pastEvents } from '../../stores/past-events.js'
import type { WalletApp } from '../wallet-app.js'
import type { Looked } from './looking.js'

/** Results of this document, by account, chain and kind, including those too large to be stored. */
const found = new WeakMap<WalletApp, Map<string, Past>>()

/** @throws {WalletError | ProviderRpcError} If the node does not answer. */
export async function lookOn(looked: Looked, kind: EventKind, sought: Sought): Promise<Past> {
  const { app, node } = looked
  const { lookBack } = await import('../../../chain/past/past-logs.js')
  const past = await lookBack(node, sought, knownPast(looked, kind))
  const all = found.get(app) ?? new Map<string, Past>()
  found.set(app, all.set(keyOf(looked, kind), past))
  keepPastEvents(ownerOf(looked), kind, past)
  return past
}

/** Undefined before the first look. */
export const knownPast = (looked: Looked, kind: EventKind): Past | undefined =>
  found.get(looked.app)?.get(keyOf(looked, kind)) ?? pastEvents(ownerOf(looked), kind)

/** Time of a block in Unix milliseconds; 0 if the node does not answer. */
export async function timeOf({ node }: Looked, block: number): Promise<number> {
  const number = `0x${block.toString(16)}`
  const answer = await node.request('eth_getBlockByNumber', [number, false]).catch(() => null)
  const { timestamp } = (answer ?? {}) as { timestamp?: unknown }
  return typeof timestamp === 'string' && /^0x[0-9a-f]{1,10}$/i.test(timestamp)
    ? Number(timestamp) * 1000
    : 0
}

const ownerOf = ({ app, address, chain }: Looked) => ({ address, chain, store: app.store })

const keyOf = ({ address, chain }: Looked, kind: EventKind): string =>
  [address, chain.chainId, kind].join()
