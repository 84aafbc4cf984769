/** Which DOM event a page hears when the wallet's connection tells of something. */
import type { WalletError } from '../../src/shared/errors.js'
import {
  WalletAccountsChangedEvent,
  WalletChainChangedEvent,
  WalletErrorEvent,
  WalletEvent,
  WalletLoginEvent,
} from '../events.js'
import { toAttribute } from './parameters.js'

/** Names of all that the wallet tells a page. */
export const EVENTS = [
  'ready',
  'change',
  'login',
  'logout',
  'accountsChanged',
  'chainChanged',
  'show',
  'hide',
  'popupBlocked',
  'sessionExpired',
  'error',
] as const

export const domEvents = (tell: (event: WalletEvent) => void) => ({
  // Most say nothing but that they happened.
  ...Object.fromEntries(
    EVENTS.map((name) => [name, () => tell(new WalletEvent(`wallet-${toAttribute(name)}`))]),
  ),
  login: (accounts: string[]) => tell(new WalletLoginEvent(accounts)),
  accountsChanged: (accounts: string[]) => tell(new WalletAccountsChangedEvent(accounts)),
  chainChanged: (chainId: string) => tell(new WalletChainChangedEvent(chainId)),
  error: (error: WalletError) => {
    // Who builds the page may not listen.
    console.error(`wallet-embed: ${error.message} ${error.docsUrl}`)
    tell(new WalletErrorEvent(error))
  },
})
