/** Tokens that were sent to the account and are in no list, for a screen. */
import type { Holding } from '../../../chain/reads/holdings.js'
import { listedTokens } from '../../operator-files/token-lists.js'
import { assetKey, assetsOf } from '../../stores/assets.js'
import { checksummed } from './holdings.js'
import { lookOn, timeOf } from './look-back.js'
import type { Looked } from './looking.js'

/** Questions for events of each kind, each time. */
const QUESTIONS = 3

export interface Received {
  list: Holding[]
  /** There are more than are listed. */
  hasMore: boolean
  /** Unix time in milliseconds: what came before was not looked for. Absent: all was. */
  since?: number
}

/** @throws {WalletError | ProviderRpcError} If the node does not answer. */
export async function findReceived(looked: Looked): Promise<Received> {
  const { app, node, address: account } = looked
  const { chainId } = looked.chain
  const { readReceived, receivedTopics } = await import('../../../chain/past/received.js')
  const [ofTokens, ofItems] = receivedTopics(account)
  const tokens = await lookOn(looked, 'came', ofTokens!, QUESTIONS, true)
  // Some nodes answer for one kind of events and not for the other.
  const items = await lookOn(looked, 'came-1155', ofItems!, QUESTIONS, true).catch(() => undefined)
  const known = [...assetsOf(app).of({ account, chainId }), ...(await listedTokens(chainId))]
  const keys = new Set(known.map((asset) => assetKey(asset).toLowerCase()))
  const { list, hasMore } = await readReceived(
    node,
    [...(items?.logs ?? []), ...tokens.logs],
    account,
    (asset) => keys.has(assetKey(asset)),
  )
  const from = Math.max(tokens.from, items?.from ?? 0)
  return {
    list: await Promise.all(list.map((holding) => checksummed(app, holding))),
    hasMore: hasMore || !!tokens.isCut || !!items?.isCut,
    ...((from || !items) && { since: from ? await timeOf(looked, from) : 0 }),
  }
}
