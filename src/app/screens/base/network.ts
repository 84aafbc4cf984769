/** The network, and the source of its name, currency and figures. */
import { msg, str } from '@lit/localize'
import { html, nothing, type TemplateResult } from 'lit'

import type { Chain } from '../../../chain/networks/networks.js'
import { apart, visible } from '../../../chain/values/text.js'

/**
 * The network's name for a sentence. If only the site names the network, its id: a sentence has no room to say whose
 * name it is.
 */
export const networkName = (chain: Chain): string =>
  chain.name === undefined ? msg(str`Chain ${chain.chainId}`) : visible(chain.name)

/** Symbol of the currency, after amounts. In quotation marks if only the site gave it. */
export function tickerOf({ ticker, said }: Chain): string {
  if (ticker) return visible(ticker)
  return said?.ticker ? quoted(said.ticker) : msg('coin')
}

/** Name of the currency; in quotation marks if only the site gave it. */
export function coinName(chain: Chain): string {
  const { tickerName, said } = chain
  if (tickerName) return visible(tickerName)
  return said?.tickerName ? quoted(said.tickerName) : tickerOf(chain)
}

/** The name when shown next to the chain id. */
export const networkTitle = (chain: Chain): string =>
  chain.name === undefined ? msg('Unknown network') : visible(chain.name)

/** The network's name and id, with all notes about them. */
export const networkLines = (chain: Chain): TemplateResult => html`
  <bdi>${networkTitle(chain)}</bdi>
  <span class="sub">${chainIdText(chain)}</span>
  ${whoseWords(chain)}
`

/** The site's name for the network, and a warning if the figures come from the site's node. */
export const whoseWords = (chain: Chain): TemplateResult => html`
  ${chain.said?.name ? html`<span class="sub">${called(chain.said.name, chain)}</span>` : nothing}
  ${
    chain.nodeUrl
      ? nothing
      : html`<span class="sub">${msg(str`Its figures come from ${`\u2066${nodeHost(chain)}\u2069`}, which the site chose.`)}</span>`
  }
`

export const networkRow = (chain: Chain): TemplateResult => html`
  <div class="row"><dt>${msg('Network')}</dt><dd>${networkLines(chain)}</dd></div>
`

export const chainIdText = ({ chainId }: Chain): string => msg(str`Chain ID ${chainId}`)

export const nodeHost = ({ rpcUrl }: Chain): string => new URL(rpcUrl).host

/** The person's networks have nodes that are believed; a site's have not. */
const called = (name: string, { nodeUrl }: Chain): string =>
  nodeUrl ? msg(str`You call it ${quoted(name)}.`) : msg(str`The site calls it ${quoted(name)}.`)

/** Quotes a text that the wallet did not write. */
const quoted = (text: string): string => msg(str`“${apart(visible(text))}”`)
