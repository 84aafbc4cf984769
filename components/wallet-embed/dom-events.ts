/** Which DOM event a page hears when the wallet's connection tells of something. */
import type { WalletError } from '../../src/shared/errors.js'
import {
  WalletAccountsChangedEvent,
  WalletChainChangedEvent,
  WalletErrorEvent,
  WalletEvent,
  WalletLoginEvent,
} from '../events.js'

export const domEvents = (tell: (event: WalletEvent) => void) => ({
  ready: () => tell(new WalletEvent('wallet-ready')),
  login: (accounts: string[]) => tell(new WalletLoginEvent(accounts)),
  logout: () => tell(new WalletEvent('wallet-logout')),
  accountsChanged: (accounts: string[]) => tell(new WalletAccountsChangedEvent(accounts)),
  chainChanged: (chainId: string) => tell(new WalletChainChangedEvent(chainId)),
  show: () => tell(new WalletEvent('wallet-show')),
  hide: () => tell(new WalletEvent('wallet-hide')),
  popupBlocked: () => tell(new WalletEvent('wallet-popup-blocked')),
  sessionExpired: () => tell(new WalletEvent('wallet-session-expired')),
  error: (error: WalletError) => {
    // A mistake of who builds the page, who may not listen.
    if (error.code === 'INVALID_ARGUMENT') console.error(`wallet-embed: ${error.message}`)
    tell(new WalletErrorEvent(error))
  },
})
