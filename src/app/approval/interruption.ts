/** Tells the person why a question ended that they had not answered: else it would be gone without a word. */
import { WalletError } from '../../shared/errors.js'
import type { WalletApp } from '../wallet/wallet-app.js'

type Context = Pick<WalletApp, 'requests' | 'places' | 'show'>

/**
 * Why nobody is signed in any more, or somebody else. `here`: the person or the page logged out in this very
 * document.
 */
export type Ending = 'here' | 'elsewhere' | 'expired' | 'replaced'

/** What the person is told. */
export interface Interrupted {
  isOwn: true
  why: Exclude<Ending, 'here'>
  /** Asks to sign in, and goes back to where the person was. */
  signIn: () => void
}

export class Interruption {
  readonly #app: Context
  #why: Ending = 'here'
  /** Goes to where the person was. */
  #back: (() => void) | undefined

  constructor(app: Context) {
    this.#app = app
  }

  /** The session has ended. Called before what was asked ends, so that the panel stays open. */
  ended(why: Ending): void {
    this.#why = why
    const { current } = this.#app.requests
    if (current && current.kind !== 'signIn') this.#tell()
  }

  /**
   * Somebody signed in: there is nothing left to be told about the session before, unless it was another's.
   * Called before who waits for it goes on, so that the panel stays open.
   */
  begun(): void {
    this.#back?.()
    this.#back = undefined
    if (this.#why !== 'replaced') this.#app.requests.approveAll('ended')
  }

  /** What was approved, and for which there may be no session any more when it comes to be signed. */
  async watch<T>(signing: Promise<T>): Promise<T> {
    try {
      return await signing
    } catch (error) {
      const { code } = WalletError.from(error)
      if (code === 'NOT_LOGGED_IN' || code === 'SESSION_EXPIRED' || code === 'UNAUTHORIZED') {
        this.#tell()
      }
      throw error
    }
  }

  #tell(): void {
    const { requests, places, show } = this.#app
    const why = this.#why
    if (why === 'here' || requests.current?.kind === 'ended') return
    const { current: place, subject } = places
    const signIn = () => {
      if (place) this.#back = () => show.call(this.#app, place, subject)
      requests.ask('signIn', null).catch(() => {
        this.#back = undefined
      })
    }
    requests.ask('ended', { isOwn: true, why, signIn }).catch(() => {})
  }
}
