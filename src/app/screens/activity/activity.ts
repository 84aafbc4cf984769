import { localized, msg, str } from '@lit/localize'
import { css, html, nothing, type TemplateResult } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'

import { idOf, type Sent, timeOf } from '../../activity/record.js'
import { findArrivals } from '../../wallet/assets/arrivals.js'
import { ownerOf } from '../../wallet/assets/balance.js'
import { coinsReceived } from '../../wallet/assets/coins-received.js'
import { Looking } from '../../wallet/assets/looking.js'
import type { WalletApp } from '../../wallet/wallet-app.js'
import { choices } from '../base/choices.js'
import { tickerOf } from '../base/network.js'
import { Screen } from '../base/screen.js'
import { caution } from '../base/shared-parts.js'
import { arrivalRow, coinsRow } from './arrival-row.js'
import { byDay, clockText, dayText, type Timed } from './days.js'
import { sentRow, sentRows } from './sent-row.js'
import './sent.js'

interface Item extends Timed {
  row: TemplateResult
}

/** The account's transactions with their state, and received tokens. */
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
  /** Id of the transaction shown in full. */
  @state() private opened = ''
  readonly #arrivals = new Looking(this, findArrivals)

  override connectedCallback(): void {
    super.connectedCallback()
    // Properties are set right after. Pending transactions are checked at once each time the screen opens.
    queueMicrotask(() => void this.app.core.activity?.refresh())
  }

  protected override willUpdate(): void {
    if (!this.hasUpdated) this.opened = this.app.router.subject ?? ''
  }

  protected override render() {
    const { app, opened } = this
    const sent = opened ? app.core.activity?.get(opened) : undefined
    if (sent) {
      return html`<we-sent .app=${app} .sent=${sent} .onBack=${this.#close}></we-sent>`
    }
    const all = app.core.activity?.all ?? []
    const rows = this.#items(all)
    return html`
      ${this.header(msg('Activity'), () => app.show('home'))}
      <main>
        ${this.#silent(all)}
        ${
          this.#arrivals.state === 'silent' && navigator.onLine
            ? caution(msg('The network does not say what was sent to this account.'))
            : nothing
        }
        ${
          rows.length
            ? byDay(rows).map((day) => this.#day(day))
            : html`<p class="muted">${msg('Nothing has been sent from here yet. What you send with this browser appears here, with what became of it.')}</p>`
        }
        <p class="small muted">${msg(str`${tickerOf(app.chains.current)} that came is listed when your balance grows. What came together with a transaction of yours is in the balance alone.`)}</p>
      </main>
    `
  }

  /** Sent and received items, the latest first. */
  #items(sent: readonly Sent[]): Item[] {
    const { app } = this
    const out = sent.map((one) => {
      const time = timeOf(one)
      const clock = clockText(time, app.appearance.locale)
      return { time, row: sentRow(app, one, () => this.#open(one), clock) }
    })
    const came = (this.#arrivals.found ?? [])
      .filter(({ time }) => time)
      .map((one) => ({
        time: one.time,
        row: arrivalRow(app, one, clockText(one.time, app.appearance.locale)),
      }))
    const coins = coinsReceived(app.store, ownerOf(app)).map((one) => ({
      time: one.time,
      row: coinsRow(app, one),
    }))
    return [...out, ...came, ...coins].sort((one, other) => other.time - one.time)
  }

  #day(items: readonly [Item, ...Item[]]): TemplateResult {
    return html`
      <section>
        <h2>${dayText(items[0].time, this.app.appearance.locale)}</h2>
        <ul class="sent">${items.map(({ row }) => html`<li>${row}</li>`)}</ul>
      </section>
    `
  }

  #silent(all: Sent[]): TemplateResult | typeof nothing {
    const { app } = this
    const silent = all.find(({ chainId }) => app.core.activity?.isSilent(chainId))
    if (!navigator.onLine) {
      return caution(
        msg('You are offline. What was sent is kept here, and looked for again when you are back.'),
      )
    }
    if (!silent) return nothing
    const name = app.chains.find(silent.chainId)?.name ?? ''
    return caution(
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
