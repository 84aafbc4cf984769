/** Warnings about a network that a site named, or that is reached through the site's node. */
import { msg, str } from '@lit/localize'
import { html, type TemplateResult } from 'lit'
import { knownChain } from '../../../chain/networks/known-chains.js'
import type { Chain } from '../../../chain/networks/networks.js'
import { imitatedChain, sameTicker } from '../../../chain/risks/chain-look-alikes.js'
import { visible } from '../../../chain/values/text.js'
import { lookAlikeWarning } from '../base/shared-parts.js'
import { type Notice, noticesOf } from './notices.js'

/** Nothing for a node of the operator or of the person. A known network behind a site's node is a danger. */
export function networkNotices({ nodeUrl, name, chainId, said = {} }: Chain): Notice[] {
  if (nodeUrl) return []
  if (name !== undefined) {
    const text = knownChain(chainId)?.isTest
      ? msg(
          str`This is ${name} (chain ID ${chainId}), by a node that the site chose. The amounts, fees and balances shown here are what that node says: they may be false.`,
        )
      : msg(
          str`This is ${name} (chain ID ${chainId}), by a node that the site chose. Real money may be spent. The amounts, fees and balances shown here are what that node says: they may be false.`,
        )
    return [{ level: 'danger', text }]
  }
  const unknown = msg(
    'The wallet does not know this network, whatever the site calls it. Money on it may be real, and the figures shown here are the site’s.',
  )
  const imitated = imitatedChain(said.name ?? '')
  const alike = sameTicker(said.ticker ?? '')
  const texts = [
    unknown,
    imitated &&
      msg(
        str`The site’s name for this network looks like ${imitated.name}, but it is a different network: ${imitated.name} has the chain ID ${imitated.chainId}.`,
      ),
    alike &&
      msg(
        str`The site calls this network’s currency ${visible(said.ticker!)}, like that of ${alike.name}. Only the site says so.`,
      ),
  ]
  return texts.flatMap((text) => (text ? [{ level: 'warning' as const, text }] : []))
}

/** The same notices as HTML, with a warning of look-alike letters in the site's names. */
export const drawNetworkNotices = (chain: Chain): TemplateResult => {
  const { name, ticker, tickerName } = (!chain.nodeUrl && chain.said) || {}
  return html`${noticesOf(networkNotices(chain))}${lookAlikeWarning(name ?? '', ticker ?? '', tickerName ?? '')}`
}
