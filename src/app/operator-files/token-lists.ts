/** The operator's token lists. Loaded when holdings are shown. */
import type { Asset } from '../../chain/reads/asset.js'
import {
  Listing,
  MAX_LIST,
  MAX_LISTED,
  TOKEN_LISTS,
  TokenList,
} from '../../protocol/files/token-lists.js'
import { ask } from '../support/http.js'
import { readAll } from './read-all.js'

/** Milliseconds that a file may take. */
const TIMEOUT = 10_000

let lists: Promise<TokenList[]> | undefined

/**
 * Listed tokens of a chain. A list that is wrong, too large or late is as if there were none.
 *
 * @returns It does not reject.
 */
export async function listedTokens(chainId: number): Promise<Asset[]> {
  lists ??= readLists().catch((error: unknown) => {
    lists = undefined
    return warn(error)
  })
  const found = new Map<string, Asset>()
  for (const { tokens } of await lists) {
    for (const { chainId: at, address, symbol, name, decimals } of tokens) {
      const key = address.toLowerCase()
      if (at !== chainId || found.has(key) || found.size === MAX_LISTED) continue
      const asset = { address: address as Asset['address'], symbol, name, decimals }
      found.set(key, { type: 'ERC20', ...asset })
    }
  }
  return [...found.values()]
}

/** For tests: clears the cache. */
export const forgetLists = (): void => {
  lists = undefined
}

async function readLists(): Promise<TokenList[]> {
  const { tokenLists = [] } = await ask('/config.json', Listing, { timeout: TIMEOUT })
  return (await Promise.all(tokenLists.map((name) => readList(name).catch(warn)))).flat()
}

/** @throws {Error} */
async function readList(name: string): Promise<TokenList[]> {
  const response = await fetch(TOKEN_LISTS + name, {
    credentials: 'omit',
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT),
  })
  if (!response.ok || !response.body) throw new Error(`${name}: ${response.status}.`)
  const bytes = await readAll(response.body, MAX_LIST)
  return [TokenList.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))]
}

/** For the operator. */
function warn(error: unknown): [] {
  console.warn('wallet-embed: token lists:', error)
  return []
}
