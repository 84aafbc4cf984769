/** Which account the page's site sees: home says so. */
import { msg, str } from '@lit/localize'
import { html, nothing, type TemplateResult } from 'lit'

import { accountName } from '../../session/account-name.js'
import { isHiddenFromSite } from '../../wallet/site-accounts.js'
import type { WalletApp } from '../../wallet/wallet-app.js'
import { siteName } from '../base/shared-parts.js'

/** Empty on the wallet's own page. */
export function seenBySite(app: WalletApp): TemplateResult | typeof nothing {
  const { all, given, chosen } = app.own
  if (!app.site) return nothing
  const site = siteName(app.site)
  const seen = all.find(({ address }) => address === given[0])
  const own = all.find(({ address }) => address === chosen)
  if (!seen || !own) return line(msg(str`${site} sees no account.`))
  if (!isHiddenFromSite(app)) return line(msg(str`${site} sees this account.`))
  return html`
    ${line(msg(str`${site} sees ${accountName(seen)}, not this account.`))}
    <button type="button" class="quiet" @click=${() => app.show('use-account')}>${msg(
      str`Use ${accountName(own)}`,
    )}</button>
  `
}

const line = (text: string): TemplateResult => html`<p class="small muted seen">${text}</p>`
