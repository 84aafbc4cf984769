/** The frame's end of an approval window where the page's policy severs the two. As `PortWindow`. */
import { Peer, type PeerOptions } from '../../protocol/peer.js'
import { LetterPort } from '../windows/letter-port.js'

/** Milliseconds that a window may take to be there: it has two pages to load, and a letter to leave. */
const ARRIVE_TIME = 20_000

interface LetterWindowOptions extends Required<Pick<PeerOptions, 'onRequest'>> {
  /** The secret that the window was given when opened. */
  secret: string
  /** The window was closed, or never arrived. */
  onEnd: (wasThere: boolean) => void
}

export class LetterWindow {
  readonly #peer: Peer<Record<never, never>>
  #isThere = false

  constructor({ secret, onRequest, onEnd }: LetterWindowOptions) {
    const port = new LetterPort({
      secret,
      side: 'frame',
      arriveTime: ARRIVE_TIME,
      onEnd: () => {
        this.#peer.close()
        onEnd(this.#isThere)
      },
    })
    this.#peer = new Peer(port, {
      onRequest: (method, params) => {
        this.#isThere = true
        return onRequest(method, params)
      },
    })
  }

  /** Sends the last answer, and then tells the window to close itself. */
  close(): void {
    setTimeout(() => this.#peer.close())
  }
}
