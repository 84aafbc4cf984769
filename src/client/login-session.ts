import { EventEmitter } from 'eventemitter3'

import {
  itemName,
  loadSession,
  removeSession,
  type Session,
  type StorageKind,
  saveSession,
} from './login-store.js'

/** Milliseconds: a longer timer fires at once (HTML Standard, timers). */
const TIMER_MAX = 2 ** 31 - 1

interface SessionEvents {
  login: []
  logout: []
  sessionExpired: []
}

const sessions = new Map<string, LoginSession>()

/**
 * Who is logged in for one application: one for all login clients of the page, and in step with the
 * other tabs of this origin by the storage they share.
 */
export class LoginSession extends EventEmitter<SessionEvents> {
  /** What the last login or logout was given to hand back. */
  appState = ''
  readonly #clientId: string
  #value: Session | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #users = 0

  private constructor(clientId: string) {
    super()
    this.#clientId = clientId
  }

  /** The session of an application, if some client of the page has started. */
  static get(clientId: string): LoginSession | undefined {
    return sessions.get(clientId)
  }

  /** Takes part in the session of an application, until `release`. */
  static join(clientId: string): LoginSession {
    const session = sessions.get(clientId) ?? new LoginSession(clientId)
    sessions.set(clientId, session)
    if (session.#users++ === 0) window.addEventListener('storage', session.#onStorage)
    return session
  }

  /** The last one turns off the light. What is stored stays. */
  leave(): void {
    if (--this.#users > 0) return
    window.removeEventListener('storage', this.#onStorage)
    clearTimeout(this.#timer)
    sessions.delete(this.#clientId)
  }

  get value(): Session | undefined {
    // A timer may be late: a machine sleeps.
    return this.#value && this.#value.expires > Date.now() ? this.#value : undefined
  }

  /** Takes in what an earlier page left, unless somebody logged in meanwhile. */
  async restore(): Promise<void> {
    const stored = await loadSession(this.#clientId)
    if (stored && !this.#value) this.#set(stored)
  }

  async begin(session: Session, storage: StorageKind): Promise<void> {
    this.#set(session)
    this.emit('login')
    await saveSession(this.#clientId, session, storage)
  }

  end(reason: 'logout' | 'sessionExpired'): void {
    clearTimeout(this.#timer)
    this.#value = undefined
    removeSession(this.#clientId)
    this.emit(reason)
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

  /** Another tab logged in or out; a null key is `clear()`. */
  #onStorage = async ({ key }: StorageEvent): Promise<void> => {
    if (key !== null && key !== itemName(this.#clientId)) return
    const before = this.#value
    const stored = await loadSession(this.#clientId)
    if (this.#value !== before || stored?.expires === before?.expires) return
    if (stored) {
      this.#set(stored)
      this.emit('login')
    } else {
      this.end(this.value ? 'logout' : 'sessionExpired')
    }
  }
}
