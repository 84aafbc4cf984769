/** Nodes that the page named and the wallet's own policy forbids the frame to reach: the page does it. */
import type { PageContract } from '../protocol/messages.js'
import { WalletError } from '../shared/errors.js'
import { Reads } from './reads.js'

export class Nodes {
  readonly #named = new Map<string, Reads>()

  /** The page named something: what is a URL of a node may be asked from now on. */
  name(named: unknown): void {
    const href = toHref(named)
    // No other way: this is the other way.
    if (href && !this.#named.has(href)) this.#named.set(href, new Reads(href, unreachable))
  }

  /** @throws {WalletError | ProviderRpcError} `UNAUTHORIZED` for a URL that the page never named; the node's own. */
  async request({ url, method, params }: PageContract['node']['params']): Promise<unknown> {
    const reads = this.#named.get(toHref(url) ?? '')
    if (!reads) throw new WalletError('UNAUTHORIZED', 'Not a node that the page named.')
    return reads.request({ method, params: params as object })
  }
}

function toHref(text: unknown): string | undefined {
  const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : undefined
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}

const unreachable = () => Promise.reject(new WalletError('CHAIN_DISCONNECTED'))
