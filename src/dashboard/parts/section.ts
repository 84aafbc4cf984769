import { type CSSResultGroup, html, LitElement, nothing, type TemplateResult } from 'lit'
import { property, state } from 'lit/decorators.js'

import type { SessionAnswer } from '../../protocol/dashboard.js'
import { controls } from '../../ui/controls.js'
import { ApiError, type Failure } from '../api.js'
import { layout } from './styles.js'

/** A message for the person who uses the page. */
export type Said = CustomEvent<string>

/** Base class of the sections. */
export abstract class Section extends LitElement {
  static override styles: CSSResultGroup = [controls, layout]

  @property({ attribute: false }) session!: SessionAnswer
  @state() protected failure: Failure | undefined
  @state() protected isBusy = false

  /** Runs a request and keeps its failure for `failed()`. If the session is over, the page returns to its start. */
  protected async attempt(work: () => Promise<void>): Promise<void> {
    if (this.isBusy) return
    this.isBusy = true
    try {
      await work()
      this.failure = undefined
    } catch (error) {
      this.failure =
        error instanceof ApiError
          ? error.failure
          : { status: 0, code: 'INTERNAL', detail: 'The answer cannot be read.' }
      if (this.failure.status === 401) this.#tell('signed-out')
      else this.say(this.failureText(this.failure))
    } finally {
      this.isBusy = false
    }
  }

  /** Shows a text at the top, and has screen readers announce it. */
  protected say(text: string): void {
    this.#tell('say', text)
  }

  /** Text of a failure. */
  protected failureText({ reason, detail, code, fields }: Failure): string {
    if (reason === 'fields' && fields?.length) return 'Not saved. See what is wrong below.'
    if (reason === 'version-changed') return 'Not saved: the registry was changed meanwhile.'
    if (reason === 'moved-addresses') return "Not saved yet: this moves people's addresses."
    return detail ?? code
  }

  /** A failure that is not about a field. */
  protected failed(): TemplateResult | typeof nothing {
    if (!this.failure || this.failure.reason === 'fields') return nothing
    return html`<p class="notice danger">${this.failureText(this.failure)}</p>`
  }

  /** Moves the focus to where reading begins. */
  protected async focusHeading(): Promise<void> {
    await this.updateComplete
    this.renderRoot.querySelector<HTMLElement>('h1')?.focus()
  }

  #tell(type: 'say' | 'signed-out', detail?: string): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }))
  }
}
