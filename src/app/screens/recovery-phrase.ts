import { localized, msg } from '@lit/localize'
import { css, html, type TemplateResult } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'

import '../../ui/copy-button.js'
import { eye, warning } from '../../ui/icons.js'
import { finishBackup } from '../backup.js'
import { Guard } from '../guard.js'
import type { WalletApp } from '../wallet-app.js'
import { reason } from './parts.js'
import { Screen } from './screen.js'

/** The 24 words, once the person asks for them. They are forgotten when the screen goes. */
@localized()
@customElement('we-recovery-phrase')
export class RecoveryPhrase extends Screen {
  static override styles = [
    Screen.styles,
    css`
      ol {
        display: grid;
        grid-template-columns: repeat(3, 1fr);
        gap: 6px;
        list-style: none;
        counter-reset: word;
      }

      li {
        counter-increment: word;
        display: flex;
        gap: 6px;
        padding: 7px 8px;
        border-radius: 8px;
        background: var(--sunken);
        font-size: 14px;
        font-weight: 550;
      }

      li::before {
        min-inline-size: 16px;
        color: var(--muted);
        font-weight: 400;
        font-variant-numeric: tabular-nums;
        content: counter(word);
      }

      we-copy {
        display: flex;
      }
    `,
  ]

  @property({ attribute: false }) app!: WalletApp
  @state() private words: string[] = []
  readonly #guard = new Guard(this)

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.words = []
  }

  protected override render() {
    return html`
      ${this.header(msg('Recovery phrase'), () => this.app.show('home'))}
      ${this.words.length ? this.#shown() : this.#hidden()}
    `
  }

  #hidden(): TemplateResult {
    return html`
      <main>
        <p>${msg('24 words that open your account in any other wallet, also without this one.')}</p>
        <p class="notice warning">${warning()}<span>
          ${msg('Whoever has the words has everything in the account. Nobody from here will ever ask for them. Make sure that nobody is watching.')}
        </span></p>
      </main>
      ${reason(this.#guard)}
      <footer>
        <button type="button" class="button primary" aria-disabled=${!this.#guard.isArmed}
          @click=${this.#show}>${eye()}${msg('Show the words')}</button>
      </footer>
    `
  }

  #shown(): TemplateResult {
    return html`
      <main>
        <p class="small muted">${msg('Write them down in this order and keep them where only you find them.')}</p>
        <ol dir="ltr" translate="no">${this.words.map((word) => html`<li>${word}</li>`)}</ol>
        <we-copy full text=${this.words.join(' ')} label=${msg('Copy the words')}></we-copy>
      </main>
      <footer>
        <button type="button" class="button primary" @click=${this.#finish}>${msg('I have saved them')}</button>
      </footer>
    `
  }

  #finish(): void {
    const { address } = this.app
    if (address) finishBackup(address)
    this.app.show('home')
  }

  async #show(event: MouseEvent): Promise<void> {
    if (!this.#guard.allows(event)) return
    this.words = (await this.app.sign('phrase', null)).split(' ')
    await this.focusHeading()
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'we-recovery-phrase': RecoveryPhrase
  }
}
