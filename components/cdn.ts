/**
 * For a page that loads the library from the wallet app's own server: the elements are registered, and
 * that server is the production wallet unless another is configured.
 */
import { configureWalletUrls } from '../src/client/wallet-url.js'

configureWalletUrls({ production: new URL(import.meta.url).origin })

export * from './define.js'
