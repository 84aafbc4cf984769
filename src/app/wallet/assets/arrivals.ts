/** Incoming transfers of tokens in the person's list. Unlisted tokens do not show up as activity. */
import type { Log } from '../../../chain/past/past-logs.js'
import type { Asset } from '../../../chain/reads/asset.js'
import { listedTokens } from '../../operator-files/token-lists.js'
import { assetKey, assetsOf } from '../../stores/assets.js'
import { lookOn, timeOf } from './look-back.js'
import type { Looked } from './looking.js'

/** Questions for events, each time. */
const QUESTIONS = 3
/** Most arrivals that are listed. */
const MAX_LISTED = 50
/** Most blocks whose time is requested, if the node does not include it in events. */
const MAX_TIMES = 10

export interface Arrival {
  asset: Asset
  /** In the smallest unit; 1 for an ERC-721 collectible. */
  amount: bigint
  from: `0x${string}`
  /** Of its transaction. */
  hash: string
  /** Unix time in milliseconds; 0 if it is not known. */
  time: number
}

/** The latest first. @throws {WalletError | ProviderRpcError} If the node does not answer. */
export async function findArrivals(looked: Looked): Promise<Arrival[]> {
  const { app, address: account } = looked
  const { chainId } = looked.chain
  const { receivedTopics } = await import('../../../chain/past/received.js')
  const past = await lookOn(looked, 'came', {
    ...{ topics: receivedTopics(account)[0]!, questions: QUESTIONS, isEach: true },
  })
  const known = [...assetsOf(app).of({ account, chainId }), ...(await listedTokens(chainId))]
  const assets = new Map(known.map((asset) => [assetKey(asset).toLowerCase(), asset]))
  const own = account.toLowerCase()
  const found = past.logs
    .flatMap((log) => arrivalOf(log, assets) ?? [])
    .filter(({ from }) => from !== own)
    .slice(-MAX_LISTED)
    .reverse()
  const blocks = [...new Set(found.filter(({ log }) => !log.time).map(({ log }) => log.block ?? 0))]
  const asked = blocks.slice(0, MAX_TIMES)
  const times = new Map(
    await Promise.all(asked.map(async (block) => [block, await timeOf(looked, block)] as const)),
  )
  return found.map(({ log, ...arrival }) => ({
    ...arrival,
    time: log.time ? log.time * 1000 : (times.get(log.block ?? 0) ?? 0),
  }))
}

function arrivalOf(
  log: Log,
  assets: ReadonlyMap<string, Asset>,
): (Omit<Arrival, 'time'> & { log: Log }) | undefined {
  const { address, topics, data, hash = '' } = log
  const [, from = '', , id] = topics
  const asset = assets.get(`${address},${id ? BigInt(id) : ''}`)
  const amount = id ? 1n : BigInt(data.slice(0, 66) === '0x' ? 0 : data.slice(0, 66))
  if (!asset || !amount) return undefined
  return { asset, amount, from: `0x${from.slice(-40)}`.toLowerCase() as `0x${string}`, hash, log }
}
