import { useCallback, useMemo, useSyncExternalStore } from 'react'

import { NO_WALLET, type WalletSnapshot } from '../../src/client/frame/snapshot.js'
import type { WalletEmbed } from '../wallet-embed/wallet-embed.js'
import { currentWallet, onCurrentWallet } from './current-wallet.js'

/** A `Wallet` or a `<wallet-embed>`. */
interface Watched {
  readonly state: WalletSnapshot
  subscribe(listener: () => void): () => void
}

export type UsedWallet<W> = WalletSnapshot & {
  /** To be asked: `wallet?.login()`. Absent until it is in the page. */
  readonly wallet: W | undefined
}

/**
 * The state of a wallet; the component is drawn again when it changes. On a server it is signed out.
 *
 * @param given - A `Wallet`; without it, the page's `<WalletEmbed />`.
 */
export function useWallet(): UsedWallet<WalletEmbed>
export function useWallet<W extends Watched>(given: W): UsedWallet<W>
export function useWallet(given?: Watched): UsedWallet<Watched> {
  const current = useSyncExternalStore(onCurrentWallet, currentWallet, () => undefined)
  const wallet = given ?? current
  const subscribe = useCallback(
    (listener: () => void) => wallet?.subscribe(listener) ?? (() => {}),
    [wallet],
  )
  const state = useSyncExternalStore(
    subscribe,
    () => wallet?.state ?? NO_WALLET,
    () => NO_WALLET,
  )
  return useMemo(() => ({ ...state, wallet }), [state, wallet])
}
