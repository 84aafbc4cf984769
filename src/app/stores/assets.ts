/** The tokens that the person has added to the wallet, per account and chain. They belong to the recovery phrase. */
import * as z from 'zod/mini'

import type { Asset } from '../../chain/reads/asset.js'
import { Address } from '../../protocol/messages.js'
import type { Accounts } from '../session/accounts.js'
import { KeptList } from './kept-list.js'

/** The oldest makes room for a new one. */
const MAX_ASSETS = 300

export const KeptAsset = z.object({
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
export type KeptAsset = z.output<typeof KeptAsset>

/** Account and chain. */
export type Owner = Pick<KeptAsset, 'account' | 'chainId'>

/** @param own - The accounts of the recovery phrase. */
export const assetsOf = ({ own }: { own: Pick<Accounts, 'first'> }): Assets => new Assets(own.first)

export class Assets extends KeptList<typeof KeptAsset> {
  /** @param first - The first address of the recovery phrase. */
  constructor(first: `0x${string}` | undefined) {
    super('assets', first, KeptAsset)
  }

  of({ account, chainId }: Owner): Asset[] {
    return (this.kept ?? [])
      .filter((kept) => kept.account === account && kept.chainId === chainId)
      .map(({ account: _, chainId: __, name, image, tokenId, ...asset }) => ({
        ...asset,
        ...(name && { name }),
        ...(image && { image }),
        ...(tokenId && { tokenId }),
      }))
  }

  /** Replaces an equal entry. */
  add(owner: Owner, asset: Asset): void {
    const kept = { ...owner, ...asset }
    const others = (this.kept ?? []).filter((one) => keptAssetKey(one) !== keptAssetKey(kept))
    const excess = others.length >= MAX_ASSETS ? 1 : 0
    this.keep([...others.slice(excess), kept])
  }

  /** @param key - As `assetKey` has it. */
  remove({ account, chainId }: Owner, key: string): void {
    const isMeant = (one: KeptAsset) =>
      one.account === account && one.chainId === chainId && assetKey(one) === key
    this.keep((this.kept ?? []).filter((one) => !isMeant(one)))
  }
}

/** Tells the tokens of a list apart. */
export const assetKey = ({
  address,
  tokenId = '',
}: Pick<KeptAsset, 'address' | 'tokenId'> | Pick<Asset, 'address' | 'tokenId'>): string =>
  `${address},${tokenId}`

/** Those of a list that are not among the others. Lists write addresses in any case. */
export function assetsBeside(assets: readonly Asset[], others: readonly Asset[]): Asset[] {
  const known = new Set(others.map(looseKey))
  return assets.filter((asset) => !known.has(looseKey(asset)))
}

/** Tells assets apart, however their addresses are written. */
export const looseKey = (asset: Asset): string => assetKey(asset).toLowerCase()

/** Tells kept ones apart. */
export const keptAssetKey = (kept: (Owner & Asset) | KeptAsset): string =>
  [kept.account, kept.chainId, assetKey(kept)].join()
