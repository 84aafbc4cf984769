import { localized, msg } from '@lit/localize'
import { css, html, LitElement, nothing } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'

import { controls } from './controls.js'
import { check, copy } from './icons.js'

/** Milliseconds that the confirmation stays. */
const CONFIRMED = 2_000

/** A button that copies a text, and then confirms that it did. */
@localized()
@customElement('we-copy')
export class CopyButton extends LitElement {
  static override styles = [
    controls,
    css`
      :host {
        display: inline-flex;
      }

      button.done {
        color: var(--success);
      }

      .button {
        inline-size: 100%;
      }
    `,
  ]

  /** The text to copy. */
  @property() text = ''
  /** Accessible name: "Copy address". */
  @property() label = ''
  /** Shows the label next to the icon. */
  @property({ type: Boolean }) full = false

  @state() private outcome: 'copied' | 'denied' | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    clearTimeout(this.#timer)
  }

  protected override render() {
    const isDone = this.outcome === 'copied'
    return html`
      <button type="button" class="${this.full ? 'button' : 'icon-button'} ${isDone ? 'done' : ''}"
        aria-label=${this.full ? nothing : this.label} title=${this.full ? nothing : this.label} @click=${this.#copy}>
        ${isDone ? check() : copy()}
        ${this.full ? html`<span>${isDone ? msg('Copied') : this.label}</span>` : ''}
      </button>
      <span class="visually-hidden" role="status">${this.#said()}</span>
    `
  }

  #said(): string {
    if (this.outcome === 'copied') return msg('Copied')
    if (this.outcome === 'denied')
      return msg('Copying is not allowed here. Select the text instead.')
    return ''
  }

  async #copy(): Promise<void> {
    clearTimeout(this.#timer)
    this.outcome = (await writeText(this.text)) ? 'copied' : 'denied'
    this.#timer = setTimeout(() => {
      this.outcome = undefined
    }, CONFIRMED)
  }
}

/** A frame may lack the clipboard's permission; the old way needs only the click. */
async function writeText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const onCopy = (event: ClipboardEvent) => {
    event.preventDefault()
    event.stopImmediatePropagation()
    event.clipboardData?.setData('text/plain', text)
  }
  document.addEventListener('copy', onCopy, { capture: true })
  try {
    return document.execCommand('copy')
  } finally {
    document.removeEventListener('copy', onCopy, { capture: true })
  }
}
