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

/** Waits, a frame at a time, until `condition` holds. The test's own limit ends it. */
export async function until(condition: () => unknown): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10))
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
