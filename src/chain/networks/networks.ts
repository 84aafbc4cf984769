/** Resolves which chain a page means, and which node to ask about the chain. */
import * as z from 'zod/mini'

import type { InitParams } from '../../protocol/messages.js'
import type { ChainConfig } from '../../protocol/service.js'
import { WalletError } from '../../shared/errors.js'
import { chainIdNamed, knownChain } from './known-chains.js'

/** The chain that a page asks for. */
type Network = NonNullable<InitParams['network']>

/** An untrusted name for a chain and its coin. */
export interface Said {
  name?: string | undefined
  ticker?: string | undefined
  tickerName?: string | undefined
}

/**
 * A chain with everything the wallet needs to show and use it. Texts are as they were given: screens make their hidden
 * characters visible.
 */
export interface Chain {
  chainId: number
  /** The operator's, the built-in list's, or the person's own. Absent: only a site names it. */
  name?: string | undefined
  /** URL to which the page sends its reads. */
  rpcUrl: string
  /** The node that the wallet believes: the operator's, or the person's own. Absent: only the page can reach `rpcUrl`, and it may lie. */
  nodeUrl?: string | undefined
  /** Symbol of the native currency, from the same source as `name`. */
  ticker?: string | undefined
  tickerName?: string | undefined
  /** From the operator or the person; from the site only if no one else names the chain. */
  blockExplorer?: string | undefined
  /** The site's name, if no one else names the chain; or the person's name, if it differs from `name`. */
  said?: Said | undefined
}

/** More than a site needs. The limit keeps a hostile site from filling the storage. */
export const MAX_ADDED = 20
/** How a chain that a site or the person added is stored. */
export const AddedChain = z.object({
  chainId: z.int().check(z.gte(1)),
  rpcUrl: z.string().check(z.refine((value) => URL.canParse(value))),
  // Stored as given. Each read decides anew whether these values can be trusted.
  name: z.optional(z.string()),
  ticker: z.optional(z.string()),
  tickerName: z.optional(z.string()),
  blockExplorer: z.optional(z.string()),
})
export type AddedChain = z.output<typeof AddedChain>

/** Names of the interface for networks that no longer exist. */
const RETIRED = ['ropsten', 'rinkeby', 'goerli', 'kovan']

/**
 * The default network: `mainnet`; if the operator has no node for it, as on a developer's machine, the first configured
 * chain, so that there is a wallet at all.
 */
export function defaultNetwork(chains: readonly ChainConfig[]): Network {
  return { host: namedChain('mainnet', chains) ? 'mainnet' : (chains[0]?.host ?? 'mainnet') }
}

/** The operator's chain with this name; else their chain with the id of the well-known network of this name. */
const namedChain = (name: string, chains: readonly ChainConfig[]): ChainConfig | undefined =>
  chains.find(({ host }) => host === name) ??
  chains.find(({ chainId }) => chainId === chainIdNamed(name))

/** The operator's own chain, under the operator's names. */
export function configuredChain(config: ChainConfig): Chain {
  const { networkName: name, chainId, rpcUrl, ticker, tickerName, blockExplorer } = config
  const chain = { name, chainId, rpcUrl, nodeUrl: rpcUrl, ticker, tickerName }
  return { ...chain, ...(blockExplorer && { blockExplorer }) }
}

/**
 * A chain that the operator has no node for, named without trusting its description: a known id keeps its own name and
 * coin.
 *
 * @param said - By a site, or by the person.
 * @param isOwn - The person added it: their names and explorer then count for a chain that is not known.
 */
export function describedChain(
  { chainId, rpcUrl, blockExplorer }: Pick<Chain, 'chainId' | 'rpcUrl' | 'blockExplorer'>,
  said: Said,
  isOwn = false,
): Chain {
  const known = knownChain(chainId)
  const { name, ticker, tickerName = ticker } = said
  const isNaming = !!(name || ticker || tickerName)
  return {
    chainId,
    rpcUrl,
    ...(isOwn && { nodeUrl: rpcUrl }),
    ...(known
      ? {
          name: known.name,
          ticker: known.ticker,
          tickerName: known.ticker === 'ETH' ? 'Ether' : known.ticker,
          ...(isOwn && name && name !== known.name && { said: { name } }),
        }
      : isOwn
        ? { name, ticker, tickerName }
        : isNaming && { said: { name, ticker, tickerName } }),
    ...(blockExplorer && (isOwn || !known) && { blockExplorer }),
  }
}

/**
 * Finds the chain behind `init`'s `network`. For a chain that the operator has, the operator's node and names are used,
 * even if the page gives different ones for its own reads.
 *
 * @param chains - The chains that the operator has nodes for.
 * @param askChainId - Asks the node behind a URL that only the page named for its chain id.
 * @throws {WalletError} `NETWORK_UNAVAILABLE` for a name without a node; `INVALID_ARGUMENT` for a host that is neither,
 *   or a chain id that is not the node's; `CHAIN_DISCONNECTED` for a node that cannot be asked.
 */
export async function resolveNetwork(
  network: Network,
  chains: readonly ChainConfig[],
  askChainId: (url: string) => Promise<bigint>,
): Promise<Chain> {
  const { host } = network
  const configured = namedChain(host, chains) ?? chains.find(({ rpcUrl }) => rpcUrl === host)
  if (configured) {
    checkChainId(network.chainId, configured.chainId)
    return configuredChain(configured)
  }
  if (host === 'localhost' || RETIRED.includes(host) || chainIdNamed(host)) throw unavailable(host)
  if (!isNodeUrl(host)) {
    const detail = 'network.host: expected a name, or the URL of a node.'
    throw new WalletError('INVALID_ARGUMENT', detail)
  }
  // A node's own error too, as for a wrong key in its URL: the page would hear `INTERNAL`.
  const asked = askChainId(host).catch(({ detail, message }: Partial<WalletError>) => {
    throw new WalletError('CHAIN_DISCONNECTED', detail ?? message)
  })
  const chainId = Number(await asked)
  if (!isChainId(chainId)) throw new WalletError('CHAIN_DISCONNECTED', 'The node has no chain id.')
  checkChainId(network.chainId, chainId)
  const ours = chains.find((chain) => chain.chainId === chainId)
  if (ours) return { ...configuredChain(ours), rpcUrl: host }
  const { networkName: name, ticker, tickerName, blockExplorer } = network
  return describedChain({ chainId, rpcUrl: host, blockExplorer }, { name, ticker, tickerName })
}

/** Whole, and exact as a number. */
export const isChainId = (value: number): boolean => Number.isSafeInteger(value) && value > 0

function unavailable(host: string): WalletError {
  const detail = RETIRED.includes(host)
    ? `${host} is retired: pass the URL of a node as network.host.`
    : `${host}: the wallet's operator has configured no node; pass the URL of one as network.host.`
  return new WalletError('NETWORK_UNAVAILABLE', detail)
}

function checkChainId(asked: number | undefined, actual: number): void {
  if (asked === undefined || asked === actual) return
  const detail = `network.chainId: expected ${actual}, which is the node's, or nothing.`
  throw new WalletError('INVALID_ARGUMENT', detail)
}

const isNodeUrl = (text: string): boolean => /^https?:/i.test(text) && URL.canParse(text)

/** The form in which a chain is stored. */
export function addedChain({ said, ...chain }: Chain): AddedChain {
  const { chainId, rpcUrl, name, ticker, tickerName, blockExplorer } = { ...chain, ...said }
  return { chainId, rpcUrl, name, ticker, tickerName, blockExplorer }
}
