/** The provider as programs from before EIP-1193 call it, for pages that move in before they are rewritten. */
import type { WalletSnapshot } from '../src/client/frame/snapshot.js'
import type { Provider, ProviderEvents } from '../src/client/provider/provider.js'
import type { RequestArguments } from '../src/client/provider/request.js'
import type { ProviderRpcError, WireError } from '../src/shared/errors.js'

/** JSON-RPC 2.0. */
export interface JsonRpcRequest extends RequestArguments {
  readonly jsonrpc?: string
  readonly id?: number | string | null
}

export interface JsonRpcResponse {
  readonly jsonrpc: '2.0'
  readonly id: number | string | null
  readonly result?: unknown
  readonly error?: WireError
}

/** @param error - What the response has as its `error`; null for a list, whose responses each have their own. */
export type JsonRpcCallback<T> = (error: Error | null, response: T) => void

type Listener<E extends keyof ProviderEvents> = (...args: ProviderEvents[E]) => void

/** A `Wallet` or a `<wallet-embed>`. */
interface Source {
  readonly provider: {
    readonly request: Provider['request']
    on(event: never, listener: never): unknown
    removeListener(event: never, listener: never): unknown
  }
  readonly state: WalletSnapshot
}

/** EIP-1193. */
const UNSUPPORTED_METHOD = 4200

/**
 * Adds what older programs call to a wallet's provider: `enable`, `send` in its three forms, `sendAsync`, lists of
 * requests (`BatchRequest` of web3.js), and account and chain as properties. Requests and events go to the provider.
 *
 * @example
 * const web3 = new Web3(new LegacyProvider(wallet))
 */
export class LegacyProvider {
  readonly #wallet: Source

  /** @param wallet - It may be started later. */
  constructor(wallet: Source) {
    this.#wallet = wallet
  }

  /** The first account that the page may see, checksummed as in `eth_accounts`; null without one. */
  get selectedAddress(): string | null {
    return this.#wallet.state.accounts[0] ?? null
  }

  /** Hexadecimal; null until the wallet is there. */
  get chainId(): string | null {
    return this.#wallet.state.chainId
  }

  /** Whether the wallet is there. It says nothing about a sign-in. */
  isConnected(): boolean {
    return this.#wallet.state.isInitialized
  }

  /**
   * Asks for the accounts.
   *
   * @throws {ProviderRpcError} As `eth_requestAccounts`.
   */
  enable(): Promise<string[]> {
    return this.#wallet.provider.request({ method: 'eth_requestAccounts' })
  }

  /**
   * One request as in EIP-1193; or a list of requests, which gives a list of responses in the same order.
   *
   * @throws {ProviderRpcError} As the provider. A list does not throw: each response has its own error.
   */
  // web3.js knows an EIP-1193 provider by an `async` function of this name.
  readonly request = async (asked: RequestArguments | readonly JsonRpcRequest[]) =>
    isList(asked) ? this.#answerAll(asked) : this.#wallet.provider.request(asked)

  /**
   * Takes three forms. A method with its parameters gives a promise; a request with a callback calls that. A request
   * alone is answered at once, if it is `eth_accounts`, `eth_coinbase`, `net_version` or `eth_uninstallFilter`.
   *
   * @throws {Error} With `code` 4200, for any other request alone.
   */
  send(method: string, params?: RequestArguments['params']): Promise<JsonRpcResponse>
  send(request: JsonRpcRequest, callback: JsonRpcCallback<JsonRpcResponse>): void
  send(
    requests: readonly JsonRpcRequest[],
    callback: JsonRpcCallback<readonly JsonRpcResponse[]>,
  ): void
  send(request: JsonRpcRequest): JsonRpcResponse
  send(
    asked: string | JsonRpcRequest | readonly JsonRpcRequest[],
    more?: unknown,
  ): Promise<JsonRpcResponse> | JsonRpcResponse | undefined {
    if (typeof asked === 'string') {
      return this.#send({ method: asked, params: more as RequestArguments['params'] })
    }
    if (!more) {
      const request = asked as JsonRpcRequest
      return { jsonrpc: '2.0', id: request.id ?? null, result: this.#resultNow(request) }
    }
    this.sendAsync(asked as JsonRpcRequest, more as JsonRpcCallback<JsonRpcResponse>)
    return undefined
  }

  /** Answers one request, or a list of requests, by a callback. */
  sendAsync(request: JsonRpcRequest, callback: JsonRpcCallback<JsonRpcResponse>): void
  sendAsync(
    requests: readonly JsonRpcRequest[],
    callback: JsonRpcCallback<readonly JsonRpcResponse[]>,
  ): void
  sendAsync(
    asked: JsonRpcRequest | readonly JsonRpcRequest[],
    callback: JsonRpcCallback<never>,
  ): void {
    if (isList(asked)) {
      void this.#answerAll(asked).then((responses) => callback(null, responses as never))
      return
    }
    void this.#send(asked).then(
      (response) => callback(null, response as never),
      (error) => callback(error, failed(asked, error) as never),
    )
  }

  on<E extends keyof ProviderEvents>(event: E, listener: Listener<E>): this {
    this.#wallet.provider.on(event as never, listener as never)
    return this
  }

  removeListener<E extends keyof ProviderEvents>(event: E, listener: Listener<E>): this {
    this.#wallet.provider.removeListener(event as never, listener as never)
    return this
  }

  /** @param request - From the page, which may pass anything: the provider refuses what is no request. */
  async #send(request: JsonRpcRequest): Promise<JsonRpcResponse> {
    const { id = null, method, params } = request ?? {}
    const result = await this.#wallet.provider.request({ method, params })
    return { jsonrpc: '2.0', id, result }
  }

  /** Never rejects. */
  #answer(request: JsonRpcRequest): Promise<JsonRpcResponse> {
    return this.#send(request).catch((error) => failed(request, error))
  }

  #answerAll(requests: readonly JsonRpcRequest[]): Promise<JsonRpcResponse[]> {
    return Promise.all(requests.map((request) => this.#answer(request)))
  }

  #resultNow(request: JsonRpcRequest): unknown {
    switch (request.method) {
      case 'eth_accounts':
        return [...this.#wallet.state.accounts]
      case 'eth_coinbase':
        return this.selectedAddress
      case 'net_version':
        return this.chainId && `${Number(this.chainId)}`
      case 'eth_uninstallFilter':
        void this.#answer(request)
        return true
    }
    const message = `${request.method}: only with a callback, or by request().`
    throw Object.assign(new Error(message), { code: UNSUPPORTED_METHOD })
  }
}

const failed = (
  request: JsonRpcRequest,
  { code, message, data }: ProviderRpcError,
): JsonRpcResponse => ({ jsonrpc: '2.0', id: request?.id ?? null, error: { code, message, data } })

const isList = (asked: object): asked is readonly JsonRpcRequest[] => Array.isArray(asked)
