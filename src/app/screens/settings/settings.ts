import { localized, msg } from '@lit/localize'
import { css, html, nothing, type TemplateResult } from 'lit'
import { customElement, property } from 'lit/decorators.js'

import {
  check,
  eye,
  forward,
  globe,
  info,
  key,
  lock,
  logOut,
  people,
  plus,
  share,
  up,
  windows,
} from '../../../ui/icons.js'
import { isLanguage, LANGUAGES } from '../../appearance/locale/languages.js'
import { isOwnTheme, THEMES } from '../../appearance/own-theme.js'
import { LOCK_TIMES } from '../../session/auto-lock.js'
import { personName } from '../../sign-in/person.js'
import { pricesOf } from '../../stores/prices.js'
import type { WalletApp } from '../../wallet/wallet-app.js'
import { syncOf } from '../../wallet/watch/other-devices.js'
import { BROWSER } from '../../windows/own-window.js'
import { legal } from '../base/brand-mark.js'
import { choices } from '../base/choices.js'
import { chainIdText, networkTitle } from '../base/network.js'
import { Screen } from '../base/screen.js'
import { breakable, loginName, siteName } from '../base/shared-parts.js'

/** The account's settings, the session, and logging out. */
@localized()
@customElement('we-settings')
export class Settings extends Screen {
  static override styles = [
    Screen.styles,
    choices,
    css`
      .row:has(select) {
        padding-block: 6px;
      }

      .row:has(select) dt {
        padding-block: 6px;
      }

      /* The longest choice may be wider than a phone. */
      .row:has(select) dd {
        max-inline-size: 100%;
      }

      select {
        max-inline-size: 100%;
        min-block-size: 44px;
        padding: 8px;
        border: 1px solid var(--line-strong);
        border-radius: var(--radius-small);
        background: var(--raised);
        color: inherit;
        font: inherit;
      }

      .legal {
        margin-block-start: auto;
        color: var(--muted);
        font-size: var(--type-small);
        text-align: center;
      }
    `,
  ]

  @property({ attribute: false }) app!: WalletApp

  protected override render() {
    const { app } = this
    const { site, logins } = app
    const userInfo = app.life.current?.userInfo
    const chain = app.chains.current
    return html`
      ${this.header(msg('Settings'), () => app.show('home'))}
      <main>
        <dl class="rows">
          <div class="row"><dt>${msg('Signed in with')}</dt><dd>${loginName(logins, userInfo?.verifier ?? '')}
            <span class="sub">${breakable(personName(userInfo))}</span></dd></div>
          ${site ? html`<div class="row"><dt>${msg('Site')}</dt><dd>${siteName(site)}</dd></div>` : nothing}
          <div class="row middle"><dt><label for="language">${msg('Language')}</label></dt><dd>${this.#language()}</dd></div>
          <div class="row middle"><dt><label for="theme">${msg('Appearance')}</label></dt><dd>${this.#theme()}</dd></div>
          ${this.#currency()}
          <div class="row middle"><dt><label for="lock">${msg('Lock when not used')}</label></dt><dd>${this.#lock()}</dd></div>
          ${this.#approvals()}
        </dl>
        <div class="rows">
          <button type="button" class="choice" @click=${() => app.show('phrase', 'settings')}>
            ${key()}<span>${msg('Recovery phrase')}</span>${forward()}</button>
          <button type="button" class="choice" @click=${() => app.show('private-key')}>
            ${eye()}<span>${msg('Private key')}</span>${forward()}</button>
          ${this.#passkeys()}
          <button type="button" class="choice" @click=${() => app.show('contacts')}>
            ${people()}<span>${msg('Address book')}</span>${forward()}</button>
          <button type="button" class="choice" @click=${() => app.show('networks')}>
            ${windows()}<span>${msg('Networks')}</span><span class="end"><bdi>${networkTitle(chain)}</bdi><span class="sub">${chainIdText(chain)}</span></span>${forward()}</button>
          <button type="button" class="choice" @click=${() => app.show('sites')}>
            ${globe()}<span>${msg('Connected sites')}</span>${forward()}</button>
          <button type="button" class="choice" @click=${() => app.show('permissions')}>
            ${check()}<span>${msg('Token permissions')}</span>${forward()}</button>
          ${this.#otherDevices()}
          <a class="choice" href=${new URL(`login${BROWSER}`, location.href).href} target="_blank" rel="noopener">
            ${people()}<span>${msg('Signed in in this browser')}</span>${up()}</a>
          <button type="button" class="choice" @click=${() => app.show('about')}>
            ${info()}<span>${msg('About')}</span>${forward()}</button>
          <button type="button" class="choice" @click=${() => app.show('log-out')}>
            ${logOut()}<span>${msg('Log out')}</span></button>
        </div>
        ${legal(app.appearance.look)}
      </main>
    `
  }

  /** Only if the operator offers sync. */
  #otherDevices(): TemplateResult | typeof nothing {
    const { app } = this
    if (syncOf(app).state === 'none') return nothing
    return html`<button type="button" class="choice" @click=${() => app.show('other-devices')}>
      ${share()}<span>${msg('Your other devices')}</span>${forward()}</button>`
  }

  /** A frame cannot list passkeys: its storage is partitioned. */
  #passkeys(): TemplateResult {
    const { app } = this
    const label = html`${lock()}<span>${msg('Passkeys')}</span>${app.site ? up() : forward()}`
    return app.site
      ? html`<button type="button" class="choice" @click=${this.#addPasskey}>
            ${plus()}<span>${msg('Add a passkey')}</span></button>
          <a class="choice" href=${new URL('login#passkeys', location.href).href} target="_blank" rel="noopener">${label}</a>`
      : html`<button type="button" class="choice" @click=${() => app.show('passkeys')}>${label}</button>`
  }

  /** Errors are shown in its window. */
  #addPasskey = (): void => void this.app.addPasskey().catch(() => {})

  /** The person's choice, unless the page has made it. */
  #language(): TemplateResult {
    const { appearance } = this.app
    if (appearance.isPages) {
      return html`${LANGUAGES[appearance.language]}<span class="sub">${msg('Chosen by the site')}</span>`
    }
    const option = ([tag, name]: string[]) =>
      html`<option value=${tag} lang=${tag} .selected=${tag === appearance.own}>${name}</option>`
    return html`
      <select id="language" @change=${this.#choose}>
        <option value="" .selected=${!appearance.own}>${msg('Same as browser')}</option>
        ${Object.entries(LANGUAGES).map(option)}
      </select>
    `
  }

  /** The person's choice wins over the page's: people who need a dark theme need it everywhere. */
  #theme(): TemplateResult {
    const { appearance } = this.app
    const texts = { auto: msg('Same as browser'), light: msg('Light'), dark: msg('Dark') }
    const chosen = appearance.ownTheme ?? (appearance.isPagesTheme ? '' : 'auto')
    return html`
      <select id="theme" @change=${this.#chooseTheme}>
        ${appearance.isPagesTheme ? html`<option value="" .selected=${!chosen}>${msg('As the site')}</option>` : nothing}
        ${THEMES.map(
          (theme) =>
            html`<option value=${theme} .selected=${theme === chosen}>${texts[theme]}</option>`,
        )}
      </select>
    `
  }

  /** Only if the operator has prices in several currencies. */
  #currency(): TemplateResult | typeof nothing {
    const prices = pricesOf(this.app)
    const { currencies, currency } = prices
    if (currencies.length < 2) return nothing
    const names = new Intl.DisplayNames(this.app.appearance.locale, { type: 'currency' })
    const choose = ({ target }: Event) => prices.choose((target as HTMLSelectElement).value)
    return html`<div class="row middle"><dt><label for="currency">${msg('Currency')}</label></dt><dd>
      <select id="currency" @change=${choose}>
        ${currencies.map((one) => html`<option value=${one} .selected=${one === currency}>${names.of(one)}</option>`)}
      </select></dd></div>`
  }

  /** Only inside a page: on the wallet's own page nothing can cover it. */
  #approvals(): TemplateResult | typeof nothing {
    const { approvals, site } = this.app
    if (!site) return nothing
    const choose = ({ target }: Event) => {
      approvals.isAlwaysInWindow = (target as HTMLSelectElement).value === 'window'
    }
    return html`<div class="row middle"><dt><label for="approvals">${msg('Approve in a window')}</label></dt><dd>
      <select id="approvals" @change=${choose}>
        <option value="" .selected=${!approvals.isAlwaysInWindow}>${msg('On sites that are not known')}</option>
        <option value="window" .selected=${approvals.isAlwaysInWindow}>${msg('Always')}</option>
      </select></dd></div>`
  }

  #lock(): TemplateResult {
    const { autoLock } = this.app
    const { locale } = this.app.appearance
    const text = (minutes: number) =>
      minutes
        ? new Intl.NumberFormat(locale, {
            style: 'unit',
            unit: 'minute',
            unitDisplay: 'long',
          }).format(minutes)
        : msg('Never')
    return html`
      <select id="lock" @change=${({ target }: Event) => autoLock.choose(Number((target as HTMLSelectElement).value))}>
        ${LOCK_TIMES.map(
          (minutes) =>
            html`<option value=${minutes} .selected=${minutes === autoLock.minutes}>${text(minutes)}</option>`,
        )}
      </select>
    `
  }

  #chooseTheme = async (event: Event): Promise<void> => {
    const { app } = this
    const { value } = event.target as HTMLSelectElement
    const isUsual = !isOwnTheme(value) || (value === 'auto' && !app.appearance.isPagesTheme)
    await app.appearance.chooseTheme(isUsual ? undefined : value)
    app.dispatchEvent(new Event('change'))
  }

  #choose = (event: Event): void => {
    const { value } = event.target as HTMLSelectElement
    void this.app.chooseLanguage(isLanguage(value) ? value : undefined)
  }
}
