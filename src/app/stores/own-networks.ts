/** Networks that the person added in the wallet's own page, for their other devices. They belong to the recovery phrase. */
import { AddedChain } from '../../chain/networks/networks.js'
import { KeptList } from './kept-list.js'

export class OwnNetworks extends KeptList<typeof AddedChain> {
  /** @param first - The first address of the recovery phrase. */
  constructor(first: `0x${string}` | undefined) {
    super('networks', first, AddedChain)
  }

  /** Replaces a network with the same id. */
  add(added: AddedChain): void {
    this.keep([...this.#without(added.chainId), added])
  }

  remove(chainId: number): void {
    this.keep(this.#without(chainId))
  }

  #without(chainId: number): AddedChain[] {
    return (this.kept ?? []).filter((one) => one.chainId !== chainId)
  }
}
