/** Registers every element of the package. */
export { WalletEmbed } from './wallet-embed/wallet-embed.define.js'
