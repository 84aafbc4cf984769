import type { WalletState } from '../../protocol/messages.js'
import { toHexChainId } from '../provider/provider.js'

/** What a page knows of the wallet at one moment. It never changes: a change makes another one. */
export interface WalletSnapshot {
  /** Whether the wallet is there. Until then nobody is signed in. */
  readonly isInitialized: boolean
  /** Whether somebody is signed in whom this page may see, also by a session that was restored. */
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

/** What a snapshot is made of. */
interface Parts {
  isInitialized: boolean
  isOpen: boolean
  isPending: boolean
  /** Requests that wait for the person. */
  asking: number
  /** What the wallet told last. While its frame loads again that still holds. */
  told: WalletState | undefined
}

/** Keeps the snapshot: another object if and only if something in it is another. */
export class Snapshots {
  readonly #onChange: (snapshot: WalletSnapshot) => void
  readonly parts: Readonly<Parts> = {
    isInitialized: false,
    isOpen: false,
    isPending: false,
    asking: 0,
    told: undefined,
  }
  current = toSnapshot(this.parts)

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
    isAsking: asking > 0,
    isPending,
  })
}
