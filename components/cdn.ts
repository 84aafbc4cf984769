/**
 * For a page that loads the library from the wallet app's server: registers the elements, with that server as the
 * production wallet unless a different one is configured.
 */
import { configureWalletUrls } from '../src/client/wallet-url.js'

configureWalletUrls({ walletUrls: { production: new URL(import.meta.url).origin } })

export * from './define.js'
