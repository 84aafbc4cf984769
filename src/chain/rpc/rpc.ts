/** JSON-RPC 2.0 with a chain's node. */
import * as z from 'zod/mini'

import { ProviderRpcError, WalletError } from '../../shared/errors.js'
import { isQuantity } from './quantity.js'

/** Milliseconds that a node may take. */
const TIMEOUT = 15_000
/** The same by way of the page, which has a deadline of its own. */
const PAGE_TIMEOUT = 25_000

const Answer = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(
    z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) }),
  ),
})

/**
 * Carries one call to a node.
 *
 * @throws {ProviderRpcError} The node's own error.
 * @throws {WalletError} `CHAIN_DISCONNECTED` if the node gives no answer that can be read.
 */
export type Transport = (url: string, method: string, params: unknown) => Promise<unknown>

/** Asks one node. */
export class Rpc {
  readonly url: string
  readonly #transport: Transport

  constructor(url: string, transport: Transport = overHttp) {
    this.url = url
    this.#transport = transport
  }

  /** @throws {ProviderRpcError | WalletError} As `Transport`. */
  async request(method: string, params: unknown = []): Promise<unknown> {
    return (await this.#transport(this.url, method, params)) ?? null
  }

  /** @throws {ProviderRpcError | WalletError} As `request`, and if the answer is no quantity. */
  async quantity(method: string, params: unknown[] = []): Promise<bigint> {
    const result = await this.request(method, params)
    if (isQuantity(result)) return BigInt(result)
    throw new WalletError('CHAIN_DISCONNECTED', `${hostOf(this.url)}: ${method} gave no quantity.`)
  }
}

/** Straight from here. */
export const overHttp: Transport = async (url, method, params) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const answer = Answer.safeParse(await post(url, body))
  if (!answer.success) throw new WalletError('CHAIN_DISCONNECTED', `${hostOf(url)}: no JSON-RPC.`)
  const { result, error } = answer.data
  if (error) throw new ProviderRpcError(error.code, error.message, error.data)
  return result
}

/**
 * By way of the page, which alone may reach a node that it named itself. What it hands over is its word.
 *
 * @param ask - Asks the page; rejects when `ms` have passed.
 */
export const overPage =
  (
    ask: (call: { url: string; method: string; params: unknown }, ms: number) => Promise<unknown>,
  ): Transport =>
  async (url, method, params) => {
    try {
      return await ask({ url, method, params }, PAGE_TIMEOUT)
    } catch (cause) {
      if (cause instanceof ProviderRpcError) throw cause
      const detail = `${hostOf(url)} cannot be reached by way of the page.`
      throw new WalletError('CHAIN_DISCONNECTED', detail, { cause })
    }
  }

/** A policy that forbids the node, a node without CORS and a dead one look the same from here. */
async function post(url: string, body: string): Promise<unknown> {
  const signal = AbortSignal.timeout(TIMEOUT)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      credentials: 'omit',
      body,
      signal,
    })
    return await response.json()
  } catch (cause) {
    const detail = signal.aborted
      ? `${hostOf(url)}: no answer in ${TIMEOUT} ms.`
      : `${hostOf(url)} is down, or the wallet's operator has not allowed it.`
    throw new WalletError('CHAIN_DISCONNECTED', detail, { cause })
  }
}

const hostOf = (url: string): string => new URL(url).host
