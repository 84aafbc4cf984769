/** Multi-provider discovery: https://eips.ethereum.org/EIPS/eip-6963 */
import { ICON_URL } from './icon.js'
import type { Provider } from './provider.js'

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

/**
 * Tells the page's libraries of a provider, now and whenever they ask.
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
    rdns: 'dev.wallet-embed',
  }
  const detail: ProviderDetail = Object.freeze({ info: Object.freeze(info), provider })
  const say = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', say)
  say()
  return () => window.removeEventListener('eip6963:requestProvider', say)
}
