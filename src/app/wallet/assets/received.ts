/** Unlisted tokens that were sent to the account, for a screen. */
import type { Sought } from '../../../chain/past/past-logs.js'
import type { Holding } from '../../../chain/reads/holdings.js'
import { isLikelySpam } from '../../../chain/risks/spam.js'
import { listedTokens } from '../../operator-files/token-lists.js'
import { assetKey, assetsOf, looseKey } from '../../stores/assets.js'
import { checksummed } from './holdings.js'
import { lookOn, timeOf } from './look-back.js'
import type { Looked } from './looking.js'

/** Questions for events of each kind, each time. */
const QUESTIONS = 3

export interface Received {
  list: Holding[]
  /** Tokens that are most likely traps; they are not in `list`. */
  spam: Holding[]
  /** The account has received more than is listed. */
  hasMore: boolean
  /** Unix time in milliseconds from which the events were searched; absent if all were. */
  since?: number
}

/** @throws {WalletError | ProviderRpcError} If the node does not answer. */
export async function findReceived(looked: Looked): Promise<Received> {
  const { app, node, address: account } = looked
  const { chainId } = looked.chain
  const { readReceived, receivedTopics } = await import('../../../chain/past/received.js')
  const [ofTokens, ofItems] = receivedTopics(account)
  const soughtBy = (topics: Sought['topics']) => ({ topics, questions: QUESTIONS, isEach: true })
  const tokens = await lookOn(looked, 'came', soughtBy(ofTokens!))
  // Some nodes answer for the events of ERC-20 and ERC-721 but not for those of ERC-1155.
  const items = await lookOn(looked, 'came-1155', soughtBy(ofItems!)).catch(() => undefined)
  const known = [...assetsOf(app).of({ account, chainId }), ...(await listedTokens(chainId))]
  const keys = new Set(known.map(looseKey))
  const about = { chainId, ticker: looked.chain.ticker ?? '', listed: known }
  const { list, spam, hasMore } = await readReceived(
    node,
    [...(items?.logs ?? []), ...tokens.logs],
    account,
    (asset) => keys.has(assetKey(asset)),
    (asset) => isLikelySpam(asset, about),
  )
  const from = Math.max(tokens.from, items?.from ?? 0)
  const shown = (all: readonly Holding[]) =>
    Promise.all(all.map((holding) => checksummed(app, holding)))
  return {
    list: await shown(list),
    spam: await shown(spam),
    hasMore: hasMore || !!tokens.isCut || !!items?.isCut,
    ...((from || !items) && { since: from ? await timeOf(looked, from) : 0 }),
  }
}
