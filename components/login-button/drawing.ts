import type { Path } from '../../src/shared/marks/provider-marks.js'
import { make, makeDrawing } from '../make.js'
import { styles } from './login-button.styles.js'

/** One for all elements, made with the first. */
let sheet: CSSStyleSheet | undefined

export interface Look {
  isBusy: boolean
  isDisabled: boolean
  /** Of the provider. */
  mark: readonly Path[]
  label: string
  /** That the window may still be open. */
  waiting: string
  failure: string
}

/** What the button draws. */
export class Drawing {
  readonly #iconSlot = make('slot', { name: 'icon' })
  readonly #icon = make('span', { part: 'icon' }, this.#iconSlot)
  readonly #spinner = make('span', { part: 'spinner' })
  readonly #label = make('slot', {})
  readonly #button = make(
    'button',
    { part: 'button', type: 'button' },
    this.#icon,
    make('span', { part: 'label' }, this.#label),
  )
  readonly #waiting = make('p', { part: 'waiting', role: 'status' })
  readonly #failure = make('p', { part: 'error', role: 'alert' })
  #mark: Look['mark'] | undefined

  constructor(root: ShadowRoot, onClick: (event: MouseEvent) => void) {
    if (!sheet) {
      sheet = new CSSStyleSheet()
      sheet.replaceSync(styles)
    }
    root.adoptedStyleSheets = [sheet]
    this.#button.addEventListener('click', onClick)
    root.append(this.#button, this.#waiting, this.#failure)
  }

  draw({ isBusy, isDisabled, mark, label, waiting, failure }: Look): void {
    if (mark !== this.#mark) {
      this.#iconSlot.replaceChildren(makeDrawing('-1 -1 26 26', mark))
      this.#mark = mark
    }
    this.#icon.hidden = isBusy
    if (!isBusy) this.#spinner.remove()
    else if (!this.#spinner.isConnected) this.#icon.after(this.#spinner)
    this.#button.ariaBusy = `${isBusy}`
    this.#button.disabled = isDisabled
    say(this.#label, label)
    say(this.#waiting, waiting)
    say(this.#failure, failure)
  }
}

/** What stays the same is not read out again. */
function say(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text
}
