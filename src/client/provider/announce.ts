/** Multi-provider discovery: https://eips.ethereum.org/EIPS/eip-6963 */
import type { Brand } from '../../protocol/messages.js'
import { keep, recall } from '../page-storage.js'
import { ICON_URL } from './icon.js'
import type { Provider } from './provider.js'

/** Reverse domain name: the same for every site. */
export const RDNS = 'dev.wallet-embed'
/** Key in the page's storage for the operator's brand and the wallet's origin, as JSON. */
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

/** Wallets on this page, in order of creation. */
const announcements: Announcement[] = []

/**
 * Announces a provider to the page's libraries, at once and on request. If a page has several wallets, only the first
 * is announced, and the next once the first is gone: libraries take `rdns` for a single wallet, and people expect one
 * entry in a list.
 *
 * Libraries keep a wallet's first announcement, and reconnect only to wallets that they know when they start. So the
 * operator's name and icon are stored for the next load.
 *
 * @internal
 */
export class Announcement {
  readonly #provider: Provider
  readonly #origin: () => string | undefined
  #timer: ReturnType<typeof setTimeout>
  #detail: ProviderDetail | undefined

  /** @param origin - Origin of the wallet; known only after the current task. */
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

  /** Called when the wallet has sent its operator's brand. */
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
    const provider = this.#provider
    // The same when the tag is put back or the wallet starts anew: libraries tell wallets apart by it.
    provider.uuid ??= crypto.randomUUID()
    const info = Object.freeze({ uuid: provider.uuid, name, icon, rdns: RDNS })
    this.#detail = Object.freeze({ info, provider })
    if (announcements[0] === this) this.tell()
  }
}

const say = (): void => announcements[0]?.tell()
