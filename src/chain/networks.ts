/** Which chain a page means, and which node answers for it. */
import type { InitParams } from '../protocol/messages.js'
import type { ChainConfig } from '../protocol/service.js'
import { WalletError } from '../shared/errors.js'
import { visible } from './text.js'

/** What a page says of the chain it wants. */
type Network = NonNullable<InitParams['network']>

/** A chain with everything the wallet needs to show and use it. Names show every character that they have. */
export interface Chain {
  chainId: number
  name: string
  /** How the operator calls it, where the page has another name for it. */
  realName?: string
  /** Where the page sends its reads. */
  rpcUrl: string
  /** The node that the wallet believes: the operator's, or the person's own. Absent: only the page can reach `rpcUrl`, and it may lie. */
  nodeUrl?: string
  /** Symbol of the native currency. */
  ticker: string
  tickerName: string
  blockExplorer?: string
}

interface NamedNetwork {
  chainId: number
  name: string
  /** Nobody runs it any more. */
  isRetired?: boolean
  ticker?: string
  tickerName?: string
}

/** The interface's named networks, with their EIP-155 ids. */
const NAMED: Record<string, NamedNetwork> = {
  mainnet: { chainId: 1, name: 'Ethereum' },
  ropsten: { chainId: 3, name: 'Ropsten', isRetired: true },
  rinkeby: { chainId: 4, name: 'Rinkeby', isRetired: true },
  goerli: { chainId: 5, name: 'Goerli', isRetired: true },
  kovan: { chainId: 42, name: 'Kovan', isRetired: true },
  matic: { chainId: 137, name: 'Polygon', ticker: 'POL', tickerName: 'POL' },
  localhost: { chainId: 1337, name: 'Localhost' },
}

/**
 * What a page means that names no network: `mainnet`; and with an operator who has no node for it, as on
 * a developer's machine, the first chain that there is, since no wallet at all helps nobody.
 */
export function defaultNetwork(chains: readonly ChainConfig[]): Network {
  const isMainnetThere = chains.some(({ host }) => host === 'mainnet')
  return { host: isMainnetThere ? 'mainnet' : (chains[0]?.host ?? 'mainnet') }
}

/** The operator's own chain, under the operator's names. */
export function configuredChain(config: ChainConfig): Chain {
  const { networkName: name, chainId, rpcUrl, ticker, tickerName, blockExplorer } = config
  const chain = { name, chainId, rpcUrl, nodeUrl: rpcUrl, ticker, tickerName }
  return { ...chain, ...(blockExplorer && { blockExplorer }) }
}

/**
 * Finds the chain behind `init`'s `network`. A chain that the operator has is asked of the operator's
 * node, whatever node the page names for its own reads.
 *
 * @param chains - What the operator has nodes for.
 * @param askChainId - Asks the node behind a URL that only the page named for its chain id.
 * @throws {WalletError} `NETWORK_UNAVAILABLE` for a name without a node; `INVALID_ARGUMENT` for a host
 *   that is neither, or a chain id that is not the node's; `CHAIN_DISCONNECTED` for a node that cannot
 *   be asked.
 */
export async function resolveNetwork(
  network: Network,
  chains: readonly ChainConfig[],
  askChainId: (url: string) => Promise<bigint>,
): Promise<Chain> {
  const configured = chains.find(({ host, rpcUrl }) => [host, rpcUrl].includes(network.host))
  if (configured) {
    checkChainId(network.chainId, configured.chainId)
    return withTexts(network, configuredChain(configured))
  }
  if (Object.hasOwn(NAMED, network.host)) throw unavailable(network.host)
  if (!isNodeUrl(network.host)) {
    const detail = 'network.host: expected a network name or the http(s) URL of a node.'
    throw new WalletError('INVALID_ARGUMENT', detail)
  }
  const chainId = Number(await askChainId(network.host))
  if (!isChainId(chainId)) throw new WalletError('CHAIN_DISCONNECTED', 'The node has no chain id.')
  checkChainId(network.chainId, chainId)
  const known = chains.find((chain) => chain.chainId === chainId)
  if (known) return { ...withTexts(network, configuredChain(known)), rpcUrl: network.host }
  const named = Object.values(NAMED).find((one) => one.chainId === chainId)
  return withTexts(network, {
    chainId,
    rpcUrl: network.host,
    name: named?.name ?? `Chain ${chainId}`,
    ticker: named?.ticker ?? 'ETH',
    tickerName: named?.tickerName ?? 'Ether',
  })
}

/** Whole, and exact as a number. */
export const isChainId = (value: number): boolean => Number.isSafeInteger(value) && value > 0

function unavailable(host: string): WalletError {
  const detail = NAMED[host]?.isRetired
    ? `${host} is retired: pass the URL of a node as network.host.`
    : `${host}: the wallet's operator has configured no node; pass the URL of one as network.host.`
  return new WalletError('NETWORK_UNAVAILABLE', detail)
}

function checkChainId(asked: number | undefined, actual: number): void {
  if (asked === undefined || asked === actual) return
  const detail = `network.chainId: expected ${actual}, which is the node's, or nothing.`
  throw new WalletError('INVALID_ARGUMENT', detail)
}

/** What the page says of names is shown to its own visitors; the operator's name stays beside it. */
function withTexts(
  { networkName, ticker, tickerName, blockExplorer }: Network,
  found: Chain,
): Chain {
  const isRenamed = !!found.nodeUrl && !!networkName && networkName !== found.name
  return {
    ...found,
    name: networkName === undefined ? found.name : visible(networkName),
    ...(isRenamed && { realName: found.name }),
    ticker: ticker === undefined ? found.ticker : visible(ticker),
    tickerName: tickerName === undefined ? found.tickerName : visible(tickerName),
    ...(blockExplorer && { blockExplorer }),
  }
}

const isNodeUrl = (text: string): boolean =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)
