/** Networks that the person added in the wallet's own page, for their other devices. They belong to the recovery phrase. */
import { AddedChain } from '../../chain/networks/networks.js'
import { KeptList } from './kept-list.js'

export class OwnNetworks {
  readonly #list: KeptList<typeof AddedChain>

  /** @param first - The first address of the recovery phrase. */
  constructor(first: `0x${string}` | undefined) {
    this.#list = new KeptList('networks', first, AddedChain)
  }

  /** Undefined if no network was ever added here. */
  get kept(): AddedChain[] | undefined {
    return this.#list.all
  }

  /** Replaces a network with the same id. */
  add(added: AddedChain): void {
    this.keep([...this.#without(added.chainId), added])
  }

  remove(chainId: number): void {
    this.keep(this.#without(chainId))
  }

  keep(all: readonly AddedChain[]): void {
    this.#list.keep(all)
  }

  #without(chainId: number): AddedChain[] {
    return (this.kept ?? []).filter((one) => one.chainId !== chainId)
  }
}
