/** Finds the token or collectible behind an address that a person typed. */

import { readAddress } from '../../../chain/reads/address-facts.js'
import { type Asset, isTokenId } from '../../../chain/reads/asset.js'
import { readHoldings, readStandard } from '../../../chain/reads/holdings.js'
import { typedAddress } from '../../../chain/values/addresses.js'
import type { WalletApp } from '../wallet-app.js'

export type AssetProblem =
  | 'no-address'
  /** The address has no contract on this chain. */
  | 'no-contract'
  /** The contract is not a token. */
  | 'no-token'
  /** The contract is a collection, and the item's id is missing. */
  | 'no-id'
  /** The account does not have the token. */
  | 'not-yours'

export type FoundAsset = { asset: Asset; amount: bigint } | { problem: AssetProblem }

/** @throws {WalletError} `CHAIN_DISCONNECTED` */
export async function findAsset(
  app: Pick<WalletApp, 'chains' | 'own' | 'compute'>,
  typed: string,
  tokenId: string,
): Promise<FoundAsset> {
  const { node } = app.chains
  const address = await app.compute('checksum', typedAddress(typed))
  if (!address) return { problem: 'no-address' }
  const { isContract, name, symbol = '', decimals } = await readAddress(node, address)
  if (!isContract) return { problem: 'no-contract' }
  const type = await readStandard(node, address)
  if (type === 'ERC20' && (!symbol || decimals === undefined)) return { problem: 'no-token' }
  if (type !== 'ERC20' && !isTokenId(tokenId)) return { problem: 'no-id' }
  const asset: Asset = {
    ...{ type, address, symbol, decimals: type === 'ERC20' ? (decimals ?? 0) : 0 },
    ...(name && { name }),
    ...(type !== 'ERC20' && { tokenId: String(BigInt(tokenId)) }),
  }
  const [held] = await readHoldings(node, app.own.chosen ?? '0x0', [asset])
  if (held?.amount === undefined) return { problem: 'no-token' }
  if (type !== 'ERC20' && !held.amount) return { problem: 'not-yours' }
  return { asset, amount: held.amount }
}
