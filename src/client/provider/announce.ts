/** Multi-provider discovery: https://eips.ethereum.org/EIPS/eip-6963 */
import type { Brand } from '../../protocol/messages.js'
import { keep, recall } from '../page-storage.js'
import { ICON_URL } from './icon.js'
import type { Provider } from './provider.js'

/** Reverse domain name: the same for every site. */
export const RDNS = 'dev.wallet-embed'
/** In the page's storage: the operator's brand, and the wallet's origin, as JSON. */
const KEPT = 'wallet-embed-brand'
/** Milliseconds that a first visit waits for the wallet to say what its operator calls it. */
const PATIENCE = 1_000

/** EIP-6963. */
export interface ProviderDetail {
  readonly info: {
    /** Version 4, new for every page load. */
    readonly uuid: string
    readonly name: string
    /** Data URI. */
    readonly icon: string
    /** Reverse domain name: the same for every site. */
    readonly rdns: string
  }
  readonly provider: Provider
}

/** All that may speak, in the order in which they came. */
const announcements: Announcement[] = []

/**
 * Tells the page's libraries of a provider, now and whenever they ask. Of several wallets on a page only
 * the first speaks, and the next one when that has gone: libraries take `rdns` for one wallet, and a
 * person does for one entry in a list.
 *
 * Libraries take a wallet's first announcement for good, and reconnect only to what they know when they start. So the
 * operator's name and icon are remembered for the next load.
 *
 * @internal
 */
export class Announcement {
  readonly #provider: Provider
  readonly #origin: () => string | undefined
  #timer: ReturnType<typeof setTimeout>
  #detail: ProviderDetail | undefined

  /** @param origin - Of the wallet; known a task later. */
  constructor(provider: Provider, origin: () => string | undefined) {
    this.#provider = provider
    this.#origin = origin
    // In a separate task: wagmi drops announcements that come before it has read its storage.
    this.#timer = setTimeout(() => {
      const kept = recall(KEPT) as (Brand & { origin?: string }) | undefined
      if (kept && kept.origin === origin()) this.#decide(kept)
      else this.#timer = setTimeout(() => this.#decide(), PATIENCE)
    })
    if (announcements.push(this) === 1) window.addEventListener('eip6963:requestProvider', say)
  }

  /** The wallet has said what its operator calls it. */
  name(brand?: Brand): void {
    this.#decide(brand)
    keep(KEPT, { ...brand, origin: this.#origin() })
  }

  /** Stops answering. */
  stop(): void {
    clearTimeout(this.#timer)
    const at = announcements.indexOf(this)
    announcements.splice(at, 1)
    if (!announcements.length) window.removeEventListener('eip6963:requestProvider', say)
    else if (!at) say()
  }

  tell(): void {
    const detail = this.#detail
    if (detail) window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }

  #decide({ name = 'Wallet', icon = ICON_URL }: Brand = {}): void {
    clearTimeout(this.#timer)
    // Neither randomUUID nor the wallet's frame works without a secure context.
    if (this.#detail || !isSecureContext) return
    const info = Object.freeze({ uuid: crypto.randomUUID(), name, icon, rdns: RDNS })
    this.#detail = Object.freeze({ info, provider: this.#provider })
    if (announcements[0] === this) this.tell()
  }
}

const say = (): void => announcements[0]?.tell()
