/** JSON-RPC 2.0 with a chain's node. */
import * as z from 'zod/mini'

import { ProviderRpcError, WalletError } from '../../shared/errors.js'
import { isQuantity } from './quantity.js'

/** Milliseconds that a node may take. */
const TIMEOUT = 15_000
/** The same for requests through the page, which has its own deadline. */
const PAGE_TIMEOUT = 25_000

/** Milliseconds before a busy node is asked again; doubled at each try. */
const FIRST_WAIT = 500
const LAST_WAIT = 2_000
/** Of HTTP. */
const TOO_MANY_REQUESTS = 429

/**
 * The code and words of a node that did not look at the call (EIP-1474, and those of providers). A contract that
 * reverts may say the same.
 */
const BUSY = /^(-320(05|07|29)|-32605|429) |^(?!.*revert).*(rate limit|too many req)/i

/** Nodes differ in the envelope: `error: null`, an id as a text, no `result` with an error. */
const Answer = z.object({ result: z.optional(z.unknown()), error: z.optional(z.unknown()) })

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

  /** For a page: the node's errors as they are. @throws {ProviderRpcError | WalletError} As `Transport`. */
  async relay(method: string, params: unknown = []): Promise<unknown> {
    return (await this.#transport(this.url, method, params)) ?? null
  }

  /** @throws {ProviderRpcError | WalletError} As `Transport`; `CHAIN_DISCONNECTED` also if the node is too busy. */
  request(method: string, params?: unknown): Promise<unknown> {
    return this.relay(method, params).catch((error) => {
      throw BUSY.test(`${error.code} ${error.message}`)
        ? new WalletError('CHAIN_DISCONNECTED', error.message)
        : error
    })
  }

  /** @throws {ProviderRpcError | WalletError} As `request`, and if the answer is no quantity. */
  async quantity(method: string, params: unknown[] = []): Promise<bigint> {
    const result = await this.request(method, params)
    if (isQuantity(result)) return BigInt(result)
    throw new WalletError('CHAIN_DISCONNECTED', `${hostOf(this.url)}: ${method}: no quantity.`)
  }
}

/**
 * Codes from EIP-1474 and JSON-RPC 2.0 of nodes without a `pending` block. Different codes, as for a rate limit, do not
 * mean that.
 */
const HAS_NO_SUCH = [-32000, -32601, -32602]

/** The next nonce of an account: after pending transactions or, at a node without those, after mined ones. */
export async function nextNonce(
  rpc: Pick<Rpc, 'request' | 'quantity'>,
  account: string,
): Promise<bigint> {
  const method = 'eth_getTransactionCount'
  const waiting = await rpc.request(method, [account, 'pending']).catch((error) => {
    if (!HAS_NO_SUCH.includes(error.code)) throw error
  })
  return isQuantity(waiting) ? BigInt(waiting) : rpc.quantity(method, [account, 'latest'])
}

/** Straight from here. */
export const overHttp: Transport = async (url, method, params) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const { status, said } = await post(url, body)
  const { data } = Answer.safeParse(said)
  if (data?.error) throw ProviderRpcError.ofNode(data.error)
  // A gateway may refuse in JSON of a different form, which must not read as a node that found nothing.
  if (!data || (data.result === undefined && status > 399)) {
    const detail = `${hostOf(url)}: HTTP ${status}, no JSON-RPC.`
    throw new WalletError('CHAIN_DISCONNECTED', detail)
  }
  return data.result
}

/**
 * Transport through the page, for a node that only the page can reach. Its answers are not trusted.
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

/**
 * @returns What it says, if that is JSON.
 * @throws {WalletError} A policy that forbids the node, a node without CORS and a dead one look the same from here.
 */
async function post(url: string, body: string): Promise<{ status: number; said: unknown }> {
  const signal = AbortSignal.timeout(TIMEOUT)
  const headers = { 'content-type': 'application/json' }
  try {
    for (let wait = FIRST_WAIT; ; wait *= 2) {
      const response = await fetch(url, {
        method: 'POST',
        headers,
        credentials: 'omit',
        body,
        signal,
      })
      const { status } = response
      const text = await response.text()
      if (status !== TOO_MANY_REQUESTS || wait > LAST_WAIT) return { status, said: parseJson(text) }
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  } catch (cause) {
    const detail = signal.aborted
      ? `${hostOf(url)}: no answer in ${TIMEOUT} ms.`
      : `${hostOf(url)} is down, or the wallet's operator has not allowed it.`
    throw new WalletError('CHAIN_DISCONNECTED', detail, { cause })
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const hostOf = (url: string): string => new URL(url).host
