/** Which network something is about, on the screens that ask. */
import { msg, str } from '@lit/localize'
import { html, nothing, type TemplateResult } from 'lit'

import type { Chain } from '../../chain/networks.js'
import { visible } from '../../chain/text.js'

/**
 * The network's name; beside a name that the site gave it, the operator's own; and whose word its figures
 * are, if they are not from the operator's node.
 */
export const networkRow = (chain: Chain): TemplateResult => html`
  <div class="row">
    <dt>${msg('Network')}</dt>
    <dd>
      <bdi>${visible(chain.name)}</bdi>
      ${chain.realName ? html`<span class="sub"><bdi>${visible(chain.realName)}</bdi></span>` : nothing}
      ${
        chain.nodeUrl
          ? nothing
          : html`<span class="sub">${msg(str`Its figures come from ${nodeHost(chain)}, which the site chose.`)}</span>`
      }
    </dd>
  </div>
`

export const nodeHost = ({ rpcUrl }: Chain): string => new URL(rpcUrl).host
