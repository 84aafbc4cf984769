/** What the element draws: the floating button, or one of the page's own, and the panel. */
import { keep, recall } from '../../src/client/page-storage.js'
import { ICON_PATH } from '../../src/client/provider/icon.js'
import type { InitParams, WalletState } from '../../src/protocol/messages.js'
import { BUTTON_POSITIONS, type ButtonPosition } from '../../src/shared/options.js'
import { make, makeDrawing } from '../make.js'
import { styles } from './wallet-embed.styles.js'

/** In the page's storage: where the person put the button. */
const PLACE = 'wallet-embed-button'
const CORNERS: readonly unknown[] = BUTTON_POSITIONS
const CLOSE_PATH = 'm20 20 16 16m0-16L20 36'
const TEXTS = {
  lang: 'en',
  dir: 'ltr',
  title: 'Wallet',
  open: 'Open wallet',
  close: 'Close wallet',
}

/** Milliseconds that a note stays: it is a word, and nothing is to be done. */
const NOTE_TIME = 3_000

/** One for all elements, made with the first. */
let sheet: CSSStyleSheet | undefined
/** Every panel of this page with a floating button, in the order in which they came. */
const floating = new Set<Panel>()

export interface PanelOptions {
  root: ShadowRoot
  /** A button was pressed. */
  onToggle(): void
  /** The person closed the panel, or the browser did. */
  onDismiss(): void
  /** The person swiped the sheet down. */
  onSwipe(): void
}

export interface PanelLook extends Pick<InitParams, 'theme' | 'whiteLabel'> {
  frame: HTMLIFrameElement | undefined
  hasButton: boolean
  buttonPosition: ButtonPosition | undefined
  texts: WalletState['texts']
}

/**
 * By hand, without a template library: it is little, every page loads it, and a page may forbid the
 * policy that such a library needs under Trusted Types.
 */
export class Panel {
  readonly #slot = make('slot', { name: 'button' })
  readonly #open = makeButton('open', 'button open', ICON_PATH)
  readonly #close = makeButton('close', 'button close', CLOSE_PATH)
  readonly #box = make('div', { part: 'panel' })
  /** Of the sheet that the panel is on a phone. */
  readonly #handle = make('i', {})
  readonly #dialog = make('dialog', {}, this.#box, this.#close)
  readonly #note = make('p', { part: 'note', role: 'status', popover: 'manual' })
  /** The Escape that closes the panel is not one for a dialog of the page's. */
  readonly #keep = (event: Event) => {
    if (event.composedPath().includes(this.#dialog)) event.stopPropagation()
  }
  /** What the button is called while something is on its way. */
  pending = ''
  #forgetting: ReturnType<typeof setTimeout> | undefined
  readonly #options: PanelOptions
  /** The page's own buttons, and the attributes that they have from here. */
  readonly #own = new Map<Element, string[]>()
  #look: PanelLook | undefined
  /** Goes before what the page asks for. From storage, so it may be anything. */
  #place: unknown[] = [recall(PLACE)].flat()
  #isDraggable = false
  #corner = ''

  constructor(options: PanelOptions) {
    this.#options = options
    if (!sheet) {
      sheet = new CSSStyleSheet()
      sheet.replaceSync(styles)
    }
    options.root.adoptedStyleSheets = [sheet]
    options.root.append(this.#slot)
    this.#open.popover = 'manual'
    this.#open.ariaHasPopup = 'dialog'
    this.#open.onpointerenter = this.#open.onfocus = (event) => this.#loadDrag(event)
    this.#open.addEventListener('click', options.onToggle)
    this.#slot.addEventListener('click', options.onToggle)
    this.#slot.addEventListener('slotchange', () => this.#adopt())
    this.#close.addEventListener('click', options.onDismiss)
    this.#dialog.addEventListener('cancel', options.onDismiss)
    // Told a frame later: by then it may be open again.
    this.#dialog.addEventListener('close', () => this.isOpen || options.onDismiss())
    this.#dialog.addEventListener('click', ({ target }) => {
      // A click on the dialog itself is one beside the panel.
      if (target === this.#dialog) options.onDismiss()
    })
  }

  get isOpen(): boolean {
    return this.#dialog.open
  }

  /** Draws. The frame stays where it is while it is the same one: it would reload. */
  draw(look: PanelLook): void {
    this.#look = look
    const { frame, buttonPosition, texts, theme, whiteLabel } = look
    const colors = typeof theme === 'object' ? theme : whiteLabel?.theme
    const { lang, dir, title, open, close } = { ...TEXTS, ...texts }
    const [placed, shift] = this.#place
    const wanted = [placed, buttonPosition, 'bottom-left']
    this.#corner = wanted.find((corner) => CORNERS.includes(corner)) as string
    for (const { style } of [this.#open, this.#note]) {
      style.setProperty('--_shift', `${Number(shift) || 0}%`)
    }
    const corner = this.#corner.replace('-', ' ')
    this.#open.className = `open ${corner}`
    this.#close.className = corner
    this.#box.className = `panel ${corner}`
    this.#open.ariaLabel = this.pending || open
    this.#close.ariaLabel = close
    this.#dialog.ariaLabel = title
    for (const element of [this.#open, this.#dialog]) {
      Object.assign(element, { lang, dir })
      element.style.setProperty('--_brand', colors?.colors?.walletBrand1 ?? '')
    }
    this.#dialog.style.colorScheme = schemeOf(theme, colors?.isDark)
    if (frame) {
      frame.title = title
      if (frame.parentNode !== this.#box) this.#box.replaceChildren(this.#handle, frame)
      if (!this.#dialog.isConnected) this.#options.root.append(this.#dialog)
    } else {
      this.#dialog.remove()
      this.#box.replaceChildren()
    }
    this.#float()
  }

  /** Shows a passing note beside the button. Over the panel it would block approvals. */
  note(text: string): void {
    clearTimeout(this.#forgetting)
    this.#note.remove()
    if (!text || this.isOpen || !this.#options.root.host.isConnected) return
    const { lang, dir } = this.#dialog
    Object.assign(this.#note, { lang, dir, textContent: '' })
    this.#note.className = `note ${this.#corner.replace('-', ' ')}`
    this.#options.root.append(this.#note)
    this.#note.showPopover()
    // Filled in later: screen readers skip text that is there from the start.
    this.#note.textContent = text
    this.#forgetting = setTimeout(() => this.#note.remove(), NOTE_TIME)
  }

  show(): void {
    if (this.isOpen) {
      if (this.#options.root.activeElement) return
      // A dialog of the page's, opened later, may lie above it and has the focus.
      this.#dialog.close()
    }
    this.note('')
    // Some of the page's listeners would hear it before the panel does.
    addEventListener('keydown', this.#keep, true)
    this.#dialog.showModal()
    this.#loadDrag()
    tellHidden(this.#dialog)
    this.#mark()
  }

  hide(): void {
    // A drag may be under way.
    this.#box.style.translate = ''
    removeEventListener('keydown', this.#keep, true)
    this.#dialog.close()
    this.#mark()
  }

  /** Rarely needed, so it is loaded when it may be. */
  async #loadDrag(began?: Event): Promise<void> {
    if (this.#isDraggable) return
    this.#isDraggable = true
    try {
      ;(await import('./drag.js')).makeDraggable({
        began,
        button: this.#open,
        cornerOf: () => this.#corner,
        onPlace: (place) => {
          this.#place = place
          keep(PLACE, place)
          if (this.#look) this.draw(this.#look)
        },
        handle: this.#handle,
        sheet: this.#box,
        onSwipe: this.#options.onSwipe,
      })
    } catch {
      // The button stays where it is.
    }
  }

  /** Several wallets may want one corner: they line up. */
  #stack(index: number): void {
    for (const button of [this.#open, this.#close]) {
      button.style.setProperty('--_index', `${index}`)
    }
  }

  #float(): void {
    const { root } = this.#options
    const isFloating = !!this.#look?.hasButton && !this.#own.size && root.host.isConnected
    if (isFloating) {
      floating.add(this)
      if (!this.#open.isConnected) this.#slot.after(this.#open)
      // In the top layer no stacking context and no transformed ancestor of the page matters.
      if (!this.#open.matches(':popover-open')) {
        this.#open.showPopover()
        tellHidden(this.#open)
      }
    } else {
      floating.delete(this)
      this.#open.remove()
    }
    const taken: Record<string, number> = {}
    for (const panel of floating) {
      const index = taken[panel.#corner] ?? 0
      taken[panel.#corner] = index + 1
      panel.#stack(index)
    }
  }

  /** Takes the page's own buttons on, and lets go of those that went. */
  #adopt(): void {
    const now = this.#slot.assignedElements()
    for (const [element, given] of this.#own) {
      if (now.includes(element)) continue
      for (const name of given) element.removeAttribute(name)
      this.#own.delete(element)
    }
    for (const element of now) {
      if (this.#own.has(element)) continue
      const given = ['aria-haspopup', 'aria-expanded'].filter((name) => !element.hasAttribute(name))
      this.#own.set(element, given)
    }
    this.#mark()
    this.#float()
  }

  #mark(): void {
    const values: Record<string, string> = {
      'aria-haspopup': 'dialog',
      'aria-expanded': `${this.isOpen}`,
    }
    for (const [element, given] of this.#own) {
      for (const name of given) element.setAttribute(name, values[name]!)
    }
  }
}

/** A page that hides the element gets no button, and people no panel: open, it would block the page unseen. */
function tellHidden(element: HTMLElement & { close?(): void }): void {
  if (!element.getClientRects().length) {
    console.warn('wallet-embed: hidden by display: none; use hide-button.')
    element.close?.()
  }
}

const makeButton = (className: string, part: string, d: string): HTMLButtonElement =>
  make('button', { class: className, part, type: 'button' }, makeDrawing('12 12 32 32', [{ d }]))

/** For CSS's `color-scheme`; empty: the browser's own. @param isDark - Where the theme does not say it by name. */
function schemeOf(theme: InitParams['theme'], isDark: boolean | undefined): string {
  if (typeof theme === 'string') return theme.replace('auto', '')
  return isDark === undefined ? '' : isDark ? 'dark' : 'light'
}
