/** Nodes that the page named and the wallet's own policy forbids the frame to reach: the page does it. */
import type { PageContract } from '../../protocol/messages.js'
import { WalletError } from '../../shared/errors.js'
import { keep, recall } from '../page-storage.js'
import { Reads } from './reads.js'

/** Storage key for the nodes that the page named: after a reload, the wallet may return to an added chain. */
const ITEM = 'wallet-embed:nodes'
/** The latest. The wallet takes the first that answers, and lists of nodes for many wallets are long. */
const MAX_KEPT = 200

export class Nodes {
  readonly #named = new Map<string, Reads>()

  constructor() {
    for (const href of load()) this.#add(href)
  }

  /** Adds a node that the page named, so that its URL may be requested. */
  name(named: unknown): void {
    const href = toHref(named)
    if (!href || this.#named.has(href)) return
    this.#add(href)
    keep(ITEM, [...new Set([...load(), href])].slice(-MAX_KEPT))
  }

  /** @throws {WalletError | ProviderRpcError} `UNAUTHORIZED` for a URL that the page never named; the node's own. */
  async request({ url, method, params }: PageContract['node']['params']): Promise<unknown> {
    const reads = this.#named.get(toHref(url)!)
    if (!reads) throw new WalletError('UNAUTHORIZED', 'Not a node of the page.')
    return reads.request({ method, params: params as object })
  }

  #add(href: string): void {
    // No fallback: the wallet uses these reads as its own fallback.
    this.#named.set(href, new Reads(href, unreachable))
  }
}

const load = (): string[] => [recall(ITEM)].flat().flatMap((one) => toHref(one) ?? [])

function toHref(text: unknown): string | undefined {
  const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : undefined
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}

const unreachable = () => Promise.reject(new WalletError('CHAIN_DISCONNECTED'))
