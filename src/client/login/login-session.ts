import { WalletError } from '../../shared/errors.js'
import {
  itemName,
  lastLogout,
  loadSession,
  removeSession,
  type Session,
  type StorageKind,
  saveLogout,
  saveSession,
} from './login-store.js'

/** Milliseconds: a longer timer fires at once (HTML Standard, timers). */
const TIMER_MAX = 2 ** 31 - 1
/** Milliseconds for the other tabs to share their session. */
const ANSWER_WITHIN = 200

type News = 'login' | 'logout' | 'sessionExpired'

/** The part of a login client that gets news. */
interface Follower {
  emit(news: News): unknown
}

/** Messages between tabs: a request for the session, a logout, or a session that began. */
type Message = 'who' | 'logout' | Session

const sessions = new Map<string, LoginSession>()

/**
 * Who is logged in for one application: one for all login clients of the page, and in step with the
 * other tabs of this origin, whichever storage they use.
 */
export class LoginSession {
  /** `appState` of the last login or logout. */
  appState = ''
  /** Counts logouts: a result that was being read during a logout must not begin a session. */
  logouts = 0
  /** Set while one client takes the result of a redirect. All clients wait for it. */
  taking: Promise<void> | undefined
  readonly #clientId: string
  readonly #followers = new Set<Follower>()
  #value: Session | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #channel: BroadcastChannel | undefined
  /** Called when a different tab has answered. */
  #onAnswer: (() => void) | undefined

  private constructor(clientId: string) {
    this.#clientId = clientId
    try {
      this.#channel = new BroadcastChannel(itemName(clientId))
      this.#channel.onmessage = this.#onMessage
    } catch {
      // Denied together with storage: each tab is by itself.
    }
  }

  /** The session of an application, if some client of the page has started. */
  static get(clientId: string): LoginSession | undefined {
    return sessions.get(clientId)
  }

  /** Takes part in the session of an application, until `leave`. */
  static join(clientId: string, follower: Follower): LoginSession {
    const session = sessions.get(clientId) ?? new LoginSession(clientId)
    sessions.set(clientId, session)
    session.#followers.add(follower)
    return session
  }

  /** The last follower closes the channel. The stored session stays. */
  leave(follower: Follower): void {
    this.#followers.delete(follower)
    if (this.#followers.size) return
    this.#channel?.close()
    clearTimeout(this.#timer)
    sessions.delete(this.#clientId)
  }

  get value(): Session | undefined {
    // Checked again, since the timer may be late after the machine has slept.
    return this.#value && this.#value.expires > Date.now() ? this.#value : undefined
  }

  /** Restores the session from storage or from an open tab, unless a login is faster. */
  async restore(storage: StorageKind): Promise<void> {
    // A tab that slept through a logout still has the old session.
    if (lastLogout(this.#clientId)) return removeSession(this.#clientId)
    const { logouts } = this
    const stored = await loadSession(this.#clientId)
    if (this.#value || this.logouts !== logouts) return
    if (stored) this.#set(stored)
    else if (storage === 'session' && this.#channel) {
      await new Promise<void>((resolve) => {
        this.#onAnswer = resolve
        this.#tell('who')
        setTimeout(resolve, ANSWER_WITHIN)
      })
      this.#onAnswer = undefined
    }
  }

  /**
   * @param logouts - How many there were when the login's result came: it may not outlive one since.
   * @throws {WalletError} `ABORTED`
   */
  async begin(session: Session, logouts: number | undefined): Promise<void> {
    if (this.logouts === logouts) {
      this.#set(session)
      this.#tell(session)
      saveLogout(this.#clientId)
      await saveSession(this.#clientId, session)
    }
    if (this.logouts !== logouts) throw new WalletError('ABORTED')
    this.#report('login')
  }

  end(news: 'logout' | 'sessionExpired'): void {
    clearTimeout(this.#timer)
    this.#value = undefined
    removeSession(this.#clientId)
    this.#report(news)
  }

  /** Ends it in every tab. @param isFast - The person may come back by fast login. */
  logout(isFast: boolean): void {
    saveLogout(this.#clientId, isFast ? 'fast' : 'plain')
    this.#tell('logout')
    this.logouts++
    this.end('logout')
  }

  #set(session: Session): void {
    this.#value = session
    this.#arm()
  }

  #arm = (): void => {
    clearTimeout(this.#timer)
    if (!this.#value) return
    const left = this.#value.expires - Date.now()
    if (left > 0) this.#timer = setTimeout(this.#arm, Math.min(left, TIMER_MAX))
    else this.end('sessionExpired')
  }

  #onMessage = ({ data }: MessageEvent<Message>): void => {
    const { value } = this
    if (data === 'who') {
      if (value) this.#tell(value)
    } else if (data === 'logout') {
      this.logouts++
      if (value) this.end(data)
    } else if (data.expires !== value?.expires) {
      this.#set(data)
      void saveSession(this.#clientId, data)
      if (this.#onAnswer) this.#onAnswer()
      else this.#report('login')
    }
  }

  #tell(message: Message): void {
    this.#channel?.postMessage(message)
  }

  /** A listener's error becomes the page's uncaught error, and does not stop the other listeners. */
  #report(news: News): void {
    for (const follower of [...this.#followers]) {
      try {
        follower.emit(news)
      } catch (error) {
        reportError(error)
      }
    }
  }
}
