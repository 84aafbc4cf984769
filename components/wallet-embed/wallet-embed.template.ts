import { html, nothing } from 'lit/html.js'

import { ICON_PATH } from '../../src/client/icon.js'
import { BUTTON_POSITIONS, type ButtonPosition } from '../../src/shared/options.js'

const CORNERS: readonly string[] = BUTTON_POSITIONS

export interface WalletEmbedView {
  frame: HTMLIFrameElement | undefined
  hasButton: boolean
  buttonPosition: ButtonPosition | undefined
  open(): void
  dismiss(): void
  /** The browser closed the dialog by itself. */
  onClose(): void
  /** A click on the dialog itself is one beside the panel. */
  onBackdrop(event: MouseEvent): unknown
}

/** The button, and the panel that never leaves the page while the frame is in it: it would reload. */
export function template(view: WalletEmbedView) {
  const { frame, hasButton, buttonPosition = '' } = view
  if (!frame) return nothing
  const corner = (CORNERS.includes(buttonPosition) ? buttonPosition : 'bottom-left').replace(
    '-',
    ' ',
  )
  return html`
    ${
      hasButton
        ? html`<button class="open ${corner}" part="button" type="button" popover="manual"
            aria-haspopup="dialog" aria-label="Open wallet" @click=${view.open}>
            <svg viewBox="12 12 32 32" aria-hidden="true"><path d=${ICON_PATH} /></svg>
          </button>`
        : nothing
    }
    <dialog aria-label="Wallet" @click=${view.onBackdrop} @cancel=${view.dismiss} @close=${view.onClose}>
      <div class="panel ${corner}" part="panel">${frame}</div>
      <button class=${corner} part="button" type="button" aria-label="Close wallet" @click=${view.dismiss}>
        <svg viewBox="12 12 32 32" aria-hidden="true"><path d="m20 20 16 16m0-16L20 36" /></svg>
      </button>
    </dialog>
  `
}
