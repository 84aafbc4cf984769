/** The elements as React components, and hooks. Importing it on a server touches no DOM. */
export type {} from './jsx.js'
export { LoginButton, type LoginButtonProps } from './login-button.js'
export { type LoginState, useLogin } from './use-login.js'
export { type UsedWallet, useWallet } from './use-wallet.js'
export { WalletEmbed, type WalletEmbedProps } from './wallet-embed.js'
