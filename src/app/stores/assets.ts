/** The tokens that the person has added to the wallet, per account and chain. */
import * as z from 'zod/mini'

import type { Asset } from '../../chain/reads/asset.js'
import { Address } from '../../protocol/messages.js'
import type { SiteStore } from '../sites/site-store.js'

const ITEM = 'assets'
/** The oldest make room. */
const MAX_ASSETS = 100

const Kept = z.object({
  account: Address,
  chainId: z.int(),
  type: z.enum(['ERC20', 'ERC721', 'ERC1155']),
  address: Address,
  symbol: z.string(),
  decimals: z.int(),
  name: z.optional(z.string()),
  image: z.optional(z.string()),
  tokenId: z.optional(z.string()),
})
type Kept = z.output<typeof Kept>

/** Account and chain. */
export type Owner = Pick<Kept, 'account' | 'chainId'>

export class Assets {
  readonly #store: SiteStore

  constructor(store: SiteStore) {
    this.#store = store
  }

  of({ account, chainId }: Owner): Asset[] {
    return this.#all
      .filter((kept) => kept.account === account && kept.chainId === chainId)
      .map(({ account: _, chainId: __, name, image, tokenId, ...asset }) => ({
        ...asset,
        ...(name && { name }),
        ...(image && { image }),
        ...(tokenId && { tokenId }),
      }))
  }

  /** In the place of the same one, if it is there. */
  add(owner: Owner, asset: Asset): void {
    const kept = { ...owner, ...asset }
    const others = this.#all.filter((one) => toKey(one) !== toKey(kept))
    this.#store.set(ITEM, [...others, kept].slice(-MAX_ASSETS))
  }

  /** @param key - As `assetKey` has it. */
  remove({ account, chainId }: Owner, key: string): void {
    const isMeant = (one: Kept) =>
      one.account === account && one.chainId === chainId && assetKey(one) === key
    this.#store.set(
      ITEM,
      this.#all.filter((one) => !isMeant(one)),
    )
  }

  get #all(): Kept[] {
    return this.#store.get(ITEM, z.array(Kept)) ?? []
  }
}

/** Tells the tokens of a list apart. */
export const assetKey = ({
  address,
  tokenId = '',
}: Pick<Kept, 'address' | 'tokenId'> | Pick<Asset, 'address' | 'tokenId'>): string =>
  `${address},${tokenId}`

const toKey = (kept: (Owner & Asset) | Kept): string =>
  [kept.account, kept.chainId, assetKey(kept)].join()
