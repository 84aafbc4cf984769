import type { ReactiveController, ReactiveControllerHost } from 'lit'

import type { Asset } from '../../../chain/reads/asset.js'
import { type Holding, readHoldings } from '../../../chain/reads/holdings.js'
import { listedTokens } from '../../operator-files/token-lists.js'
import { assetKey, assetsBeside, assetsOf, looseKey } from '../../stores/assets.js'
import { keepAmounts, type LastAmount, lastAmount } from '../../stores/last-amounts.js'
import type { WalletApp } from '../wallet-app.js'
import { ownerOf } from './balance.js'

/** An account's holdings on a chain. */
interface Known {
  holdings: Holding[]
  /** Tokens that the operator lists and the account has, or had when it was asked last. */
  listed: Asset[]
}
/** By account and chain, shared by all screens of a wallet. */
const found = new WeakMap<WalletApp, Map<string, Known>>()
/** Milliseconds within which all amounts of a look are read. */
const TOGETHER = 60_000
const NOTHING: Known = { holdings: [], listed: [] }

/**
 * The account's balances of the tokens in its list and the operator's lists, for a screen. Read again whenever the
 * coin's balance is.
 */
export class Holdings implements ReactiveController {
  readonly #host: ReactiveControllerHost & { app: WalletApp }

  constructor(host: ReactiveControllerHost & { app: WalletApp }) {
    this.#host = host
    host.addController(this)
  }

  hostConnected(): void {
    // Properties are set right after.
    queueMicrotask(() => this.#host.app.addEventListener('change', this.#onChange))
  }

  hostDisconnected(): void {
    this.#host.app.removeEventListener('change', this.#onChange)
  }

  /** The known assets. The amount is undefined until a node has answered. */
  get all(): Holding[] {
    const { holdings, listed } = this.#known ?? NOTHING
    const amounts = new Map(holdings.map(({ asset, amount }) => [assetKey(asset), amount]))
    return [...this.#added, ...assetsBeside(listed, this.#added)].map((asset) => ({
      asset,
      amount: amounts.get(assetKey(asset)),
    }))
  }

  /**
   * As above, with the node's last answers: to show with their time, not to calculate with.
   *
   * @param readAt - Unix time in milliseconds. Amounts not read then are left out.
   */
  last(readAt: number): Holding[] {
    return this.all.map(({ asset, amount }) => {
      const last = this.#last(asset)
      const isOfThen = last && last.readAt >= readAt - TOGETHER
      return { asset, amount: amount ?? (isOfThen ? last.amount : undefined) }
    })
  }

  /** Asks the node now. If it does not answer, the old values stay. */
  async refresh(): Promise<void> {
    const { own, chains } = this.#host.app
    const chain = chains.current
    const [key, added] = [this.#key, this.#added]
    if (!own.chosen) return
    // A site's node must not report balances of tokens that the operator vouches for: people would trust them.
    const listing = chain.nodeUrl ? listedTokens(chain.chainId) : []
    try {
      // The first time the lists may take a while, and the person's own do not wait for them.
      const isFirst = !this.#known
      if (isFirst && added.length) await this.#read(key, added, [])
      const listed = assetsBeside(await listing, added)
      if (key !== this.#key || (isFirst && !listed.length)) return
      if (added.length || listed.length) await this.#read(key, added, listed)
    } catch {
      // The balance says that the network does not answer.
      if (!this.#known) await this.#readOfBefore(key, assetsBeside(await listing, added))
    }
  }

  /** The network has not answered in this document yet: which of the listed tokens the account had before. */
  async #readOfBefore(key: string, listed: readonly Asset[]): Promise<void> {
    const { app } = this.#host
    if (key !== this.#key) return
    const had = listed.filter((asset) => this.#last(asset)?.amount)
    const checked = await Promise.all(
      had.map((asset) => checksummed(app, { asset, amount: undefined })),
    )
    this.#keep(key, { holdings: [], listed: checked.map(({ asset }) => asset) })
  }

  async #read(key: string, added: readonly Asset[], listed: readonly Asset[]): Promise<void> {
    const { app } = this.#host
    const all = await readHoldings(app.chains.node, app.own.chosen ?? '', [...added, ...listed])
    const before = new Set(found.get(app)?.get(key)?.listed.map(looseKey))
    const held = all
      .slice(added.length)
      .filter(({ asset, amount }) =>
        amount === undefined ? before.has(looseKey(asset)) : amount > 0n,
      )
    const checked = await Promise.all(held.map((holding) => checksummed(app, holding)))
    const holdings = [...all.slice(0, added.length), ...checked]
    if (key === this.#key) {
      const read = holdings.flatMap(({ asset, amount }) =>
        amount === undefined ? [] : [[assetKey(asset), amount] as const],
      )
      keepAmounts(app, new Map(read))
    }
    this.#keep(key, { holdings, listed: checked.map(({ asset }) => asset) })
  }

  #keep(key: string, known: Known): void {
    const { app } = this.#host
    const all = found.get(app) ?? new Map<string, Known>()
    found.set(app, all)
    all.set(key, known)
    // Tells all screens that show amounts or their worth.
    app.dispatchEvent(new Event('change'))
  }

  #onChange = (): void => this.#host.requestUpdate()

  #last = (asset: Asset): LastAmount | undefined => lastAmount(this.#host.app, assetKey(asset))

  get #known(): Known | undefined {
    return found.get(this.#host.app)?.get(this.#key)
  }

  /** The assets that the person added for the current account. */
  get #added(): Asset[] {
    const { app } = this.#host
    const account = app.own.chosen
    const chain = app.chains.current
    return account ? assetsOf(app).of({ account, chainId: chain.chainId }) : []
  }

  get #key(): string {
    return ownerOf(this.#host.app)
  }
}

/** Lists write addresses as they like. */
export async function checksummed(app: WalletApp, { asset, amount }: Holding): Promise<Holding> {
  const address = (await app.compute('checksum', asset.address)) ?? asset.address
  return { asset: { ...asset, address: address as Asset['address'] }, amount }
}
