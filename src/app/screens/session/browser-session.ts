import { localized, msg, str } from '@lit/localize'
import { html, type TemplateResult } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'

import '../../../ui/identicon.js'
import { shortAddress } from '../../../chain/values/addresses.js'
import { endEverywhere } from '../../shared-session/ended.js'
import { forgetSession, type KeptSession, liveSession } from '../../shared-session/kept-session.js'
import { personName } from '../../sign-in/person.js'
import { Screen } from '../base/screen.js'
import { breakable, danger, timeText } from '../base/shared-parts.js'

/** Milliseconds to wait until the login service has recorded the end of the session. */
const END_TIME = 10_000

/** Shows who is signed in in this browser, and ends the session on all sites. Only in the wallet's own window. */
@localized()
@customElement('we-browser-session')
export class BrowserSession extends Screen {
  /** BCP 47. */
  @property() locale = 'en'
  /** Null: not signed in; undefined until known. */
  @property({ attribute: false }) session: KeptSession | null | undefined
  @state() private isBusy = false
  @state() private hasFailed = false

  override connectedCallback(): void {
    super.connectedCallback()
    if (this.session === undefined) void this.#load()
  }

  protected override render() {
    const { session } = this
    return html`
      ${this.header(msg('Signed in in this browser'))}
      <main>
        ${this.hasFailed ? danger(msg('The sign-in service does not answer. Check your connection and try again.')) : ''}
        ${session ? this.#session(session) : ''}
        ${session === undefined ? this.#waiting() : ''}
        ${session === null ? html`<p class="muted" role="status">${msg('You are not signed in in this browser')}</p>` : ''}
      </main>
    `
  }

  #waiting(): TemplateResult {
    return this.hasFailed
      ? html`<button type="button" class="button" @click=${this.#load}>${msg('Try again')}</button>`
      : html`<p class="muted" role="status">${msg('One moment…')}</p>`
  }

  #session({ userInfo, address, expires, endsWithBrowser }: KeptSession): TemplateResult {
    const time = timeText(expires, this.locale)
    const end = endsWithBrowser
      ? msg(str`When you close this browser, at the latest ${time}`)
      : time
    return html`
      <dl class="rows">
        <div class="row"><dt>${msg('Account')}</dt><dd>${breakable(personName(userInfo))}
          <span class="sub mono" dir="ltr" title=${address}>${shortAddress(address)}</span></dd></div>
        <div class="row"><dt>${msg('Ends')}</dt><dd>${end}</dd></div>
      </dl>
      <p class="muted">${msg('Sites can offer you to continue with this account. They get nothing unless you say so.')}</p>
      <button type="button" class="button primary" aria-disabled=${this.isBusy} @click=${this.#end}>${msg('Log out everywhere')}</button>
    `
  }

  #load = async (): Promise<void> => {
    this.hasFailed = false
    try {
      this.session = (await liveSession()) ?? null
    } catch {
      this.hasFailed = true
    }
  }

  #end = async (): Promise<void> => {
    const { session, isBusy } = this
    if (!session || isBusy) return
    this.isBusy = true
    try {
      await endEverywhere(session.id, END_TIME)
      await forgetSession(session.sealed.keyId)
      // A different window may have stored a new session.
      await this.#load()
    } catch {
      this.hasFailed = true
    }
    this.isBusy = false
  }
}
