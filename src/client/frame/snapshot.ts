import type { WalletState } from '../../protocol/messages.js'
import { toHexChainId } from '../provider/provider.js'

/** The wallet's state as the page sees it. Immutable: each change makes a new object. */
export interface WalletSnapshot {
  /** Whether the wallet has started. Until then `isLoggedIn` is false. */
  readonly isInitialized: boolean
  /** Whether a person is signed in whose account this page may see, also by a restored session. */
  readonly isLoggedIn: boolean
  /** Checksummed addresses that this page may see. */
  readonly accounts: readonly string[]
  /** Hexadecimal, as `eth_chainId`; null until the wallet is there. */
  readonly chainId: string | null
  /** Whether the panel is open. */
  readonly isOpen: boolean
  /** Whether something that the page asked waits for the person. */
  readonly isAsking: boolean
  /** Whether a transaction of one of the accounts is on its way. */
  readonly isPending: boolean
}

/**
 * What a snapshot is made of.
 *
 * @internal
 */
interface Parts {
  isInitialized: boolean
  isOpen: boolean
  isPending: boolean
  /** Requests that wait for the person. */
  asking: number
  /** The wallet's last state. It stays valid while the frame reloads. */
  told: WalletState | undefined
}

const NOTHING: Parts = {
  isInitialized: false,
  isOpen: false,
  isPending: false,
  asking: 0,
  told: undefined,
}

/**
 * Holds the snapshot, and makes a new object only if a part of it changed.
 *
 * @internal
 */
export class Snapshots {
  readonly #onChange: (snapshot: WalletSnapshot) => void
  readonly parts: Readonly<Parts> = { ...NOTHING }
  current = NO_WALLET

  constructor(onChange: (snapshot: WalletSnapshot) => void) {
    this.#onChange = onChange
  }

  set(parts: Partial<Parts>): void {
    const next = toSnapshot(Object.assign(this.parts, parts))
    if (JSON.stringify(next) === JSON.stringify(this.current)) return
    this.current = next
    this.#onChange(next)
  }
}

/** A session that is restored shows together with the wallet: one change says both. */
function toSnapshot({ isInitialized, isOpen, isPending, asking, told }: Parts): WalletSnapshot {
  const known = isInitialized && told
  return Object.freeze({
    isInitialized,
    isLoggedIn: !!known && known.loggedIn,
    accounts: Object.freeze(known ? [...known.accounts] : []),
    chainId: known ? toHexChainId(known.chainId) : null,
    isOpen,
    isAsking: !!asking,
    isPending,
  })
}

/** The snapshot before the wallet starts, and where none can run. */
export const NO_WALLET: WalletSnapshot = /* @__PURE__ */ toSnapshot(NOTHING)
