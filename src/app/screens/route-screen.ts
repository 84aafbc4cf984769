import { html, type TemplateResult } from 'lit'

import type { Route } from '../wallet/router.js'
import type { WalletApp } from '../wallet/wallet-app.js'
import { syncOf } from '../wallet/watch/other-devices.js'
import { onboarding, phrase } from './recovery/onboarding.js'

/**
 * The screen for a route. @param isHidden - Keeps the screen in the tree behind a question, so that typed text stays.
 */
export function routeScreen(app: WalletApp, place: Route, isHidden: boolean): TemplateResult {
  switch (place) {
    case 'home':
      return (
        onboarding(app, isHidden) ??
        html`<we-home ?hidden=${isHidden} .app=${app} ?roomy=${app.site === null}></we-home>`
      )
    case 'receive':
      return html`<we-receive ?hidden=${isHidden} .app=${app}></we-receive>`
    case 'send':
      return html`<we-send ?hidden=${isHidden} .app=${app}></we-send>`
    case 'settings':
      return html`<we-settings ?hidden=${isHidden} .app=${app}></we-settings>`
    case 'topup':
      return html`<we-topup ?hidden=${isHidden} .app=${app}></we-topup>`
    case 'calls':
      return html`<we-calls-status ?hidden=${isHidden} .calls=${app.router.subject} .batches=${app.core.batches}
        .chainOf=${(chainId: number) => app.chains.find(chainId)}
        .onBack=${() => app.show('home')}></we-calls-status>`
    case 'activity':
      return html`<we-activity ?hidden=${isHidden} .app=${app}></we-activity>`
    case 'passkeys':
      return html`<we-passkeys ?hidden=${isHidden} .app=${app} .locale=${app.appearance.locale}></we-passkeys>`
    case 'phrase':
      return phrase(app, isHidden)
    case 'accounts':
      return html`<we-accounts ?hidden=${isHidden} .app=${app}></we-accounts>`
    case 'use-account':
      return html`<we-use-account ?hidden=${isHidden} .app=${app}></we-use-account>`
    case 'contacts':
      return html`<we-contacts ?hidden=${isHidden} .app=${app}></we-contacts>`
    case 'networks':
      return html`<we-networks ?hidden=${isHidden} .app=${app}></we-networks>`
    case 'asset':
      return html`<we-asset ?hidden=${isHidden} .app=${app}></we-asset>`
    case 'add-asset':
      return html`<we-add-asset ?hidden=${isHidden} .app=${app}></we-add-asset>`
    case 'private-key':
      return html`<we-private-key ?hidden=${isHidden} .app=${app}></we-private-key>`
    case 'about':
      return html`<we-about ?hidden=${isHidden} .app=${app}></we-about>`
    case 'log-out':
      return html`<we-log-out ?hidden=${isHidden} .app=${app}></we-log-out>`
    case 'other-devices':
      return html`<we-other-devices ?hidden=${isHidden} .app=${app} .sync=${syncOf(app)}></we-other-devices>`
    case 'permissions':
      return html`<we-permissions ?hidden=${isHidden} .app=${app}></we-permissions>`
    case 'sites':
      return html`<we-sites ?hidden=${isHidden} .app=${app}></we-sites>`
  }
}
