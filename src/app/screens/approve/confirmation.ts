import { msg, str } from '@lit/localize'
import { css, html, nothing, type TemplateResult } from 'lit'
import { property } from 'lit/decorators.js'
import { live } from 'lit/directives/live.js'

import '../../../ui/identicon.js'
import '../explanation/own-code.js'
import type { Chain } from '../../../chain/networks/networks.js'
import type { KnownAddresses } from '../../../chain/parties/parties.js'
import type { Node } from '../../../chain/reads/contract-reads.js'
import { shortAddress } from '../../../chain/values/addresses.js'
import { visible } from '../../../chain/values/text.js'
import { Guard } from '../../approval/approval-guard.js'
import { networkName } from '../base/network.js'
import { Screen } from '../base/screen.js'
import { asker, reason } from '../base/shared-parts.js'
import { dangersOf, isRefused, type Notice } from './notices.js'
import { Reading } from './reading.js'

/** Dispatched in the click when the question continues in a separate window. */
const CONTINUE = 'we-continue'

/** A question with its site, its account and the two answers. */
export abstract class Confirmation<Answer = void> extends Screen {
  static override styles = [
    Screen.styles,
    css`
      main {
        gap: 16px;
        padding-block-start: 16px;
      }

      footer {
        padding-block: 12px 16px;
      }

      .elsewhere {
        display: grid;
        flex: none;
        padding: 12px var(--edge) 16px;
      }

      .second {
        display: flex;
        flex: none;
        align-items: center;
        gap: 12px;
        min-block-size: 44px;
        padding: 12px 24px 0;
        font-size: var(--type-note);
      }

      .second input {
        flex: none;
        inline-size: 24px;
        block-size: 24px;
        accent-color: var(--danger);
      }

      /* Takes no room: the negative margin is larger than the gap. */
      .end {
        flex: none;
        block-size: 1px;
        margin-block-start: -17px;
      }

      .lead {
        display: flex;
        flex-direction: column;
        gap: 8px;
      }

      .who {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        justify-content: space-between;
        gap: 4px 12px;
      }

      /* Takes no place in the line, and is still there for screen readers. */
      .turn:empty {
        position: absolute;
      }

      .turn,
      .where {
        color: var(--muted);
        font-size: var(--type-note);
      }

      .where,
      .account {
        display: inline-flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0 8px;
        vertical-align: middle;
      }

      .where .account {
        color: var(--text);
      }

      .account we-identicon {
        inline-size: 20px;
        block-size: 20px;
      }

      footer .button {
        border-radius: 24px;
      }

      /* The summary lies on the button itself, so that a page cannot cover one without the other. */
      .yes {
        display: grid;
        flex: 2 1 0;
        grid-template-rows: minmax(48px, auto);
        text-align: center;
      }

      .yes > .button {
        grid-area: 1 / 1 / span 3 / 1;
      }

      .yes.said {
        grid-template-rows: auto;
      }

      .yes.said > .button {
        display: inline-flex;
        align-items: flex-start;
      }

      /* Takes the room that the button's words take, which lie over it. */
      .yes > .room {
        grid-area: 1 / 1;
        padding: 11px 19px 0;
        font-weight: var(--strong);
        overflow-wrap: break-word;
        hyphens: auto;
        hyphenate-limit-chars: 12 4 4;
        visibility: hidden;
      }

      .yes > small {
        z-index: 1;
        grid-area: 2 / 1;
        padding: 0 12px;
        color: var(--on-brand);
        font-size: var(--type-small);
        overflow-wrap: anywhere;
        pointer-events: none;
      }

      .yes > .ignored {
        grid-row: 3;
      }

      .yes.said > .ignored {
        padding-block-end: 10px;
      }

      .yes > [aria-disabled='true'] ~ small {
        color: var(--muted);
      }
    `,
  ]

  /** Verified origin of who asks; null for the person's own doing. */
  @property() site: string | null = null
  /** The account that is asked for. */
  @property() address = ''
  /** Addresses that the person knows. An address that resembles one of them is a danger. */
  @property({ attribute: false }) people?: KnownAddresses
  /** How many questions wait, this one among them. */
  @property({ attribute: false }) waiting = 1
  @property({ attribute: false }) onApprove?: (answer: Answer) => void
  @property({ attribute: false }) onReject?: () => void

  /** The head of a question: site, account, network and title. */
  protected lead(title: string, chain?: Chain): TemplateResult {
    const { site, waiting } = this
    const turn = waiting > 1 ? msg(str`Question 1 of ${waiting}`) : ''
    // Live regions must be there before their text changes, or screen readers miss it.
    return html`
      <div class="lead">
        <div class="who">
          ${site ? asker(site) : nothing}
          <span class="turn" role="status">${turn}</span>
          <span class="where">${this.account()}${chain ? html`<span><bdi>${networkName(chain)}</bdi></span>` : nothing}</span>
        </div>
        <h1 tabindex="-1">${title}</h1>
      </div>
    `
  }

  protected account(): TemplateResult {
    const name = this.people?.names?.[this.address.toLowerCase()]
    return html`
      <span class="account" role="group" aria-label=${msg('Account')}>
        <we-identicon address=${this.address}></we-identicon>
        ${name ? html`<bdi>${visible(name)}</bdi>` : nothing}
        <span class="mono" dir="ltr" title=${this.address}>${shortAddress(this.address)}</span>
      </span>
    `
  }

  /** Warns if the account acts by a contract's code: that code may accept signatures for orders. */
  protected ownCode(node: Node | undefined, chain: Chain): TemplateResult | typeof nothing {
    if (!node) return nothing
    return html`<we-own-code .node=${node} .chain=${chain} address=${this.address}
      @we-own-code=${() => this.lookAnew()}></we-own-code>`
  }

  /** Marks the end of the description. Until it was on the screen, nothing can be approved. */
  protected readonly end = html`<div class="end"></div>`
  readonly #guard = new Guard(this)
  readonly #reading = new Reading(this, () => this.#guard.restart())
  /** Dangers that the person has acknowledged; later ones are not among them. */
  #accepted: ReadonlySet<string> = new Set()
  /** The last press did not count, so the screen says why. */
  #isIgnored = false

  /**
   * @param isReady - Whether the question can be approved.
   * @param missing - The reason why not yet, shown when the button is pressed.
   * @param gist - A short summary on the approve button.
   * @param notices - A danger needs a second confirmation; a refusal removes the approve button.
   */
  protected answers(
    onApprove: () => void,
    {
      yes = msg('Approve'),
      no = msg('Reject'),
      isReady: hasAll = true,
      missing = msg('Not everything is known yet.'),
      gist: asked = '',
      notices = [],
    }: {
      yes?: string
      no?: string
      isReady?: boolean
      missing?: string | undefined
      gist?: string
      notices?: readonly Notice[]
    } = {},
  ): TemplateResult {
    const guard = this.#guard
    if (isRefused(notices)) {
      return html`<footer><button type="button" class="button primary"
        @click=${this.onReject}>${no}</button></footer>`
    }
    const dangers = dangersOf(notices)
    const isSure = dangers.every(({ text }) => this.#accepted.has(text))
    const isRead = this.#reading.isRead === true
    const isReady = hasAll && isSure && isRead
    const reasons = [
      !hasAll && missing,
      !isRead && msg('Read to the end first.'),
      !isSure && msg('Confirm first that you know the danger.'),
    ]
    const why = reasons.find((one) => one) || ''
    const again = guard.obstacle ? '' : msg('Press once more.')
    const danger = dangers.find(({ brief }) => brief)
    const gist = danger ? `⚠ ${danger.brief}` : asked
    const onYes = (event: MouseEvent) => {
      if (guard.allows(event) && isReady) onApprove()
      else this.#onIgnored()
    }
    const hasWindow = guard.sight !== 'alone' && guard.isStuck
    // Not `disabled`, which would move the focus away while figures load.
    return html`
      ${reason(guard)}
      ${
        this.#reading.isRead === false
          ? html`<div class="elsewhere more"><button type="button" class="button"
              @click=${() => this.#reading.readOn()}>${msg('Read on')}</button></div>`
          : nothing
      }
      ${
        dangers.length
          ? html`<div role="status"><label class="second"><input type="checkbox" .checked=${live(isSure)}
              @change=${(event: Event) => this.#onSure(event, dangers)}>
              <span>${msg('I know the danger and want to go on.')}</span></label></div>`
          : nothing
      }
      ${
        hasWindow
          ? html`<div class="elsewhere"><button type="button" class="button"
              @click=${this.#continue}>${msg('Continue in a window')}</button></div>`
          : nothing
      }
      <footer>
        <button type="button" class="button" @click=${this.onReject}>${no}</button>
        <div class="yes ${gist || this.#isIgnored ? 'said' : ''}">
          <button type="button" class="button primary" aria-describedby="gist why"
            aria-disabled=${!isReady || !guard.isArmed} @click=${onYes}>${yes}</button>
          <span class="room" aria-hidden="true">${yes}</span>
          <small id="gist">${gist ? html`<bdi>${gist}</bdi>` : nothing}</small>
          <small class="ignored" role="status">${this.#isIgnored ? why || again : nothing}</small>
        </div>
        <span id="why" hidden>${why}</span>
      </footer>
    `
  }

  #onIgnored(): void {
    this.#isIgnored = true
    this.requestUpdate()
  }

  /** The content changed: the person has to look at it again before they can approve. */
  protected lookAnew(): void {
    this.#reading.restart()
    this.#guard.restart()
  }

  /** A person who ticks the box has not pressed the button next to it. */
  #onSure(event: Event, dangers: readonly Notice[]): void {
    const isSure = (event.target as HTMLInputElement).checked
    this.#accepted = new Set(isSure ? dangers.map(({ text }) => text) : [])
    this.#guard.restart()
    this.requestUpdate()
  }

  /** Only sends an event: the component around it moves the question to a window. */
  #continue(): void {
    this.dispatchEvent(new Event(CONTINUE, { bubbles: true }))
  }
}
