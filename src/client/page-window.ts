/** A window of the wallet's that this page opens for the wallet's frame, in the person's click. */
import { MEETING_PATH, meetingName } from '../protocol/meeting.js'
import { randomId } from '../shared/encoding.js'
import { openPopup } from './popup.js'
import { framedUrl } from './wallet-url.js'

export class PageWindow {
  /** A random name by which the frame finds the window. */
  readonly name = randomId()
  #window: Window | null = null
  /** An empty document of the wallet's, where the two find each other. */
  #meeting: HTMLIFrameElement | undefined

  get isOpen(): boolean {
    return this.#window?.closed === false
  }

  /**
   * Call it before any await.
   *
   * @param base - Where the wallet app is served.
   * @returns Whether the browser opened it.
   */
  open(base: URL, path: string): boolean {
    this.close()
    this.#window = openPopup(`${new URL(`${path}#wait`, base)}`, this.name)
    if (!this.#window) return false
    this.#meeting = Object.assign(document.createElement('iframe'), {
      name: meetingName(this.name),
      src: `${framedUrl(MEETING_PATH, base)}`,
      sandbox: 'allow-same-origin',
    })
    this.#meeting.style.setProperty('display', 'none', 'important')
    document.body.append(this.#meeting)
    return true
  }

  focus(): void {
    this.#window?.focus()
  }

  close(): void {
    this.#window?.close()
    this.#meeting?.remove()
  }
}
