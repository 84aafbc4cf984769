import { localized, msg, str } from '@lit/localize'
import { css, html, nothing, type TemplateResult } from 'lit'
import { customElement, property } from 'lit/decorators.js'

import { check, globe, info } from '../../../ui/icons.js'
import { accountName } from '../../session/account-name.js'
import { type ConnectedSite, connectedSites } from '../../session/connected-sites.js'
import type { WalletApp } from '../../wallet/wallet-app.js'
import { Screen } from '../base/screen.js'
import { siteName } from '../base/shared-parts.js'

/** Connected sites: since when, which accounts they see, and what that allows. */
@localized()
@customElement('we-sites')
export class Sites extends Screen {
  static override styles = [
    Screen.styles,
    css`
      section {
        display: flex;
        flex: none;
        flex-direction: column;
        gap: 12px;
        padding: 16px;
        border: 1px solid var(--line);
        border-radius: var(--radius);
      }

      .site {
        display: flex;
        align-items: center;
        gap: 10px;
        font-size: var(--type-body);
      }

      .site svg {
        flex: none;
        color: var(--muted);
      }

      ul {
        display: flex;
        flex-direction: column;
        gap: 8px;
        list-style: none;
        font-size: var(--type-note);
      }

      li {
        display: flex;
        gap: 10px;
      }

      li svg {
        flex: none;
        inline-size: 20px;
        color: var(--success);
      }
    `,
  ]

  @property({ attribute: false }) app!: WalletApp

  protected override render() {
    const { app } = this
    const sites = connectedSites(app.life.current, app.params.useLocalStorage ?? false)
    return html`
      ${this.header(msg('Connected sites'), () => app.show('settings'))}
      <main>
        ${sites.map((site) => this.#site(site))}
        ${sites.length ? '' : html`<p role="status">${msg('No site is connected here.')}</p>`}
        <p class="notice">${info()}<span>${
          app.site
            ? msg('You can see each site’s access when you open the wallet on that site.')
            : msg(
                'Your browser keeps the wallet of each site apart, so this page cannot see the sites that you connected. Open the wallet on a site to see what it may do, or to disconnect it.',
              )
        }</span></p>
      </main>
    `
  }

  #site({ origin, accounts, date }: ConnectedSite): TemplateResult {
    const { app } = this
    const names = app.own.all.filter(({ address }) => accounts.includes(address)).map(accountName)
    const { locale } = app.appearance
    const list = new Intl.ListFormat(locale).format(names)
    const when =
      date &&
      new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(date)
    const name = siteName(origin)
    return html`
      <section aria-label=${name}>
        <h2 class="site">${globe()}<span>${name}</span></h2>
        <ul>
          <li>${check()}<span>${msg(str`Sees: ${list}`)}</span></li>
          <li>${check()}<span>${msg('Can ask you to sign. Nothing happens unless you approve.')}</span></li>
        </ul>
        ${when ? html`<p class="small muted">${msg(str`Connected on ${when}`)}</p>` : ''}
        ${
          origin === app.site && app.own.all.length > 1
            ? html`<button type="button" class="button" @click=${this.#change}>${msg('Change accounts')}</button>`
            : nothing
        }
        <button type="button" class="button" aria-label=${msg(str`Disconnect ${name}`)}
          @click=${() => this.#disconnect(origin)}>${msg('Disconnect')}</button>
      </section>
    `
  }

  #change = async (): Promise<void> => {
    const { requests, life } = this.app
    const accounts = await requests.ask('connect', { isOwn: true }).catch(() => undefined)
    if (accounts) life.connect(accounts)
  }

  #disconnect(origin: string): void {
    this.app.life.disconnect(origin)
    void this.focusHeading()
  }
}
