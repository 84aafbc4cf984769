/** Registers every element of the package. */
export type * from './events.js'
export { LoginButton } from './login-button/login-button.define.js'
export { WalletEmbed } from './wallet-embed/wallet-embed.define.js'
