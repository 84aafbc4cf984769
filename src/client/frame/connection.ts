import type {
  FrameContract,
  FrameNotices,
  InitParams,
  LiveParams,
  PageContract,
  PageNotices,
  WalletState,
} from '../../protocol/messages.js'
import { Peer } from '../../protocol/peer.js'
import { deadline } from '../../shared/deadline.js'
import { ProviderRpcError, WalletError } from '../../shared/errors.js'
import { Emitter } from '../emitter.js'
import { PageWindow } from '../page-window.js'
import { Nodes } from '../provider/nodes.js'
import { Provider, toHexChainId } from '../provider/provider.js'
import { toJson } from '../provider/reads.js'
import type { RequestArguments } from '../provider/request.js'
import { SRI } from '../wallet-url.js'
import { createFrame } from './frame.js'
import type { Fault } from './integrity.js'
import { Snapshots, type WalletSnapshot } from './snapshot.js'

/** Milliseconds that `init` may take. */
export const INIT_TIMEOUT = 20_000
/** Milliseconds after which a waiting request warns on the console that `init` was not called. */
const TELL_AFTER = 2_000

/** Requests that a person may have to approve: signatures, transactions, decryption. */
export const ASKS = /^(personal_sign|eth_s(ign|end)T|eth_decrypt$|wallet_sendCalls$)/

/** Requests that may wait for the person; some are answered at once. */
export const WAITS = /^(login|p|eth_([sdr]|getE)|wallet_([acrsw]|getA))/

/** What an embedded wallet tells, as `Wallet` and `<wallet-embed>` pass it on. */
export interface WalletEvents {
  /** `init` is done; a session that was there is restored. */
  ready: []
  /** Any part of the wallet's state changed, also by a restored session. */
  change: [state: WalletSnapshot]
  /** The person signed in. */
  login: [accounts: string[]]
  /** Signed out, here or inside the wallet. */
  logout: []
  accountsChanged: [accounts: string[]]
  /** Hexadecimal, as `eth_chainId`. */
  chainChanged: [chainId: string]
  /** The panel opened. */
  show: []
  /** The panel closed. */
  hide: []
  /** The browser blocked the login window; the wallet offers the person a different way. */
  popupBlocked: []
  /** The session came to its end. */
  sessionExpired: []
  /** `init` failed, or the wallet refused a later change. */
  error: [error: WalletError]
}

interface ConnectionEvents extends WalletEvents {
  /** The frame asks to be shown or hidden. */
  panel: [FrameNotices['panel']]
  /** The person is told something that goes by itself. */
  note: [FrameNotices['note']]
  /** Something is on its way, or not any more. */
  pending: [FrameNotices['pending']]
  /** The state changed, or is reported again. */
  update: []
}

/** @internal */
export interface OpenOptions {
  /** URL of the wallet app; ends in `/`. */
  base: URL
  /** Pins the build: Subresource Integrity of its manifest. */
  hash: string | undefined
  /** Parameters for the frame. Read each time that a frame starts. */
  params(): InitParams
  /** Milliseconds for all of it, and for each later start. */
  ms: number
  signal: AbortSignal
  /** Puts the frame in the page. */
  place(frame: HTMLIFrameElement): void
}

/**
 * What the page knows of the wallet, and its way there. It outlives frames: the provider that
 * libraries keep is the same before, during and after each.
 *
 * @internal
 */
export class Connection extends Emitter<ConnectionEvents> {
  readonly provider = new Provider({
    ready: () => this.ready(),
    open: (method) => this.#openWindow(method),
    rpc: (args, popup) => this.#rpc(args, popup),
  })
  readonly #nodes = new Nodes()
  /** The window for approvals, which shows one question after the other. */
  readonly #window = new PageWindow()
  #base: URL | undefined
  #frame: ReturnType<typeof createFrame> | undefined
  #peer: Peer<FrameContract, PageNotices> | undefined
  /** The state of the frame that is there now. */
  #state: WalletState | undefined
  readonly #snapshots = new Snapshots((state) => this.emit('change', state))
  #opening = defer<WalletState>()
  /** The connection was closed, or could not be opened. */
  #isClosed = false
  #timeout = INIT_TIMEOUT
  #telling: ReturnType<typeof setTimeout> | undefined

  get state(): WalletState | undefined {
    return this.#state
  }

  /** The state as the page sees it. */
  get snapshot(): WalletSnapshot {
    return this.#snapshots.current
  }

  /** Adds the parts of the state that only the element knows. */
  note(parts: { isInitialized?: boolean; isOpen?: boolean }): void {
    this.#snapshots.set(parts)
  }

  /**
   * Calls `listener` now and after each change.
   *
   * @returns Stops it.
   */
  subscribe(listener: (state: WalletSnapshot) => void): () => void {
    // The same function may listen twice, and stop once.
    const hear = (state: WalletSnapshot) => listener(state)
    this.on('change', hear)
    listener(this.snapshot)
    return () => void this.off('change', hear)
  }

  /**
   * Loads the wallet in a frame, and starts it.
   *
   * @throws {WalletError} `CSP_BLOCKED`, `LOAD_FAILED`, `INTEGRITY_MISMATCH`, `TIMEOUT`, `ABORTED`, or
   *   what the wallet answers. Requests that wait are rejected with the same.
   */
  async open({ base, hash, params, ms, signal, place }: OpenOptions): Promise<void> {
    this.#timeout = ms
    this.#isClosed = false
    this.#base = base
    const end = performance.now() + ms
    const opening = this.#opening
    try {
      // Browsers treat any other number as 0.
      if (!(ms > 0 && ms < 2 ** 31)) {
        throw new WalletError('INVALID_ARGUMENT', 'initTimeout: 1 to 2147483647 ms.')
      }
      // Insecure pages have no WebCrypto, and the wallet does not load in them.
      if (!isSecureContext) throw new WalletError('LOAD_FAILED', 'The page needs https.')
      if (hash) await checkBuild(base, hash, ms, signal)
      const onPort = (port: MessagePort) => void this.#connect(port, params())
      this.#frame = createFrame(base, onPort, (error) => {
        this.#lose(error)
        this.#opening.reject(error)
      })
      place(this.#frame.element)
      const left = Math.round(end - performance.now())
      await deadline(opening.promise, left, base.origin, signal)
    } catch (error) {
      // Close only this attempt's connection: a newer one may be opening.
      if (opening === this.#opening) this.close(WalletError.from(error))
      throw error
    }
  }

  /** The frame is about to load again: new requests wait for that. */
  reload(): void {
    this.#lose(new WalletError('DISCONNECTED'))
  }

  /** Ends the conversation; everything that waits is rejected with `reason`. */
  close(reason: WalletError): void {
    this.#isClosed = true
    this.#frame?.close()
    this.#frame = undefined
    this.#window.close()
    this.#lose(reason)
    this.#opening.reject(reason)
    this.#opening = defer()
  }

  /**
   * The state, at once if it is known. Before the first start it waits as long as `init` may take, since
   * the page is still loading; after an end it does not.
   */
  async ready(): Promise<WalletState> {
    if (this.#state) return this.#state
    if (this.#isClosed) throw new WalletError('NOT_INITIALIZED')
    const opening = this.#opening
    // One warning for all requests that wait.
    this.#telling ??= setTimeout(() => {
      if (!this.#base) console.warn('wallet-embed: requests wait: call init().')
    }, TELL_AFTER)
    try {
      return await deadline(opening.promise, this.#timeout, 'init')
    } catch (error) {
      // `init` was never called.
      if (!this.#frame && opening === this.#opening) throw new WalletError('NOT_INITIALIZED')
      throw error
    }
  }

  /**
   * Asks the wallet.
   *
   * @param ms - Milliseconds; no limit by default, since most requests wait for a person.
   * @throws {WalletError | ProviderRpcError} What the wallet answers; `NOT_INITIALIZED`; `DISCONNECTED`.
   */
  async request<M extends keyof FrameContract>(
    method: M,
    params: FrameContract[M]['params'],
    ms = Infinity,
  ): Promise<FrameContract[M]['result']> {
    if (!this.#frame) throw new WalletError('NOT_INITIALIZED')
    if (!this.#state) await this.ready()
    const asked = method === 'rpc' ? (params as FrameContract['rpc']['params']).method : method
    const asks = +WAITS.test(asked)
    try {
      this.#ask(asks)
      return await this.#peer!.request(method, params, ms)
    } catch (cause) {
      throw toSendError(cause, method)
    } finally {
      this.#ask(-asks)
    }
  }

  #ask(more: number): void {
    this.#snapshots.set({ asking: this.#snapshots.parts.asking + more })
  }

  /** Signs in or out, or changes the configuration. Updates the state and emits its events before it resolves. */
  async change<M extends 'login' | 'logout' | 'configure'>(
    method: M,
    params: FrameContract[M]['params'],
    ms?: number,
  ): Promise<WalletState> {
    const state: WalletState = await this.request(method, params, ms)
    this.#update(state)
    return state
  }

  /** Changes settings while the wallet runs. */
  configure(live: LiveParams): Promise<WalletState> {
    this.#nodes.name(live.network?.host)
    return this.change('configure', live, this.#timeout)
  }

  /** The person closed the panel, or swiped it down: then the wallet decides. */
  tell(what: 'dismiss' | 'swipe'): void {
    this.#peer?.notify(what, null)
  }

  async #connect(port: MessagePort, params: InitParams): Promise<void> {
    this.#lose(new WalletError('DISCONNECTED'))
    this.#nodes.name(params.network?.host)
    const peer = new Peer<FrameContract, PageNotices>(port, {
      onNotice: (name, payload) => this.#hear(name, payload),
      onRequest: (method, asked) => {
        if (method === 'address') return location.href
        if (method !== 'node') throw new WalletError('UNSUPPORTED_METHOD', method)
        return this.#nodes.request((asked ?? {}) as PageContract['node']['params'])
      },
    })
    this.#peer = peer
    try {
      this.#update(await peer.request('init', params, this.#timeout))
    } catch (error) {
      // Ignore the error of a frame that was replaced.
      if (peer === this.#peer) this.#opening.reject(toSendError(error, 'init'))
    }
  }

  #openWindow(method: string): string | undefined {
    const { approvals, accounts } = this.#state ?? {}
    if (!approvals || !accounts?.length || !ASKS.test(method)) return undefined
    if (this.#window.isOpen) this.#window.focus()
    // Without a click the browser would block the window, and tell the person.
    else if (navigator.userActivation?.isActive === false) return undefined
    else if (!this.#window.open(this.#base!, 'confirm')) return undefined
    return this.#window.name
  }

  async #rpc({ method, params }: RequestArguments, popup?: string): Promise<unknown> {
    if (method === 'wallet_addEthereumChain') {
      const chain = (params as { rpcUrls?: unknown }[] | undefined)?.[0]
      for (const url of [chain?.rpcUrls].flat()) this.#nodes.name(url)
    }
    const send = (sent: unknown) => this.request('rpc', { method, params: sent, popup })
    try {
      return await send(params)
    } catch (error) {
      // A port refuses what holds a function or a proxy, such as Vue makes of all objects of its state.
      if (!((error as Error).cause instanceof DOMException)) throw error
      return send(JSON.parse(toJson(method, params)))
    }
  }

  #hear(name: string, payload: unknown): void {
    if (name === 'panel' || name === 'note') this.emit(name, payload as never)
    else if (name === 'pending') this.#pending(payload as FrameNotices['pending'])
    else if (name === 'popupBlocked' || name === 'sessionExpired') this.emit(name)
    else if (name === 'message') this.provider.emit(name, payload as FrameNotices['message'])
    // Before `init` is answered, the frame's state is not final.
    else if (name === 'state' && this.#state) this.#update(payload as WalletState)
  }

  #pending(notice: FrameNotices['pending']): void {
    this.emit('pending', notice)
    this.#snapshots.set({ isPending: !!notice.text })
  }

  #update(state: WalletState): void {
    const before = this.#snapshots.parts.told
    const isConnect = !this.#state
    // Set the state before events are emitted, since listeners may read it.
    this.#state = state
    this.#snapshots.set({ told: state })
    const { provider } = this
    const accounts = [...state.accounts]
    const chainId = toHexChainId(state.chainId)
    this.emit('update')
    if (isConnect) {
      this.#opening.resolve(state)
      provider.emit('connect', { chainId })
    }
    // On the first state there is no change to report.
    if (!before) return
    if (before.chainId !== state.chainId) {
      provider.emit('chainChanged', chainId)
      this.emit('chainChanged', chainId)
    }
    if (!before.loggedIn && state.loggedIn) this.emit('login', accounts)
    if (before.loggedIn && !state.loggedIn) this.emit('logout')
    if (`${before.accounts}` !== `${accounts}`) {
      provider.emit('accountsChanged', accounts)
      this.emit('accountsChanged', accounts)
    }
  }

  #lose(reason: WalletError): void {
    this.#peer?.close(reason)
    this.#peer = undefined
    if (!this.#state) return
    this.#state = undefined
    this.#opening = defer()
    // The panel's content is gone with the frame.
    this.emit('panel', { open: false })
    this.#pending({ text: '' })
    this.provider.emit('disconnect', ProviderRpcError.from(reason))
  }
}

/** @throws {WalletError} Also `LOAD_FAILED`, `TIMEOUT`, `ABORTED`. */
async function checkBuild(base: URL, hash: string, ms: number, signal: AbortSignal): Promise<void> {
  const end = new AbortController()
  const checking = async () =>
    (await import('./integrity.js')).integrityFault(base, hash, SRI, end.signal)
  const notLoaded = (cause: unknown): Fault => ['LOAD_FAILED', 'integrity.js', { cause }]
  try {
    const fault = await deadline(checking().catch(notLoaded), ms, 'integrity', signal)
    if (fault) throw new WalletError(...fault)
  } finally {
    end.abort()
  }
}

/** A port throws a DOMException for values that it cannot send, such as a function. */
const toSendError = (cause: unknown, method: string) =>
  cause instanceof DOMException
    ? new WalletError('INVALID_ARGUMENT', `${method}: cannot be sent.`, { cause })
    : cause

interface Deferred<T> {
  promise: Promise<T>
  resolve: (value: T) => void
  reject: (error: unknown) => void
}

function defer<T>(): Deferred<T> {
  const deferred = {} as Deferred<T>
  deferred.promise = new Promise((resolve, reject) => Object.assign(deferred, { resolve, reject }))
  // Avoids an unhandled rejection when no caller waits.
  deferred.promise.catch(() => {})
  return deferred
}
