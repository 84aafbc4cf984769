import { register } from '../register.js'
import { WalletEmbed } from './wallet-embed.js'

register('wallet-embed', WalletEmbed)

declare global {
  interface HTMLElementTagNameMap {
    'wallet-embed': WalletEmbed
  }
}

export type * from '../events.js'
export { WalletEmbed }
