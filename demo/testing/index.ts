/** `wallet-embed-dev/testing`: for tests of pages that have the wallet, against the stack of `wallet-embed-dev`. */
export { type TestWallet, type WalletFixtures, walletFixtures } from './fixture.js'
export { approve, pickAccount, reject, type SignInOptions, signIn, walletFrame } from './kit.js'
