import type { WalletError } from '../src/shared/errors.js'

/** Events do not bubble: a wallet is one per page, and its events are its own. */
class WalletEvent extends Event {}

/** `init` is done: the provider answers, and a session that was there is restored. */
export class WalletReadyEvent extends WalletEvent {
  static readonly type = 'wallet-ready'
  constructor() {
    super(WalletReadyEvent.type)
  }
}

/** Somebody signed in. */
export class WalletLoginEvent extends WalletEvent {
  static readonly type = 'wallet-login'
  /** Checksummed addresses. */
  readonly accounts: string[]
  constructor(accounts: string[]) {
    super(WalletLoginEvent.type)
    this.accounts = accounts
  }
}

/** Signed out, here or inside the wallet. */
export class WalletLogoutEvent extends WalletEvent {
  static readonly type = 'wallet-logout'
  constructor() {
    super(WalletLogoutEvent.type)
  }
}

/** The accounts that the page may see changed. */
export class WalletAccountsChangedEvent extends WalletEvent {
  static readonly type = 'wallet-accounts-changed'
  /** Checksummed addresses. */
  readonly accounts: string[]
  constructor(accounts: string[]) {
    super(WalletAccountsChangedEvent.type)
    this.accounts = accounts
  }
}

/** Another chain was chosen. */
export class WalletChainChangedEvent extends WalletEvent {
  static readonly type = 'wallet-chain-changed'
  /** Hexadecimal, as `eth_chainId`. */
  readonly chainId: string
  constructor(chainId: string) {
    super(WalletChainChangedEvent.type)
    this.chainId = chainId
  }
}

/** The panel opened. */
export class WalletShowEvent extends WalletEvent {
  static readonly type = 'wallet-show'
  constructor() {
    super(WalletShowEvent.type)
  }
}

/** The panel closed. */
export class WalletHideEvent extends WalletEvent {
  static readonly type = 'wallet-hide'
  constructor() {
    super(WalletHideEvent.type)
  }
}

/** The browser blocked the login window; the wallet offers the person another way. */
export class WalletPopupBlockedEvent extends WalletEvent {
  static readonly type = 'wallet-popup-blocked'
  constructor() {
    super(WalletPopupBlockedEvent.type)
  }
}

/** The session came to its end. */
export class WalletSessionExpiredEvent extends WalletEvent {
  static readonly type = 'wallet-session-expired'
  constructor() {
    super(WalletSessionExpiredEvent.type)
  }
}

/** The wallet could not be started. */
export class WalletErrorEvent extends WalletEvent {
  static readonly type = 'wallet-error'
  readonly error: WalletError
  constructor(error: WalletError) {
    super(WalletErrorEvent.type)
    this.error = error
  }
}

/** Signed in. */
export class LoginSuccessEvent extends Event {
  static readonly type = 'login-success'
  /** The application-scoped key: 64 hex digits. Secret. */
  readonly privKey: string
  constructor(privKey: string) {
    super(LoginSuccessEvent.type)
    this.privKey = privKey
  }
}

/** Not signed in. */
export class LoginErrorEvent extends Event {
  static readonly type = 'login-error'
  readonly error: WalletError
  constructor(error: WalletError) {
    super(LoginErrorEvent.type)
    this.error = error
  }
}

declare global {
  interface HTMLElementEventMap {
    'wallet-ready': WalletReadyEvent
    'wallet-login': WalletLoginEvent
    'wallet-logout': WalletLogoutEvent
    'wallet-accounts-changed': WalletAccountsChangedEvent
    'wallet-chain-changed': WalletChainChangedEvent
    'wallet-show': WalletShowEvent
    'wallet-hide': WalletHideEvent
    'wallet-popup-blocked': WalletPopupBlockedEvent
    'wallet-session-expired': WalletSessionExpiredEvent
    'wallet-error': WalletErrorEvent
    'login-success': LoginSuccessEvent
    'login-error': LoginErrorEvent
  }
}
