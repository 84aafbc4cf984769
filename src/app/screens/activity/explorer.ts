/** Links to block explorers. */
import { msg } from '@lit/localize'
import { html, nothing, type TemplateResult } from 'lit'

import type { Chain } from '../../../chain/networks/networks.js'
import { webUrl } from '../../appearance/look.js'

/** Link to the transaction in the chain's block explorer (EIP-3091); nothing if the chain names no web page for one. */
export function explorerLink(
  chain: Chain | undefined,
  hash: string,
): TemplateResult | typeof nothing {
  const base = webUrl(chain?.blockExplorer)
  if (!base) return nothing
  const url = `${base.replace(/\/+$/, '')}/tx/${encodeURIComponent(hash)}`
  return html`<a href=${url} target="_blank" rel="noopener noreferrer">${msg('View on explorer')}</a>`
}
