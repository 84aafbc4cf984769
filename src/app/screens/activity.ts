import { localized, msg, str } from '@lit/localize'
import { css, html, nothing, type TemplateResult } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'

import { formatAmount } from '../../chain/units.js'
import { forward } from '../../ui/icons.js'
import { idOf, type Sent, timeOf } from '../activity/record.js'
import type { WalletApp } from '../wallet-app.js'
import { choices } from './choices.js'
import { danger, shortAddress } from './parts.js'
import { Screen } from './screen.js'
import { moodOf, statusWords, whatWords } from './sent-words.js'
import './sent.js'

/** What was sent from here, and how it stands. */
@localized()
@customElement('we-activity')
export class ActivityScreen extends Screen {
  static override styles = [
    Screen.styles,
    choices,
    css`
      we-sent {
        flex: 1;
      }

      ul {
        flex: none;
        margin: 0;
        padding: 0;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        list-style: none;
      }

      li + li {
        border-block-start: 1px solid var(--line);
      }

      .choice .amount {
        flex: none;
        max-inline-size: 45%;
        text-align: end;
        font-variant-numeric: tabular-nums;
      }

      .choice .sub.good {
        color: var(--success);
      }

      .choice .sub.bad {
        color: var(--danger);
      }

      .choice .sub.waiting {
        color: var(--brand-text);
        font-weight: var(--strong);
      }
    `,
  ]

  @property({ attribute: false }) app!: WalletApp
  /** Id of the one that is shown whole. */
  @state() private opened = ''

  override connectedCallback(): void {
    super.connectedCallback()
    // Properties are set right after. What is open is looked at in any case, and at once when it is shown.
    queueMicrotask(() => void this.app.activity?.refresh())
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
            ? html`<ul>${all.map((one) => html`<li>${this.#row(one)}</li>`)}</ul>`
            : html`<p class="muted">${msg('Nothing has been sent from here yet. What you send with this browser appears here, with what became of it.')}</p>`
        }
      </main>
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

  #row(sent: Sent): TemplateResult {
    const { locale } = this.app
    const chain = this.app.chainOf(sent.chainId)
    const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
    return html`
      <button type="button" class="choice" @click=${() => this.#open(sent)}>
        <span>
          ${whatWords(sent)}
          <span class="sub">${sent.to ? html`<bdi class="mono" dir="ltr">${shortAddress(sent.to)}</bdi>` : nothing} ${chain?.name}</span>
          <span class="sub">${time.format(timeOf(sent))}</span>
        </span>
        <span class="amount">
          ${sent.value ? html`${formatAmount(sent.value, locale)} ${chain?.ticker}` : nothing}
          <span class="sub ${moodOf(sent)}">${statusWords(sent)}</span>
        </span>
        ${forward()}
      </button>
    `
  }

  #open(sent: Sent): void {
    this.opened = idOf(sent)
    void this.focusHeading()
  }

  #close = (): void => {
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
