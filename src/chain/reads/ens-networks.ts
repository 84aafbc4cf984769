/** Networks on which ENS names can be resolved. */
import type { Chain } from '../networks/networks.js'

/** The service's one entrance, at the same address wherever it is (docs.ens.domains/resolvers/universal). */
export const UNIVERSAL_RESOLVER = '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe'
/** Ethereum, Holesky, Sepolia. */
const CHAINS = [1, 17_000, 11_155_111]

/** `page`: only the page can reach the node, so its answers cannot be trusted. */
export type NamesHere = 'yes' | 'no' | 'page'

export function namesOn({ chainId, nodeUrl }: Chain): NamesHere {
  if (!CHAINS.includes(chainId)) return 'no'
  return nodeUrl ? 'yes' : 'page'
}

/** Whether a text is meant as a name: it has a dot in it, and is no address. */
export const isName = (text: string): boolean =>
  /^[^\s.]+(\.[^\s.]+)+$/.test(text) && !/^0x[0-9a-f]*$/i.test(text)
