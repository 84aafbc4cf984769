import type { ReactiveController, ReactiveControllerHost } from 'lit'

import type { Chain } from '../../../chain/networks/networks.js'
import { type Holding, readHoldings } from '../../../chain/reads/holdings.js'
import { listedTokens } from '../../operator-files/token-lists.js'
import { assetsBeside, assetsOf, looseKey } from '../../stores/assets.js'
import { type Held, pricesOf } from '../../stores/prices.js'
import type { WalletApp } from '../wallet-app.js'
import { ownerOf } from './balance.js'

/** Networks that are asked: each is at least two requests. */
const MAX_CHAINS = 12
/** Looks at the account's own network for each look at the others. */
const ROUNDS = 8

/** What the account has on a network that is not in use. */
export interface Elsewhere {
  readonly chain: Chain
  /** In wei. */
  readonly coins: bigint
  /** What it has of its tokens and collectibles; none has an amount of 0. */
  readonly holdings: readonly Holding[]
  /** All amounts that have a price are known. */
  readonly isWhole: boolean
}

/** All of it, to be priced. */
export const heldOf = ({ coins, holdings }: Elsewhere): Held[] => [{ amount: coins }, ...holdings]

/** Looks on home what the account has on other networks, after its own network has answered. */
export class OtherNetworks implements ReactiveController {
  readonly #host: ReactiveControllerHost & { app: WalletApp }
  readonly #found = new Map<number, Elsewhere>()
  /** By chain id, whether the last look found out all that has a price. */
  readonly #answers = new Map<number, boolean>()
  /** Account and network of the look, and the round of the next one. */
  #of = ''
  #next = 0

  constructor(host: ReactiveControllerHost & { app: WalletApp }) {
    this.#host = host
    host.addController(this)
  }

  hostUpdate(): void {
    // They belong to a different account, or one of them is in use now.
    if (this.#of === ownerOf(this.#host.app)) return
    this.#found.clear()
    this.#answers.clear()
  }

  /** Where the account has something, in the operator's order. */
  get found(): Elsewhere[] {
    return this.#chains.flatMap(({ chainId }) => this.#found.get(chainId) ?? [])
  }

  /** Networks that did not answer, and that nothing is known of. */
  get silent(): Chain[] {
    return this.#chains.filter(
      ({ chainId }) => this.#answers.get(chainId) === false && !this.#found.has(chainId),
    )
  }

  /** Every network told all amounts that have a price. */
  get isWhole(): boolean {
    return this.#chains.every(({ chainId }) => this.#answers.get(chainId))
  }

  /** @param round - How often the network in use was asked. */
  look(round: number): void {
    const { app } = this.#host
    const address = app.own.chosen
    const of = ownerOf(app)
    if (!address) return
    if ((this.#of === of && round < this.#next) || !navigator.onLine) return
    this.#of = of
    this.#next = round + ROUNDS
    for (const chain of this.#chains) void this.#ask(address, chain, of)
  }

  async #ask(account: `0x${string}`, chain: Chain, of: string): Promise<void> {
    const { chainId } = chain
    const read = await this.#read(account, chain).catch(() => undefined)
    if (this.#of !== of) return
    // Where a network does not answer, the amounts of before stay.
    this.#answers.set(chainId, !!read?.isWhole)
    if (read?.coins || read?.holdings.length) this.#found.set(chainId, read)
    else if (read) this.#found.delete(chainId)
    this.#host.requestUpdate()
  }

  async #read(account: `0x${string}`, chain: Chain): Promise<Elsewhere> {
    const { app } = this.#host
    const { chainId } = chain
    const node = app.chains.nodeOf(chain)
    const added = assetsOf(app).of({ account, chainId })
    const assets = [...added, ...assetsBeside(await listedTokens(chainId), added)]
    const [coins, answered] = await Promise.all([
      node.quantity('eth_getBalance', [account, 'latest']),
      assets.length ? readHoldings(node, account, assets).catch(() => undefined) : [],
    ])
    const holdings = answered ?? assets.map((asset) => ({ asset, amount: undefined }))
    // A busy node leaves out answers: what it told before stays, so that no amount seems to be gone.
    const before = this.#found.get(chainId)?.holdings ?? []
    const told = holdings.map((one) =>
      one.amount === undefined
        ? (before.find(({ asset }) => looseKey(asset) === looseKey(one.asset)) ?? one)
        : one,
    )
    const prices = pricesOf(app)
    const isWhole =
      !!answered &&
      told.every(({ asset, amount }) => amount !== undefined || !prices.has(chain, asset))
    return { chain, coins, holdings: told.filter(({ amount }) => amount), isWhole }
  }

  /** A site's node could report any balance, so it is not asked. */
  get #chains(): Chain[] {
    const { chains } = this.#host.app
    return chains.known
      .filter(({ chainId, nodeUrl }) => nodeUrl && chainId !== chains.current.chainId)
      .slice(0, MAX_CHAINS)
  }
}
