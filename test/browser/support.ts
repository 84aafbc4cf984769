import { nextFrame, oneEvent } from '@open-wc/testing'

import type { Provider } from '../../src/client/provider/provider.js'
import { WalletError, type WalletErrorCode } from '../../src/shared/errors.js'
import { Wallet } from '../../src/wallet.js'
import type { Order } from './stand-in/orders.js'

/** The test server by another name: another origin, and another site. */
export const WALLET_ORIGIN = `http://wallet.localhost:${location.port}`
export const STAND_IN = `${WALLET_ORIGIN}/test/browser/stand-in/`

/** `oneEvent` with the event's own type, from HTMLElementEventMap. */
export const next = <K extends keyof HTMLElementEventMap>(
  element: HTMLElement,
  type: K,
): Promise<HTMLElementEventMap[K]> => oneEvent<HTMLElementEventMap[K]>(element, type)

export const createWallet = (walletUrl = STAND_IN, options = {}): Wallet =>
  new Wallet({ walletUrls: { production: walletUrl }, ...options })

/** Has the stand-in frame do something. */
export const order = (provider: Provider, params: Order): Promise<unknown> =>
  provider.request({ method: 'wallet_test', params })

/** What the stand-in frame was asked by this method, in order. */
export async function askedOf<T = Record<string, unknown>>(
  provider: Provider,
  method: string,
): Promise<T[]> {
  const { asked } = (await order(provider, {})) as { asked: { method: string; params: T }[] }
  return asked.filter((one) => one.method === method).map(({ params }) => params)
}

/** Names the document that the stand-in frame runs in: another after a reload. */
export const loadOf = async (provider: Provider): Promise<string> =>
  ((await order(provider, {})) as { load: string }).load

/** The code that `work` is rejected with; a text if it is not, or by something else. */
export async function codeOf(work: Promise<unknown>): Promise<WalletErrorCode | string> {
  try {
    await work
    return 'no error'
  } catch (error) {
    return WalletError.is(error) ? error.code : `not a WalletError: ${error}`
  }
}

/** Milliseconds between looks. */
const LOOK = 10
/** Milliseconds: less than a test may take, so that it says what did not come. */
const PATIENCE = 45_000

type Truthy<T> = Exclude<T, undefined | null | false | 0 | ''>

/**
 * Looks until the condition holds. One that throws does not hold yet.
 *
 * @param what - For the error; the condition itself, where its own text says it.
 * @returns What the condition gave.
 */
export function until(condition: () => unknown): Promise<unknown>
export function until<T>(
  what: string,
  condition: () => T | Promise<T>,
  ms?: number,
): Promise<Truthy<T>>
export async function until(
  what: string | (() => unknown),
  condition = what as () => unknown,
  ms = PATIENCE,
): Promise<unknown> {
  const end = performance.now() + ms
  let cause: unknown
  while (performance.now() < end) {
    try {
      const found = await condition()
      cause = undefined
      if (found) return found
    } catch (error) {
      cause = error
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK))
  }
  throw new Error(`${what} did not come within ${ms / 1000} s`, { cause })
}

/** Two frames: what depends on sizes has seen them. */
export async function settle(): Promise<void> {
  await nextFrame()
  await nextFrame()
}

/** Everything below a node, shadow roots included. */
export function* everything(root: ParentNode): Generator<HTMLElement> {
  for (const element of root.querySelectorAll<HTMLElement>('*')) {
    yield element
    if (element.shadowRoot) yield* everything(element.shadowRoot)
  }
}
