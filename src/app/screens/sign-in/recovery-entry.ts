import { localized, msg, str } from '@lit/localize'
import { css, html, nothing, type TemplateResult } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'
import { live } from 'lit/directives/live.js'
import { WalletError } from '../../../shared/errors.js'
import { warning } from '../../../ui/icons.js'
import {
  completed,
  type Reading,
  readPhrase,
  suggestionsFor,
  WORD_COUNT,
  wordsOf,
} from '../../sign-in/recovery-words.js'
import { Screen } from '../base/screen.js'
import { danger, listed, loginErrorText } from '../base/shared-parts.js'

/** Unknown words that an error names. */
const NAMED = 4

/** Takes a recovery phrase. Only in a window of the wallet's own: see docs/decisions/0059. */
@localized()
@customElement('we-recovery-entry')
export class RecoveryEntry extends Screen {
  static override styles = [
    Screen.styles,
    css`
      ol {
        display: grid;
        grid-template-columns: repeat(2, minmax(0, 1fr));
        gap: 8px;
        list-style: none;
      }

      li label {
        display: flex;
        align-items: center;
        gap: 6px;
        border: 1px solid var(--muted);
        border-radius: var(--radius-small);
        background: var(--raised);
      }

      li span {
        min-inline-size: 28px;
        color: var(--muted);
        font-size: var(--type-small);
        text-align: end;
      }

      input {
        flex: 1;
        min-inline-size: 0;
        min-block-size: 44px;
        padding: 6px 8px;
        border: 0;
        background: none;
      }

      label:focus-within {
        outline: 2px solid var(--brand-text);
        outline-offset: 1px;
      }

      input:focus-visible {
        outline: none;
      }

      label:has([aria-invalid='true']) {
        border-color: var(--danger);
      }
    `,
  ]

  /** Given 32 bytes. */
  @property({ attribute: false }) onSecret?: (secret: Uint8Array) => Promise<void>
  @property({ attribute: false }) onCancel?: () => void
  @state() private words: string[] = Array(WORD_COUNT).fill('')
  @state() private suggestions: string[] = []
  @state() private problem: Reading | undefined
  @state() private failure: WalletError | undefined
  @state() private isBusy = false

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.words = Array(WORD_COUNT).fill('')
  }

  protected override render() {
    return html`
      ${this.header(msg('Use recovery phrase'), () => this.onCancel?.())}
      <main>
        <p>${msg('Type your 24 words in their order, or paste them.')}</p>
        <p class="notice warning">${warning()}<span>${msg(
          str`Type them only where the address bar says ${location.host}. No site and no person needs them.`,
        )}</span></p>
        <form id="phrase" novalidate autocomplete="off" @submit=${this.#submit}>
          <ol dir="ltr" translate="no">${this.words.map((word, at) => this.#field(word, at))}</ol>
          <datalist id="words">${this.suggestions.map((word) => html`<option value=${word}></option>`)}</datalist>
        </form>
        <div id="problem">${this.#problemText()}</div>
      </main>
      <footer>
        <button class="button primary" form="phrase" aria-disabled=${this.isBusy}>${msg('Open the account')}</button>
      </footer>
    `
  }

  /** The first word, for the keyboard. */
  override async focusHeading(): Promise<void> {
    await this.updateComplete
    this.#inputs[0]?.focus({ preventScroll: true })
  }

  #field(word: string, at: number): TemplateResult {
    const { problem } = this
    const isWrong = !!problem && 'positions' in problem && problem.positions.includes(at + 1)
    return html`<li><label>
      <span aria-hidden="true">${at + 1}</span>
      <input type="text" list="words" autocomplete="off" autocapitalize="none" autocorrect="off" spellcheck="false"
        aria-label=${msg(str`Word ${at + 1}`)} aria-invalid=${isWrong} aria-describedby="problem" .value=${live(word)}
        @input=${(event: InputEvent) => this.#onInput(event, at)} @paste=${(event: ClipboardEvent) => this.#onPaste(event, at)}
        @keydown=${(event: KeyboardEvent) => this.#onKey(event, at)} @change=${() => this.#complete(at)} />
    </label></li>`
  }

  #problemText(): TemplateResult | typeof nothing {
    const { problem, failure } = this
    if (failure) return danger(loginErrorText(failure))
    return problem && problem.name !== 'secret' ? danger(this.#textOf(problem)) : nothing
  }

  #textOf(problem: Reading): string {
    switch (problem.name) {
      case 'missing':
        return msg(str`Words are missing. The first one is number ${problem.positions[0]}.`)
      case 'unknown': {
        const named = problem.positions.slice(0, NAMED).map((at) => `${at} “${this.words[at - 1]}”`)
        return msg(str`Not a word of a recovery phrase: ${listed(named)}.`)
      }
      default:
        return msg(
          'Each word is in the list, but together they are not a recovery phrase. One word is wrong, or two have changed places.',
        )
    }
  }

  #onInput(event: InputEvent, at: number): void {
    const { value } = event.target as HTMLInputElement
    // A whole phrase may also come from a keyboard's suggestions.
    const [word = '', ...more] = wordsOf(value)
    if (more.length) this.#spread([word, ...more], at)
    else {
      this.words = this.words.with(at, word)
      this.suggestions = suggestionsFor(word)
      if (/\s$/.test(value) && word) this.#goTo(at + 1)
    }
    this.problem = undefined
  }

  #onPaste(event: ClipboardEvent, at: number): void {
    const words = wordsOf(event.clipboardData?.getData('text') ?? '')
    if (words.length < 2) return
    event.preventDefault()
    this.#spread(words, words.length >= WORD_COUNT ? 0 : at)
  }

  #onKey(event: KeyboardEvent, at: number): void {
    const isLast = at === WORD_COUNT - 1
    if (event.key !== 'Enter' || isLast || !this.words[at]) return
    event.preventDefault()
    this.#goTo(at + 1)
  }

  /** Words into their fields, from one on. */
  #spread(words: string[], from: number): void {
    this.words = this.words.map((word, at) => words[at - from] ?? word)
    this.problem = undefined
    this.#goTo(Math.min(from + words.length, WORD_COUNT - 1))
  }

  #complete(at: number): void {
    this.words = this.words.with(at, completed(this.words[at]!))
  }

  #goTo(at: number): void {
    this.suggestions = []
    this.#inputs[at]?.focus()
  }

  async #submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    if (this.isBusy) return
    this.words = this.words.map(completed)
    const reading = readPhrase(this.words)
    this.problem = reading
    this.failure = undefined
    if (reading.name !== 'secret') {
      if ('positions' in reading) this.#goTo(reading.positions[0]! - 1)
      return
    }
    this.isBusy = true
    try {
      await this.onSecret?.(reading.secret)
    } catch (error) {
      this.failure = WalletError.from(error)
    } finally {
      reading.secret.fill(0)
      this.isBusy = false
    }
  }

  get #inputs(): HTMLInputElement[] {
    return [...this.renderRoot.querySelectorAll('input')]
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'we-recovery-entry': RecoveryEntry
  }
}
