/** The transaction that sends a coin, a token or a collectible. */
import * as AbiFunction from 'ox/AbiFunction'
import type { TransactionRequest } from '../requests/transaction.js'
import type { Asset } from './asset.js'

const TRANSFER = AbiFunction.from('function transfer(address to, uint256 amount)')
/** A receiving contract must confirm that it can handle the asset, so the asset is not lost there. */
const SAFE_TRANSFER = AbiFunction.from(
  'function safeTransferFrom(address from, address to, uint256 tokenId)',
)
const SAFE_TRANSFER_SOME = AbiFunction.from(
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
)

export interface Transfer {
  from: `0x${string}`
  to: `0x${string}`
  /** In the smallest unit; of ERC721 always one. */
  amount: bigint
}

/** @param asset - Absent: the chain's coin. */
export function transferOf(
  asset: Asset | undefined,
  { from, to, amount }: Transfer,
): TransactionRequest {
  if (!asset) return { from, to, value: amount, data: '0x', fees: undefined }
  return { from, to: asset.address, value: 0n, data: dataOf(asset), fees: undefined }

  function dataOf({ type, tokenId = '0' }: Asset): `0x${string}` {
    const id = BigInt(tokenId)
    if (type === 'ERC20') return AbiFunction.encodeData(TRANSFER, [to, amount])
    if (type === 'ERC721') return AbiFunction.encodeData(SAFE_TRANSFER, [from, to, id])
    return AbiFunction.encodeData(SAFE_TRANSFER_SOME, [from, to, id, amount, '0x'])
  }
}
