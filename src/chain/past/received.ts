/** Tokens and collectibles that were sent to an account, and that it still has. */
import type { Asset } from '../reads/asset.js'
import { type Holding, readHoldings } from '../reads/holdings.js'
import { describeTokens } from '../reads/token-info.js'
import type { Rpc } from '../rpc/rpc.js'
import { argumentsOf, BATCH, idsIn, type Log, SINGLE, TRANSFER } from '../simulate/logs.js'
import { word } from '../values/words.js'

type Hex = `0x${string}`

/** Assets whose balance is read; the newest count. */
const MAX_ASKED = 200
/** Per contract, so that hundreds of ids in one contract do not push out the rest. */
const MAX_OF_ONE = 10
/** Assets whose names are read at a time. */
const GROUP = 30
/** Spam comes in dozens, and must not push out the rest: a further group is read while most are spam. */
const MAX_GROUPS = 3

/** Filters for `eth_getLogs`: ERC-20 and ERC-721, then ERC-1155. */
export function receivedTopics(account: string): (string | string[] | null)[][] {
  const to = `0x${word(BigInt(account))}`
  return [
    [TRANSFER, null, to],
    [[SINGLE, BATCH], null, null, to],
  ]
}

/**
 * What came by these events and is still there, with the names that the contracts give themselves. Anybody can send
 * anything under any name.
 *
 * @param isKnown - Whether it is listed already, its address in lower case: then it is left out.
 * @param isSpam - Whether it is most likely a trap, by its names.
 * @throws {WalletError} `CHAIN_DISCONNECTED`
 */
export async function readReceived(
  rpc: Rpc,
  logs: readonly Log[],
  account: string,
  isKnown: (asset: Asset) => boolean,
  isSpam: (asset: Asset) => boolean,
): Promise<{ list: Holding[]; spam: Holding[]; hasMore: boolean }> {
  const all = new Map<string, Asset>()
  const ofOne = new Map<string, number>()
  for (const asset of logs.toReversed().flatMap((log) => assetsIn(log, account))) {
    const key = `${asset.address} ${asset.tokenId}`
    const count = ofOne.get(asset.address) ?? 0
    if (isKnown(asset) || all.has(key) || count >= MAX_OF_ONE) continue
    ofOne.set(asset.address, count + 1)
    all.set(key, asset)
  }
  const asked = [...all.values()].slice(0, MAX_ASKED)
  const held = (await readHoldings(rpc, account, asked)).filter(({ amount }) => !!amount)
  const list: Holding[] = []
  const spam: Holding[] = []
  let read = 0
  while (read < Math.min(held.length, GROUP * MAX_GROUPS) && list.length <= spam.length) {
    for (const one of await named(rpc, held.slice(read, read + GROUP))) {
      if (isSpam(one.asset)) spam.push(one)
      else list.push(one)
    }
    read += GROUP
  }
  return { list, spam, hasMore: all.size > MAX_ASKED || held.length > read }
}

/** Adds the names from the contracts. */
async function named(rpc: Rpc, held: readonly Holding[]): Promise<Holding[]> {
  const described = await describeTokens(rpc, [...new Set(held.map(({ asset }) => asset.address))])
  const infos = new Map(described.map((info) => [info.address, info]))
  return held.flatMap(({ asset, amount }) => {
    const { name, symbol = '', decimals = 0 } = infos.get(asset.address) ?? {}
    // Without a symbol, people could not tell the token from others.
    if (asset.type === 'ERC20' && !symbol) return []
    return [{ asset: { ...asset, symbol, decimals, ...(name && { name }) }, amount }]
  })
}

function assetsIn(log: Log, account: string): Asset[] {
  const [event = '', ...indexed] = log.topics
  const address = log.address.toLowerCase() as Hex
  const bare = { address, symbol: '', decimals: 0 }
  const isTo = (topic = ''): boolean => BigInt(topic || '0x0') === BigInt(account)
  if (event === TRANSFER) {
    if (!isTo(indexed[1])) return []
    const [, , id] = indexed
    return [id ? { ...bare, type: 'ERC721', tokenId: `${BigInt(id)}` } : { ...bare, type: 'ERC20' }]
  }
  if ((event !== SINGLE && event !== BATCH) || !isTo(indexed[2])) return []
  const ids = event === SINGLE ? [argumentsOf(log)[3]] : idsIn(log)
  return ids.flatMap((id) =>
    id ? [{ ...bare, type: 'ERC1155' as const, tokenId: `${BigInt(`0x${id}`)}` }] : [],
  )
}
