/**
 * One end of a conversation: JSON-RPC 2.0 over a MessagePort. It knows no message by name and loads no schema, since it
 * is part of the page's code. Parameters are `unknown`: the handlers check them.
 */
import { deadline } from '../shared/deadline.js'
import { fromWire, toWire, WalletError, type WireError } from '../shared/errors.js'

/** Requests of one side, by method. */
export type Contract = Record<string, { params: unknown; result: unknown }>
/** Messages without an answer, by name. */
export type Notices = Record<string, unknown>

/** A port of a channel, or a worker's end. */
export type Endpoint = Pick<
  MessagePort,
  'postMessage' | 'addEventListener' | 'removeEventListener'
> & { start?(): void; close?(): void }

export interface PeerOptions {
  /** Answers a request: the returned value or thrown error is the reply. */
  onRequest?: (method: string, params: unknown) => unknown
  /** Hears a notice. */
  onNotice?: (name: string, payload: unknown) => void
}

interface Pending {
  resolve: (result: unknown) => void
  reject: (error: Error) => void
}

/** `Asks` is what this side may request, `Tells` what it may notify. */
export class Peer<Asks extends Contract, Tells extends Notices = Record<never, never>> {
  readonly #port: Endpoint
  readonly #options: PeerOptions
  readonly #pending = new Map<number, Pending>()
  #lastId = 0
  #closed = false

  constructor(port: Endpoint, options: PeerOptions = {}) {
    this.#port = port
    this.#options = options
    port.addEventListener('message', this.#onMessage as EventListener)
    port.start?.()
  }

  /**
   * Asks and waits for the answer.
   *
   * @param ms - Milliseconds to wait; `Infinity` for what waits for a person.
   * @throws {WalletError} What the other side answered, `TIMEOUT`, or `DISCONNECTED`.
   */
  async request<M extends keyof Asks & string>(
    method: M,
    params: Asks[M]['params'],
    ms: number,
    signal?: AbortSignal,
  ): Promise<Asks[M]['result']> {
    if (this.#closed) throw new WalletError('DISCONNECTED')
    const id = ++this.#lastId
    const answer = new Promise<unknown>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject })
      this.#port.postMessage({ jsonrpc: '2.0', id, method, params })
    })
    try {
      return await (ms === Infinity && !signal ? answer : deadline(answer, ms, method, signal))
    } finally {
      this.#pending.delete(id)
    }
  }

  notify<N extends keyof Tells & string>(name: N, payload: Tells[N]): void {
    if (!this.#closed) this.#port.postMessage({ jsonrpc: '2.0', method: name, params: payload })
  }

  /** Rejects pending requests with `reason`, `DISCONNECTED` by default. Safe to call twice. */
  close(reason = new WalletError('DISCONNECTED')): void {
    if (this.#closed) return
    this.#closed = true
    this.#port.removeEventListener('message', this.#onMessage as EventListener)
    this.#port.close?.()
    for (const { reject } of this.#pending.values()) reject(reason)
    this.#pending.clear()
  }

  #onMessage = ({ data }: MessageEvent<unknown>): void => {
    if ((data as Message | null)?.jsonrpc !== '2.0') return
    const { id, method, params, result, error } = data as Message
    if (typeof method === 'string') {
      if (typeof id === 'number') void this.#answer(id, method, params)
      else if (id === undefined) this.#options.onNotice?.(method, params)
      return
    }
    const pending = this.#pending.get(id as number)
    if (!pending) return
    if (error) pending.reject(fromWire(error))
    else pending.resolve(result)
  }

  async #answer(id: number, method: string, params: unknown): Promise<void> {
    let reply: { result: unknown } | { error: WireError }
    try {
      if (!this.#options.onRequest) throw new WalletError('UNSUPPORTED_METHOD', method)
      reply = { result: await this.#options.onRequest(method, params) }
    } catch (error) {
      reply = { error: toWire(error) }
    }
    if (!this.#closed) this.#port.postMessage({ jsonrpc: '2.0', id, ...reply })
  }
}

interface Message {
  jsonrpc?: unknown
  id?: unknown
  method?: unknown
  params?: unknown
  result?: unknown
  error?: unknown
}
