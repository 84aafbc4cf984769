/** JSON-RPC 2.0 with a chain's node. */
import * as z from 'zod/mini'

import { ProviderRpcError, WalletError } from '../shared/errors.js'
import { isQuantity } from './quantity.js'

/** Milliseconds that a node may take. */
const TIMEOUT = 15_000

const Answer = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(
    z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) }),
  ),
})

/** Asks one node. */
export class Rpc {
  readonly url: string
  #lastId = 0

  constructor(url: string) {
    this.url = url
  }

  /**
   * @throws {ProviderRpcError} The node's own error.
   * @throws {WalletError} `CHAIN_DISCONNECTED` if the node gives no answer that can be read.
   */
  async request(method: string, params: unknown = []): Promise<unknown> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: ++this.#lastId, method, params })
    const answer = Answer.safeParse(await this.#post(body))
    if (!answer.success) throw new WalletError('CHAIN_DISCONNECTED', `${this.#host}: no JSON-RPC.`)
    const { result, error } = answer.data
    if (error) throw new ProviderRpcError(error.code, error.message, error.data)
    return result ?? null
  }

  /** @throws {ProviderRpcError | WalletError} As `request`, and if the answer is no quantity. */
  async quantity(method: string, params: unknown[] = []): Promise<bigint> {
    const result = await this.request(method, params)
    if (isQuantity(result)) return BigInt(result)
    throw new WalletError('CHAIN_DISCONNECTED', `${this.#host}: ${method} gave no quantity.`)
  }

  /** A policy that forbids the node, a node without CORS and a dead one look the same from here. */
  async #post(body: string): Promise<unknown> {
    const signal = AbortSignal.timeout(TIMEOUT)
    try {
      const response = await fetch(this.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        credentials: 'omit',
        body,
        signal,
      })
      return await response.json()
    } catch (cause) {
      const detail = signal.aborted
        ? `${this.#host}: no answer in ${TIMEOUT} ms.`
        : `${this.#host} is down, or the wallet's operator has not allowed it.`
      throw new WalletError('CHAIN_DISCONNECTED', detail, { cause })
    }
  }

  get #host(): string {
    return new URL(this.url).host
  }
}
