/** Requests to the operator's own services. */
import type * as z from 'zod/mini'

import { Failure } from '../../protocol/service.js'
import { isWalletErrorCode, WalletError } from '../../shared/errors.js'

/** Milliseconds that a service may take. */
const SERVICE_TIMEOUT = 10_000

interface Options {
  /** Sent as JSON by POST; without it, GET. */
  body?: unknown
  /** Error code for an invalid answer. */
  unavailable?: 'SERVICE_UNAVAILABLE' | 'NODES_UNAVAILABLE'
  /** Milliseconds. */
  timeout?: number
  signal?: AbortSignal
  /** Finishes the request even if the document ends. */
  keepalive?: boolean
}

/**
 * Sends a request to a service.
 *
 * @throws {WalletError} The service's error; `SERVICE_UNAVAILABLE` (or `unavailable`) for no answer, a passed deadline
 * or an invalid answer.
 */
export async function ask<T extends z.ZodMiniType>(
  url: string,
  schema: T,
  { unavailable = 'SERVICE_UNAVAILABLE', ...options }: Options = {},
): Promise<z.output<T>> {
  const answer = await fetchJson(url, options).catch((cause) => {
    throw new WalletError(unavailable, `${new URL(url, location.href).host}.`, { cause })
  })
  const failure = Failure.safeParse(answer)
  if (failure.success) {
    const { code, detail } = failure.data.error
    throw isWalletErrorCode(code)
      ? new WalletError(code, detail)
      : new WalletError(unavailable, detail)
  }
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  const paths = parsed.error.issues.map(({ path }) => path.join('.') || 'answer')
  throw new WalletError(unavailable, `${url}: wrong form of ${paths.slice(0, 5).join(', ')}.`)
}

async function fetchJson(
  url: string,
  { body, timeout: ms = SERVICE_TIMEOUT, signal, keepalive = false }: Options,
): Promise<unknown> {
  const timeout = AbortSignal.timeout(ms)
  const post = { method: 'POST', headers: { 'content-type': 'application/json' } }
  const response = await fetch(url, {
    // Posts are never cached; setting `cache` on them would cost a CORS preflight each time.
    ...(body === undefined ? { cache: 'no-cache' } : { ...post, body: JSON.stringify(body) }),
    credentials: 'omit',
    keepalive,
    signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
  })
  return response.json()
}
