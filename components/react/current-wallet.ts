/** The wallets that components have in the page: `useWallet` is about the first, as libraries that look for one are. */
import type { WalletEmbed } from '../wallet-embed/wallet-embed.js'

let wallets: readonly WalletEmbed[] = []
const listeners = new Set<() => void>()

/** @returns Takes it out again. */
export function enter(wallet: WalletEmbed): () => void {
  become([...wallets, wallet])
  return () => become(wallets.filter((one) => one !== wallet))
}

export const currentWallet = (): WalletEmbed | undefined => wallets[0]

export function onCurrentWallet(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function become(next: readonly WalletEmbed[]): void {
  wallets = next
  for (const listener of [...listeners]) listener()
}
