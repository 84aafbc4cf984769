import { localized, msg, str } from '@lit/localize'
import { css, html, nothing, type TemplateResult } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'

import '../../../ui/copy-button.js'
import { eye, warning } from '../../../ui/icons.js'
import { Guard } from '../../approval/approval-guard.js'
import { fields } from '../base/fields.js'
import { Screen } from '../base/screen.js'
import { danger, listed, reason } from '../base/shared-parts.js'
import { again } from './again.js'

const ASKED = 3

/** The 24 words, once the person asks for them. They are forgotten when the screen goes. */
@localized()
@customElement('we-recovery-phrase')
export class RecoveryPhrase extends Screen {
  static override styles = [
    Screen.styles,
    fields,
    css`
      ol {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(7rem, 1fr));
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
        font-size: var(--type-note);
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

  /** Gives the 24 words; an empty text if the person has to sign in again first. */
  @property({ attribute: false }) reveal!: () => Promise<string>
  /** Set while the person has to sign in again before they may see the words. */
  @property({ attribute: false }) onSignIn?: (() => void) | undefined
  @property({ attribute: false }) onBack?: () => void
  /** The person has saved the words and typed three of them correctly. */
  @property({ attribute: false }) onDone?: () => void
  @state() private words: string[] = []
  /** Positions of the words to type, from 0, and of those typed wrongly. */
  @state() private asked: number[] = []
  @state() private wrong: number[] = []
  readonly #guard = new Guard(this)

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.words = []
    this.asked = []
    this.wrong = []
  }

  protected override render() {
    return html`
      ${this.header(msg('Recovery phrase'), () => this.onBack?.())}
      ${this.words.length ? (this.asked.length ? this.#check() : this.#shown()) : this.onSignIn ? this.#again(this.onSignIn) : this.#hidden()}
    `
  }

  #again(onSignIn: () => void): TemplateResult {
    return again(
      msg('Sign in again first. This protects the words from anyone who finds the wallet open.'),
      onSignIn,
    )
  }

  #hidden(): TemplateResult {
    return html`
      <main>
        <p>${msg('24 words that open your account in any other wallet, also without this one.')}</p>
        <p class="notice warning">${warning()}<span>
          ${msg('Anyone with these words owns your account. We never ask for them. Make sure that no one is watching.')}
        </span></p>
      </main>
      ${reason(this.#guard, true)}
      <footer>
        <button type="button" class="button primary" aria-disabled=${!this.#guard.isArmed}
          @click=${this.#show}>${eye()}<span>${msg('Show the words')}</span></button>
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
        <button type="button" class="button primary" @click=${this.#ask}>${msg('I have saved them')}</button>
      </footer>
    `
  }

  /** Asks for three of the words, to make sure that the person wrote them down. */
  #check(): TemplateResult {
    return html`
      <main>
        <p>${msg('Look at what you wrote down, and type these three words.')}</p>
        <form id="check" novalidate autocomplete="off" @submit=${this.#finish}>
          ${this.asked.map(
            (at) => html`<label>${msg(str`Word ${at + 1}`)}
              <input type="text" name=${at} autocomplete="off" autocapitalize="none" spellcheck="false" dir="ltr"
                aria-invalid=${this.wrong.includes(at)} aria-describedby="problem" /></label>`,
          )}
        </form>
        <div id="problem">${
          this.wrong.length
            ? danger(
                msg(
                  str`Not the word at this place: ${listed(this.wrong.map((at) => String(at + 1)))}. Look again.`,
                ),
              )
            : nothing
        }</div>
      </main>
      <footer>
        <button type="button" class="button" @click=${this.#lookAgain}>${msg('Show the words again')}</button>
        <button class="button primary" form="check">${msg('Done')}</button>
      </footer>
    `
  }

  async #ask(): Promise<void> {
    this.asked = somePositions(this.words.length)
    await this.updateComplete
    this.renderRoot.querySelector('input')?.focus()
  }

  #lookAgain(): void {
    this.asked = this.wrong = []
    void this.focusHeading()
  }

  async #finish(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const form = event.target as HTMLFormElement
    const typed = new FormData(form)
    const wordAt = (at: number) =>
      String(typed.get(String(at)))
        .trim()
        .toLowerCase()
    this.wrong = this.asked.filter((at) => wordAt(at) !== this.words[at])
    if (!this.wrong.length) return this.onDone?.()
    await this.updateComplete
    form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }

  async #show(event: MouseEvent): Promise<void> {
    if (!this.#guard.allows(event)) return
    const words = await this.reveal()
    if (!words) return
    this.words = words.split(' ')
    await this.focusHeading()
  }
}

/** Three random positions in ascending order, so that people can follow their notes from the top. */
function somePositions(count: number): number[] {
  const positions = new Set<number>()
  const random = new Uint32Array(1)
  while (positions.size < ASKED) positions.add(crypto.getRandomValues(random)[0]! % count)
  return [...positions].sort((one, other) => one - other)
}
