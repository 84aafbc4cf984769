/** Looks for events of the account, on from where it was looked for last. */
import type { Past } from '../../../chain/past/past-logs.js'
import { type EventKind, keepPastEvents, pastEvents } from '../../stores/past-events.js'
import type { WalletApp } from '../wallet-app.js'

/** @throws {WalletError | ProviderRpcError} If the node does not answer. */
export async function lookOn(
  app: WalletApp,
  kind: EventKind,
  topics: readonly (string | readonly string[] | null)[],
  questions: number,
): Promise<Past> {
  const { lookBack } = await import('../../../chain/past/past-logs.js')
  const past = await lookBack(app.node, topics, pastEvents(app, kind), questions)
  keepPastEvents(app, kind, past)
  return past
}

/** Of a block, Unix time in milliseconds; 0 if the node does not say. */
export async function timeOf({ node }: WalletApp, block: number): Promise<number> {
  const number = `0x${block.toString(16)}`
  const answer = await node.request('eth_getBlockByNumber', [number, false]).catch(() => null)
  const { timestamp } = (answer ?? {}) as { timestamp?: unknown }
  return typeof timestamp === 'string' && /^0x[0-9a-f]{1,10}$/i.test(timestamp)
    ? Number(timestamp) * 1000
    : 0
}
