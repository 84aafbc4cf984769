import type { Chain } from '../../chain/networks/networks.js'
import type { WalletState } from '../../protocol/messages.js'
import type { AppConfig } from '../../protocol/service.js'
import type { ApprovalPlace } from '../approval/approval-place.js'

interface Wallet {
  readonly isConnected: boolean
  readonly life: { readonly isForgetful: boolean }
  readonly own: { readonly given: readonly `0x${string}`[] }
  readonly chains: { readonly current: Chain }
  readonly approvals: Pick<ApprovalPlace, 'isForPageToOpen'>
  readonly content: { readonly config: Pick<AppConfig, 'brand'> }
  readonly appearance: { readonly texts: NonNullable<WalletState['texts']> }
}

/**
 * The wallet's state as the page may know it. Only real changes are sent: an extra message would reveal activity on
 * other pages.
 */
export class PageState {
  readonly #wallet: Wallet
  readonly #tell: (state: WalletState) => void
  #told = ''

  constructor(wallet: Wallet, tell: (state: WalletState) => void) {
    this.#wallet = wallet
    this.#tell = tell
  }

  /** Contains nothing about the person until the page is connected. */
  get current(): WalletState {
    const { isConnected, life, own, chains, appearance, approvals, content } = this.#wallet
    const { chainId, rpcUrl } = chains.current
    return {
      loggedIn: isConnected,
      ...(isConnected && life.isForgetful && { isTemporary: true }),
      accounts: [...own.given],
      chainId,
      rpcUrl,
      texts: appearance.texts,
      ...(content.config.brand && { brand: content.config.brand }),
      ...(approvals.isForPageToOpen && { approvals: 'window' as const }),
    }
  }

  /** Changes by `restore` are not sent: the page gets them with the answer to its first request. */
  begin(restore: () => void): void {
    this.#note()
    restore()
    this.#note()
  }

  tell(): void {
    if (this.#note()) this.#tell(this.current)
  }

  /** @returns Whether it has changed. */
  #note(): boolean {
    const before = this.#told
    this.#told = JSON.stringify(this.current)
    return this.#told !== before
  }
}
