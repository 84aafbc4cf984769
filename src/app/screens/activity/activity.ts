import { localized, msg, str } from '@lit/localize'
import { css, html, nothing, type TemplateResult } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'

import { idOf, type Sent, timeOf } from '../../activity/record.js'
import type { WalletApp } from '../../wallet/wallet-app.js'
import { choices } from '../base/choices.js'
import { Screen } from '../base/screen.js'
import { danger } from '../base/shared-parts.js'
import { byDay, clockText, dayText } from './days.js'
import { sentRow, sentRows } from './sent-row.js'
import './sent.js'

/** The account's transactions and their state. */
@localized()
@customElement('we-activity')
export class ActivityScreen extends Screen {
  static override styles = [
    Screen.styles,
    choices,
    sentRows,
    css`
      we-sent {
        flex: 1;
      }

      section {
        display: flex;
        flex: none;
        flex-direction: column;
        gap: 8px;
      }

      h2 {
        font-size: var(--type-note);
      }
    `,
  ]

  @property({ attribute: false }) app!: WalletApp
  /** Id of the one that is shown whole. */
  @state() private opened = ''

  override connectedCallback(): void {
    super.connectedCallback()
    // Properties are set right after. Pending transactions are checked at once each time the screen opens.
    queueMicrotask(() => void this.app.activity?.refresh())
  }

  protected override willUpdate(): void {
    if (!this.hasUpdated) this.opened = this.app.router.subject ?? ''
  }

  protected override render() {
    const { app, opened } = this
    const sent = opened ? app.activity?.get(opened) : undefined
    if (sent) {
      return html`<we-sent .app=${app} .sent=${sent} .onBack=${this.#close}></we-sent>`
    }
    const all = app.activity?.all ?? []
    return html`
      ${this.header(msg('Activity'), () => app.show('home'))}
      <main>
        ${this.#silent(all)}
        ${
          all.length
            ? byDay(all).map((day) => this.#day(day))
            : html`<p class="muted">${msg('Nothing has been sent from here yet. What you send with this browser appears here, with what became of it.')}</p>`
        }
      </main>
    `
  }

  #day(sent: readonly [Sent, ...Sent[]]): TemplateResult {
    const { app } = this
    const row = (one: Sent) =>
      sentRow(app, one, () => this.#open(one), clockText(timeOf(one), app.locale))
    return html`
      <section>
        <h2>${dayText(timeOf(sent[0]), app.locale)}</h2>
        <ul class="sent">${sent.map((one) => html`<li>${row(one)}</li>`)}</ul>
      </section>
    `
  }

  #silent(all: Sent[]): TemplateResult | typeof nothing {
    const { app } = this
    const silent = all.find(({ chainId }) => app.activity?.isSilent(chainId))
    if (!navigator.onLine) {
      return danger(
        msg('You are offline. What was sent is kept here, and looked for again when you are back.'),
      )
    }
    if (!silent) return nothing
    const name = app.chainOf(silent.chainId)?.name ?? ''
    return danger(
      msg(
        str`The ${name} network does not answer, so this may be old. Nothing is lost: the wallet keeps asking.`,
      ),
    )
  }

  #open(sent: Sent): void {
    this.opened = idOf(sent)
    void this.focusHeading()
  }

  /** Back to where it was opened. */
  #close = (): void => {
    if (this.opened === this.app.router.subject) {
      this.app.show('home')
      return
    }
    this.opened = ''
    void this.focusHeading()
  }

  override async focusHeading(): Promise<void> {
    await this.updateComplete
    const inner = this.renderRoot.querySelector('we-sent')
    return inner ? inner.focusHeading() : super.focusHeading()
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'we-activity': ActivityScreen
  }
}
