/**
 * The frame's end of an approval window, at `/confirm`, opened by the frame, or by the page in the person's click. The
 * frame hands it a port directly, so that nothing passes through the page. The page can navigate the window at any
 * time; each document that comes to wait gets a new port, and is asked anew.
 */
import { Peer, type PeerOptions } from '../../protocol/peer.js'
import { send } from '../../protocol/windows.js'
import { dismiss } from '../windows/meeting.js'

/** Milliseconds that a window may take to be there. */
const ARRIVE_TIME = 15_000
/** Milliseconds between looks whether it waits, or is closed. */
const POLL = 100
/** Value of `data-question` on a document that waits for a port. */
export const WAITS = 'waits'

interface QuestionWindowOptions extends Pick<PeerOptions, 'onRequest'> {
  /** The window was closed, or never arrived. If it never arrived, it may be open but cut off from us. */
  onEnd: (wasThere: boolean) => void
}

export class PortWindow {
  readonly #opened: Window
  readonly #options: QuestionWindowOptions
  readonly #polling: ReturnType<typeof setInterval>
  readonly #deadline = Date.now() + ARRIVE_TIME
  readonly #bye = () => dismiss(this.#opened)
  #peer: Peer<Record<never, never>> | undefined

  constructor(opened: Window, options: QuestionWindowOptions) {
    this.#opened = opened
    this.#options = options
    this.#polling = setInterval(() => this.#look(), POLL)
    window.addEventListener('pagehide', this.#bye)
    this.#look()
  }

  focus(): void {
    this.#opened.focus()
  }

  close(): void {
    clearInterval(this.#polling)
    window.removeEventListener('pagehide', this.#bye)
    // The last answer is still on its way to the window.
    const peer = this.#peer
    setTimeout(() => peer?.close())
    dismiss(this.#opened)
  }

  #look(): void {
    const isLate = !this.#peer && Date.now() > this.#deadline
    if (this.#opened.closed || isLate) {
      this.close()
      this.#options.onEnd(!!this.#peer)
    } else if (this.#takesPort()) this.#connect()
  }

  #connect(): void {
    const { port1, port2 } = new MessageChannel()
    this.#peer?.close()
    this.#peer = new Peer(port1, this.#options)
    send(this.#opened, location.origin, 'ask', {}, [port2])
  }

  /** Whether a document waits for a port. Also clears its mark, so that it gets only one. */
  #takesPort(): boolean {
    try {
      const { dataset } = this.#opened.document.documentElement
      if (dataset.question !== WAITS) return false
      delete dataset.question
      return true
    } catch {
      // It is elsewhere.
      return false
    }
  }
}
