/** Console messages about the page's network options: ignored ones would otherwise go unnoticed. */
import type { Chain } from '../../chain/networks/networks.js'
import type { InitParams } from '../../protocol/messages.js'

/**
 * Warns of a page's texts for a chain that are ignored, since the wallet has its own.
 *
 * @param words - By field, the page's text and the one shown.
 */
export function tellUnusedWords(
  where: string,
  { chainId, name, ticker }: Chain,
  words: Record<string, [said: string | undefined, shown: string | undefined]>,
): void {
  // A chain that only the page names uses the page's texts.
  if (name === undefined) return
  const unused = Object.keys(words).filter((field) => {
    const [said, shown] = words[field]!
    return said && said !== shown
  })
  if (!unused.length) return
  console.warn(
    `${where}: not used: ${unused.join(', ')}. Chain ${chainId} is ${name} (${ticker}) to the wallet.`,
  )
}

/** @param network - The page's options. @param host - The network they resolve to. */
export function tellNetwork(network: InitParams['network'], host: string, chain: Chain): void {
  if (!network) {
    if (host === 'mainnet') return
    console.warn(`network: the wallet's operator has no mainnet, so this is ${host}.`)
    return
  }
  const { networkName, ticker, tickerName, blockExplorer } = network
  tellUnusedWords('network', chain, {
    networkName: [networkName, chain.name],
    ticker: [ticker, chain.ticker],
    tickerName: [tickerName, chain.tickerName],
    blockExplorer: [blockExplorer, chain.blockExplorer],
  })
}
