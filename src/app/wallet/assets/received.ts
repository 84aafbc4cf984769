/** Tokens that were sent to the account and are in no list, for a screen. */
import type { Holding } from '../../../chain/reads/holdings.js'
import { listedTokens } from '../../operator-files/token-lists.js'
import { assetKey } from '../../stores/assets.js'
import type { WalletApp } from '../wallet-app.js'
import { checksummed } from './holdings.js'
import { lookOn, timeOf } from './look-back.js'

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
export async function findReceived(app: WalletApp, account: `0x${string}`): Promise<Received> {
  const { readReceived, receivedTopics } = await import('../../../chain/past/received.js')
  const { chainId } = app.chain
  const [ofTokens, ofItems] = receivedTopics(account)
  const tokens = await lookOn(app, 'came', ofTokens!, QUESTIONS)
  // Some nodes answer for one kind of events and not for the other.
  const items = await lookOn(app, 'came-1155', ofItems!, QUESTIONS).catch(() => undefined)
  const known = [...app.assets.of({ account, chainId }), ...(await listedTokens(chainId))]
  const keys = new Set(known.map((asset) => assetKey(asset).toLowerCase()))
  const { list, hasMore } = await readReceived(
    app.node,
    [...(items?.logs ?? []), ...tokens.logs],
    account,
    (asset) => keys.has(assetKey(asset)),
  )
  const from = Math.max(tokens.from, items?.from ?? 0)
  return {
    list: await Promise.all(list.map((holding) => checksummed(app, holding))),
    hasMore,
    ...((from || !items) && { since: from ? await timeOf(app, from) : 0 }),
  }
}
