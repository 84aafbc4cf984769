import { register } from '../register.js'
import { WalletEmbed } from './wallet-embed.js'

register('wallet-embed', WalletEmbed)

declare global {
  interface HTMLElementTagNameMap {
    'wallet-embed': WalletEmbed
  }
}

export type { WalletSnapshot } from '../../src/client/frame/snapshot.js'
export type { Provider } from '../../src/client/provider/provider.js'
export type * from '../../src/shared/options.js'
export type * from '../events.js'
export type { LoginRequest, SignedIn, SignInFields, SignInRequest } from './login-window.js'
export { WalletEmbed }
