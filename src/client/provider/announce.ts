/** Multi-provider discovery: https://eips.ethereum.org/EIPS/eip-6963 */
import { ICON_URL } from './icon.js'
import type { Provider } from './provider.js'

/** Reverse domain name: the same for every site. */
export const RDNS = 'dev.wallet-embed'

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

/** Every provider that may speak, in the order in which they came. */
const details: ProviderDetail[] = []

/**
 * Tells the page's libraries of a provider, now and whenever they ask. Of several wallets on a page only
 * the first speaks, and the next one when that has gone: libraries take `rdns` for one wallet, and a
 * person does for one entry in a list.
 *
 * @returns Stops answering.
 */
export function announce(provider: Provider): () => void {
  // Neither randomUUID nor the wallet's frame works without a secure context.
  if (!isSecureContext) return () => {}
  const info = {
    uuid: crypto.randomUUID(),
    name: 'Wallet',
    icon: ICON_URL,
    rdns: RDNS,
  }
  const detail: ProviderDetail = Object.freeze({ info: Object.freeze(info), provider })
  if (details.push(detail) === 1) {
    window.addEventListener('eip6963:requestProvider', say)
    // In a separate task: wagmi drops announcements that come before it has read its storage.
    setTimeout(say)
  }
  return () => {
    const at = details.indexOf(detail)
    details.splice(at, 1)
    if (!details.length) window.removeEventListener('eip6963:requestProvider', say)
    else if (!at) say()
  }
}

function say(): void {
  const [detail] = details
  if (detail) window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
}
