/**
 * Checked by the compiler alone: an event's own type follows from its name, without a cast. Each
 * `@ts-expect-error` is an error itself once the line below it compiles.
 */
import type { LoginButton, WalletEmbed } from '../../components/define.js'
import { LoginClient, type ProviderRpcError, Wallet, type WalletError } from '../../src/index.js'

const element: WalletEmbed = document.createElement('wallet-embed')
element.addEventListener('wallet-login', ({ accounts }) => accounts satisfies string[])
element.addEventListener('wallet-accounts-changed', ({ accounts }) => accounts satisfies string[])
element.addEventListener('wallet-chain-changed', ({ chainId }) => chainId satisfies string)
element.addEventListener('wallet-error', ({ error }) => error.code satisfies WalletError['code'])
// @ts-expect-error A ready event says no more than its name.
element.addEventListener('wallet-ready', ({ accounts }) => accounts)

const button: LoginButton = document.createElement('login-button')
button.addEventListener('login-success', ({ privKey }) => privKey satisfies string)
button.addEventListener('login-error', ({ error }) => error satisfies WalletError)
button.client = new LoginClient({ clientId: 'a' })

const wallet = new Wallet({ buttonPosition: 'top-left' })
wallet.on('ready', () => {})
wallet.on('login', (accounts) => accounts satisfies string[])
wallet.on('chainChanged', (chainId) => chainId satisfies string)
wallet.on('error', (error) => error satisfies WalletError)
// @ts-expect-error There is no such event.
wallet.on('loggedIn', () => {})
// @ts-expect-error Nor such a corner.
new Wallet({ buttonPosition: 'middle' })
wallet.provider.on('disconnect', (error) => error satisfies ProviderRpcError)
wallet.provider.on('chainChanged', (chainId) => chainId satisfies string)
// @ts-expect-error A provider's request has a method.
wallet.provider.request({ params: [] })

const client = new LoginClient({ clientId: 'a', uxMode: 'popup' })
client.on('login', () => {})
client.on('error', (error) => error satisfies WalletError)
// @ts-expect-error The application has to be named.
new LoginClient({})
