import { EventEmitter } from 'eventemitter3'

import type { FrameContract, FrameNotices, InitParams, WalletState } from '../protocol/messages.js'
import { deadline } from '../shared/deadline.js'
import { ProviderRpcError, WalletError } from '../shared/errors.js'
import type { Frame } from './frame.js'
import { Provider, toHexChainId } from './provider.js'

/** Milliseconds that `init` may take. */
export const INIT_TIMEOUT = 20_000

export interface ConnectionEvents {
  /** `before` is absent at the first: what a page never saw did not change. */
  state: [now: WalletState, before: WalletState | undefined]
  panel: [FrameNotices['panel']]
  popupBlocked: []
  sessionExpired: []
}

/**
 * What the page knows of the wallet, and its way there. It outlives frames: the provider that
 * libraries keep is the same before, during and after each.
 */
export class Connection extends EventEmitter<ConnectionEvents> {
  readonly provider = new Provider({
    ready: () => this.ready(),
    rpc: ({ method, params }) => this.request('rpc', { method, params }),
  })
  #frame: Frame | undefined
  /** The state of the frame that is there now. */
  #state: WalletState | undefined
  /** The last state of any frame: what the page was told. */
  #told: WalletState | undefined
  #opening = defer<WalletState>()
  #timeout = INIT_TIMEOUT

  get state(): WalletState | undefined {
    return this.#state
  }

  /**
   * Connects with a frame that is about to be put in the page.
   *
   * @param ms - Milliseconds.
   * @throws {WalletError} See `Frame.open`. Requests that wait are rejected with the same.
   */
  async open(frame: Frame, params: InitParams, ms: number, signal: AbortSignal): Promise<void> {
    this.#frame = frame
    this.#timeout = ms
    const opening = frame.open(
      params,
      ms,
      {
        onState: (state) => this.#update(state),
        onLost: (error) => this.#lose(error),
        onNotice: (name, payload) => this.#hear(name, payload),
      },
      signal,
    )
    try {
      this.#update(await opening)
    } catch (error) {
      this.close(WalletError.from(error))
      throw error
    }
  }

  /** Ends the conversation; everything that waits is rejected with `reason`. */
  close(reason = new WalletError('DISCONNECTED')): void {
    this.#frame?.close(reason)
    this.#frame = undefined
    this.#lose(reason)
    this.#opening.reject(reason)
    this.#opening = defer()
  }

  /** The state, at once if it is known; else it waits as long as `init` may take. */
  async ready(): Promise<WalletState> {
    if (this.#state) return this.#state
    try {
      return await deadline(this.#opening.promise, this.#timeout, 'init')
    } catch (error) {
      throw this.#frame || !WalletError.is(error, 'TIMEOUT')
        ? error
        : new WalletError('NOT_INITIALIZED')
    }
  }

  /**
   * Asks the frame; what it says of its state is taken in before this resolves.
   *
   * @param ms - Milliseconds; for ever by default, since most of it waits for a person.
   * @throws {WalletError | ProviderRpcError} What the wallet answers; `NOT_INITIALIZED`; `DISCONNECTED`.
   */
  async request<M extends keyof FrameContract>(
    method: M,
    params: FrameContract[M]['params'],
    ms = Number.POSITIVE_INFINITY,
  ): Promise<FrameContract[M]['result']> {
    const frame = this.#frame
    if (!frame) throw new WalletError('NOT_INITIALIZED')
    if (!this.#state) await this.ready()
    try {
      return await frame.request(method, params, ms)
    } catch (cause) {
      if (!(cause instanceof DOMException)) throw cause
      throw new WalletError('INVALID_ARGUMENT', `${method}: cannot be sent.`, { cause })
    }
  }

  /** Signs in or out, on the person's screen. */
  async change(
    ...[method, params, ms]: ['login', FrameContract['login']['params']] | ['logout', null, number]
  ): Promise<WalletState> {
    const state = await this.request(method, params, ms)
    this.#update(state)
    return state
  }

  /** The person closed the panel. */
  dismiss(): void {
    this.#frame?.notify('dismiss', null)
  }

  #hear(name: string, payload: unknown): void {
    // Until `init` is answered the frame is still finding out.
    if (name === 'state') {
      if (this.#state) this.#update(payload as WalletState)
    } else if (name === 'panel') this.emit('panel', payload as FrameNotices['panel'])
    else if (name === 'popupBlocked' || name === 'sessionExpired') this.emit(name)
  }

  #update(state: WalletState): void {
    const before = this.#told
    const isConnect = !this.#state
    this.#state = this.#told = state
    const { provider } = this
    const chainId = toHexChainId(state.chainId)
    if (isConnect) {
      this.#opening.resolve(state)
      provider.emit('connect', { chainId })
    }
    if (before && before.chainId !== state.chainId) provider.emit('chainChanged', chainId)
    if (before && `${before.accounts}` !== `${state.accounts}`) {
      provider.emit('accountsChanged', [...state.accounts])
    }
    this.emit('state', state, before)
  }

  #lose(reason: WalletError): void {
    if (!this.#state) return
    this.#state = undefined
    this.#opening = defer()
    this.provider.emit('disconnect', ProviderRpcError.from(reason))
  }
}

interface Deferred<T> {
  promise: Promise<T>
  resolve: (value: T) => void
  reject: (error: Error) => void
}

function defer<T>(): Deferred<T> {
  const deferred = {} as Deferred<T>
  deferred.promise = new Promise((resolve, reject) => Object.assign(deferred, { resolve, reject }))
  // Nobody may be waiting.
  deferred.promise.catch(() => {})
  return deferred
}
