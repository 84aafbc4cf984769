/** The life of a session in this document: begins, restores, follows, unlocks and ends it. */
import { randomId } from '../../shared/encoding.js'
import { WalletError } from '../../shared/errors.js'
import { type LoginUserInfo, SESSION_TIME_DEFAULT } from '../../shared/options.js'
import type { Sealed, Unlocked } from '../signer/contract.js'
import type { Signer } from '../signer/signer.js'
import { grant, revoke } from '../sites/site-permissions.js'
import { SiteStore } from '../sites/site-store.js'
import { knownAccounts } from './accounts.js'
import { type Session, SessionStore } from './session.js'
import type { SessionEndReason } from './session-end-reason.js'

/** Milliseconds for which a sign-in counts as recent. */
const FRESH = 300_000
/** Bytes. */
const ID_SIZE = 32
/** Milliseconds that a sign-in waits for data from other devices. */
const BRING_TIME = 1_500

interface Elsewhere {
  follow(life: Pick<SessionManager, 'current' | 'end'>): Promise<void>
  tellEnd(session: Readonly<Session>, why: SessionEndReason): void
  /** Fetches the person's data from other devices. Never rejects. */
  bring(first: `0x${string}`, signer: Signer): Promise<void>
}

export interface SessionManagerOptions {
  /** Kept longer than the tab. */
  isLasting: boolean
  signer: Signer
  /** Verified origin; null on the wallet's own page. */
  site: string | null
  siteStore: SiteStore
  /** Loads the code for other sites and devices. */
  elsewhere: () => Promise<Elsewhere>
  /** A session began in a different frame or tab, so a running login here is obsolete. */
  onOvertaken: () => void
  /**
   * A session began, here or elsewhere. Questions of an earlier session have ended.
   *
   * @param isNew - The person signed in in this document.
   */
  onBegun: (isNew: boolean) => void
  /** The site may see the accounts from now on. */
  onConnected: () => void
  /** The accounts that the site sees may have changed. */
  onChanged: () => void
  onEnded: (why: SessionEndReason) => void
  /** Called after `onEnded` if the session expired and the site was connected. */
  onExpired: () => void
}

export class SessionManager {
  readonly #options: SessionManagerOptions
  readonly #store: SessionStore
  #session: Session | undefined
  /** Unix times in milliseconds of the sign-in and of the last proof of identity, if in this document; else 0. */
  #begun = 0
  #proven = 0
  #unlocking: Promise<unknown> | undefined
  #expiry: ReturnType<typeof setTimeout> | undefined

  constructor(options: SessionManagerOptions) {
    this.#options = options
    this.#store = new SessionStore(options.isLasting)
    this.#store.onChanged(() => this.#follow())
  }

  get current(): Readonly<Session> | undefined {
    return this.#session
  }

  /** Whether the person signed in here just now, even if an identity provider only remembered them. */
  get isNew(): boolean {
    return !!this.#session && isRecent(this.#begun)
  }

  /** Whether the person proved their identity here just now: needed before secrets are shown. */
  get isFresh(): boolean {
    return !!this.#session && isRecent(this.#proven)
  }

  /** Whether the site may see the accounts. */
  get isConnected(): boolean {
    const { site } = this.#options
    return !site || !!this.#session?.connected.includes(site)
  }

  /** Restores the stored session. Unlocking runs in the background, since the screens need only its public data. */
  restore(): void {
    const session = this.#store.load()
    if (!session?.sealed) return
    this.#session = session
    // The person before has proven their identity, this one has not.
    this.#begun = this.#proven = 0
    this.#unlocking = undefined
    if (session.expires <= Date.now()) {
      this.#expire()
      return
    }
    this.#settle()
    this.unlock().catch(() => {})
  }

  /**
   * Connects the site, unless there are several accounts to choose from.
   *
   * @param isProven - The person has just acted, not only an identity provider that remembers them.
   * @param carried - The session continues from a different site: it keeps its expiry, and is no new sign-in.
   * @param signal - The person may give up before it has begun: then the signer forgets the secret.
   */
  async begin(
    { addresses: [first], userInfo }: Unlocked & { userInfo: LoginUserInfo },
    isProven = false,
    carried?: { id: string; expires: number },
    signal?: AbortSignal,
  ): Promise<void> {
    const expires = carried?.expires ?? Date.now() + SESSION_TIME_DEFAULT * 1000
    const { signer, site, siteStore, elsewhere, onBegun } = this.#options
    let sealed: Sealed | null = null
    const orGiveUp = () => {
      if (signal?.aborted)
        void signer.ask('lock', { keyId: sealed?.keyId }, 0, first).catch(() => {})
      signal?.throwIfAborted()
    }
    orGiveUp()
    sealed = this.#store.isDenied ? null : await signer.ask('seal', { expires }, 0, first)
    const late = new Promise((resolve) => setTimeout(resolve, BRING_TIME))
    const brought = elsewhere().then(({ bring }) => bring(first!, signer))
    await Promise.race([brought, late]).catch(() => {})
    const { addresses, chosen } = await knownAccounts(first!, signer)
    orGiveUp()
    const before = this.#session
    const isSame = before?.addresses[0] === first
    // If the person has several accounts, they are asked which of these the site may see.
    const isAsked = !site || addresses.length > 1
    const access = isSame
      ? { connected: before!.connected, given: before!.given }
      : { connected: isAsked ? [] : [site], given: isAsked ? {} : { [site]: [chosen] } }
    if (site && access.connected.includes(site)) grant(siteStore)
    this.#begun = carried ? 0 : Date.now()
    this.#proven = isProven ? this.#begun : 0
    const id = carried?.id ?? (isSame ? before?.id : undefined) ?? randomId(ID_SIZE)
    this.#session = { sealed, addresses, chosen, userInfo, ...access, id, expires }
    this.#unlocking = Promise.resolve()
    // Where there is no room for the new one, a reload must not bring the person before back.
    if (!isSame) this.#store.clear()
    this.#store.save(this.#session)
    this.#settle()
    onBegun(!isSame)
  }

  /**
   * Unlocks the stored session, once. After a network failure it is tried again when needed.
   *
   * @throws {WalletError} `NOT_LOGGED_IN`, `SESSION_EXPIRED`.
   */
  unlock(): Promise<unknown> {
    const sealed = this.#session?.sealed
    if (!sealed) return this.#unlocking ?? Promise.reject(new WalletError('NOT_LOGGED_IN'))
    this.#unlocking ??= this.#options.signer.ask('unlock', sealed).catch((error) => {
      // A new session may have begun in between.
      if (this.#session?.sealed === sealed) {
        this.#unlocking = undefined
        if (WalletError.is(error, 'SESSION_EXPIRED')) this.#expire()
      }
      throw error
    })
    return this.#unlocking
  }

  /** Whether a reload will forget the session, since the browser denies storage, or has no room left. */
  get isForgetful(): boolean {
    const { sealed } = this.#session ?? {}
    return sealed === null || (!!sealed && this.#store.load()?.sealed?.keyId !== sealed.keyId)
  }

  /** Ends it here if it was ended elsewhere, or has expired. */
  async check(): Promise<void> {
    const session = this.#session
    // No timer runs while the computer sleeps.
    if (session && session.expires <= Date.now()) this.#expire()
    else if (session?.id) await (await this.#options.elsewhere()).follow(this)
  }

  /** The person agreed that the site sees accounts. @param accounts - None: the one in use. */
  connect(accounts?: readonly `0x${string}`[]): void {
    const { site, siteStore, onConnected } = this.#options
    const session = this.#session
    if (!session || !site || (this.isConnected && !accounts)) return
    const { given, connected, chosen = session.addresses[0]! } = session
    const seen = accounts?.length ? [...accounts] : [chosen]
    session.given = { ...given, [site]: seen }
    // Switches to an account that the site sees.
    if (!seen.includes(chosen)) session.chosen = seen[0]
    session.connected = [...new Set([...connected, site])]
    grant(siteStore)
    this.#store.save(session)
    onConnected()
  }

  /** @param site - Defaults to this site; others are those whose frames share this storage. */
  disconnect(site = this.#options.site): void {
    const { isLasting, siteStore, onChanged } = this.#options
    if (!site || !this.#session?.connected.includes(site)) return
    this.#session.connected = this.#session.connected.filter((one) => one !== site)
    const { [site]: _, ...given } = this.#session.given ?? {}
    this.#session.given = given
    revoke(site === this.#options.site ? siteStore : new SiteStore(isLasting, site))
    this.#store.save(this.#session)
    onChanged()
  }

  /** Applies a change of the person's accounts. */
  change(part: Pick<Partial<Session>, 'addresses' | 'chosen' | 'given'>): void {
    if (!this.#session) return
    this.#session = { ...this.#session, ...part }
    this.#store.save(this.#session)
    this.#options.onChanged()
  }

  /** Ends the session as if it had expired. */
  lock(): void {
    if (this.#session) this.#expire()
  }

  /** Forgets it, here and in the storage; resolves when the keys are gone too. */
  async end(why: SessionEndReason = 'here'): Promise<void> {
    const session = this.#session
    if (!session) return
    const { signer, siteStore, elsewhere, onEnded } = this.#options
    this.#session = this.#unlocking = undefined
    clearTimeout(this.#expiry)
    this.#store.clear()
    revoke(siteStore)
    if (session.id) void elsewhere().then(({ tellEnd }) => tellEnd(session, why))
    onEnded(why)
    await signer.ask('lock', { keyId: session.sealed?.keyId })
  }

  /** Follows changes that other frames or tabs made to this storage. */
  #follow(): void {
    const stored = this.#store.load()
    const known = this.#session?.sealed?.keyId
    if (!stored) {
      if (known) this.end('elsewhere').catch(() => {})
    } else if (this.#session && stored.sealed?.keyId === known) {
      const { addresses, chosen, connected, given } = stored
      const { isConnected } = this
      this.#session = { ...this.#session, addresses, chosen, connected, given }
      if (this.isConnected && !isConnected) this.#options.onConnected()
      else this.#options.onChanged()
    } else {
      this.#options.onOvertaken()
      // A question to one account must not be answered by a different one.
      if (this.#session) this.#options.onEnded('replaced')
      this.restore()
      if (this.#session) this.#options.onBegun(false)
    }
  }

  #expire(): void {
    const { isConnected } = this
    const stored = this.#store.load()?.sealed?.keyId
    // A session of a different tab took its place, and the browser has not told yet.
    if (stored && stored !== this.#session?.sealed?.keyId) {
      this.#follow()
      return
    }
    this.end('expired').catch(() => {})
    // An unconnected site never knew that there was a session.
    if (isConnected) this.#options.onExpired()
  }

  /** A session has begun here: plans its end, and has the signer forget the person who was signed in before. */
  #settle(): void {
    const { expires, addresses } = this.#session!
    this.#options.signer.ask('lock', { others: true }, 0, addresses[0]).catch(() => {})
    clearTimeout(this.#expiry)
    // Where the clock was set back, more seems left than a session lasts; and a timer of over 24 days fires at once.
    const left = Math.min(expires - Date.now(), SESSION_TIME_DEFAULT * 1000)
    this.#expiry = setTimeout(() => this.#expire(), left)
  }
}

/** False for a time that is still to come: the clock was set back, so nothing is known of how long ago it was. */
function isRecent(time: number): boolean {
  const age = Date.now() - time
  return age >= 0 && age < FRESH
}
