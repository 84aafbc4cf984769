/** Tells the person why an unanswered question ended, as it would otherwise vanish without a word. */
import { WalletError } from '../../shared/errors.js'
import type { SessionEndReason } from '../session/session-end-reason.js'
import type { ApprovalQueue } from './approval-queue.js'

/** The wallet, as far as a notice needs it. */
interface Context {
  readonly requests: ApprovalQueue
  /** The current screen. */
  readonly router: { readonly current: string | undefined; readonly subject: string | undefined }
  show(place: string, subject?: string): void
}

export class SessionEndNotice {
  readonly #app: Context
  #why: SessionEndReason = 'here'
  /** Returns to the earlier screen. */
  #back: (() => void) | undefined

  constructor(app: Context) {
    this.#app = app
  }

  /** The session has ended. Called before its open questions end, so that the panel stays open. */
  ended(why: SessionEndReason): void {
    this.#why = why
    const kind = this.#app.requests.current?.kind
    // A silent node may have what was approved: that nothing was sent would be false.
    if (kind && kind !== 'signIn' && kind !== 'silent') this.#tell()
  }

  /**
   * A new session began: the notice about the earlier one closes, unless a different person's session took its place.
   * Called before waiting requests go on, so that the panel stays open.
   */
  begun(): void {
    this.#back?.()
    this.#back = undefined
    if (this.#why !== 'replaced') this.#app.requests.approveAll('ended')
  }

  /** Watches an approved signature: the session may end before it is made. */
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
    const { requests, router, show } = this.#app
    const why = this.#why
    if (why === 'here' || requests.current?.kind === 'ended') return
    const { current: place, subject } = router
    const signIn = () => {
      if (place) this.#back = () => show.call(this.#app, place, subject)
      requests.ask('signIn', null).catch(() => {
        this.#back = undefined
      })
    }
    requests.ask('ended', { isOwn: true, why, signIn }).catch(() => {})
  }
}
