/** Checked by the compiler alone: what can be set and called, and what cannot. */
import type { WalletEmbed } from '../../components/define.js'
import { type SignedIn, Wallet } from '../../src/index.js'

const element: WalletEmbed = document.createElement('wallet-embed')
element.network = 'localhost'
element.network = { host: 'https://node.example', chainId: 7, ticker: 'XMP' }
element.theme = 'auto'
element.theme = { isDark: true, colors: { walletBrand1: '#0364ff' } }
element.language = 'de-AT'
element.integrity = { check: true, hash: 'sha384-…', version: '1.2.3' }
element.hideButton = true
element.enableLogging = undefined
element.applied satisfies Promise<void>
element.show('topup', 'acme') satisfies Promise<void>
// @ts-expect-error There is no such theme.
element.theme = 'purple'
// @ts-expect-error A network has a host.
element.network = { chainId: 7 }
// @ts-expect-error A check is made or not.
element.integrity = { hash: 'sha384-…' }
// @ts-expect-error There is no such screen.
element.show('cellar')
// @ts-expect-error Whoever is signed in is not the page's to say.
element.isLoggedIn = true

const wallet = new Wallet()
wallet.init({ theme: 'dark', language: 'de', integrity: { check: false } }) satisfies Promise<void>
wallet.login({ verifier: 'google' }) satisfies Promise<string[]>
wallet.login({ signIn: { nonce: 'abcd1234' } }) satisfies Promise<SignedIn>
element.login({ signIn: { nonce: 'abcd1234', chainId: 1 } }) satisfies Promise<SignedIn>
// @ts-expect-error A sign-in has the server's nonce.
wallet.login({ signIn: {} })
wallet.setNetwork('localhost') satisfies Promise<void>
wallet.setNetwork({ host: 'matic' }) satisfies Promise<void>
wallet.setTheme('dark') satisfies Promise<void>
wallet.setLanguage('de') satisfies Promise<void>
wallet.initiateTopup('acme') satisfies Promise<void>
wallet.showWallet('settings') satisfies Promise<void>
// @ts-expect-error A name or more about it.
wallet.setNetwork(137)
// @ts-expect-error One of three, or colours.
wallet.setTheme('blue')
// @ts-expect-error There is no such parameter.
wallet.init({ langauge: 'de' })
// @ts-expect-error Nor such an option.
new Wallet({ buttonPositon: 'top-left' })
