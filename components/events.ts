import type { WalletSnapshot } from '../src/client/frame/snapshot.js'
import type { WalletError } from '../src/shared/errors.js'

/** What needs no more than its name. These events do not bubble: a wallet's events are its own. */
export class WalletEvent extends Event {}

/** Any part of the wallet's state changed, also by a restored session. */
export class WalletChangeEvent extends WalletEvent {
  readonly state: WalletSnapshot
  constructor(state: WalletSnapshot) {
    super('wallet-change')
    this.state = state
  }
}

/** The person signed in. */
export class WalletLoginEvent extends WalletEvent {
  /** Checksummed addresses. */
  readonly accounts: string[]
  constructor(accounts: string[]) {
    super('wallet-login')
    this.accounts = accounts
  }
}

/** The accounts that the page may see changed. */
export class WalletAccountsChangedEvent extends WalletEvent {
  /** Checksummed addresses. */
  readonly accounts: string[]
  constructor(accounts: string[]) {
    super('wallet-accounts-changed')
    this.accounts = accounts
  }
}

/** A different chain was chosen. */
export class WalletChainChangedEvent extends WalletEvent {
  /** Hexadecimal, as `eth_chainId`. */
  readonly chainId: string
  constructor(chainId: string) {
    super('wallet-chain-changed')
    this.chainId = chainId
  }
}

/** The wallet could not be started. */
export class WalletErrorEvent extends WalletEvent {
  readonly error: WalletError
  constructor(error: WalletError) {
    super('wallet-error')
    this.error = error
  }
}

/** Signed in. */
export class LoginSuccessEvent extends Event {
  /** The application-scoped key: 64 hex digits. Secret. */
  readonly privKey: string
  constructor(privKey: string) {
    super('login-success')
    this.privKey = privKey
  }
}

/** Not signed in. */
export class LoginErrorEvent extends Event {
  readonly error: WalletError
  constructor(error: WalletError) {
    super('login-error')
    this.error = error
  }
}

/** Events of `<wallet-embed>` by name. */
export interface WalletEmbedEventMap {
  'wallet-ready': WalletEvent
  'wallet-change': WalletChangeEvent
  'wallet-login': WalletLoginEvent
  'wallet-logout': WalletEvent
  'wallet-accounts-changed': WalletAccountsChangedEvent
  'wallet-chain-changed': WalletChainChangedEvent
  'wallet-show': WalletEvent
  'wallet-hide': WalletEvent
  'wallet-popup-blocked': WalletEvent
  'wallet-session-expired': WalletEvent
  'wallet-error': WalletErrorEvent
}

/** Events of `<login-button>` by name. */
export interface LoginButtonEventMap {
  'login-success': LoginSuccessEvent
  'login-error': LoginErrorEvent
}

declare global {
  interface HTMLElementEventMap extends WalletEmbedEventMap, LoginButtonEventMap {}
}
