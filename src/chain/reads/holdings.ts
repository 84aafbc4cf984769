/** An account's balances of tokens and collectibles. */

import type { Rpc } from '../rpc/rpc.js'
import { word } from '../values/words.js'
import { callView } from './address-facts.js'
import type { Asset } from './asset.js'
import { callMany } from './many-calls.js'

/** First four bytes of the hashes of the functions. */
const BALANCE_OF = '0x70a08231'
const OWNER_OF = '0x6352211e'
const BALANCE_OF_ID = '0x00fdd58e'
const SUPPORTS_INTERFACE = '0x01ffc9a7'
/** ERC-165 ids of ERC-721 and ERC-1155. */
const INTERFACES = [
  ['ERC721', '80ac58cd'],
  ['ERC1155', 'd9b67a26'],
] as const

export interface Holding {
  asset: Asset
  /** In the smallest unit; for ERC721, 1 or 0. `undefined` if the contract does not answer. */
  amount: bigint | undefined
}

/** @throws {WalletError} `CHAIN_DISCONNECTED` */
export async function readHoldings(
  rpc: Rpc,
  owner: string,
  assets: readonly Asset[],
): Promise<Holding[]> {
  const calls = assets.map((asset) => ({ to: asset.address, data: callFor(asset, owner) }))
  const answers = await callMany(rpc, calls)
  return assets.map((asset, at) => ({ asset, amount: amountOf(asset, owner, answers[at]) }))
}

/** Which kind of token a contract is; without ERC-165 it is taken for ERC-20. @throws {WalletError} As above. */
export async function readStandard(rpc: Rpc, address: string): Promise<Asset['type']> {
  for (const [type, id] of INTERFACES) {
    const answer = await callView(rpc, address, SUPPORTS_INTERFACE + id.padEnd(64, '0'))
    if (answer && BigInt(answer) === 1n) return type
  }
  return 'ERC20'
}

function callFor({ type, tokenId = '0' }: Asset, owner: string): string {
  if (type === 'ERC20') return BALANCE_OF + word(BigInt(owner))
  if (type === 'ERC721') return OWNER_OF + word(BigInt(tokenId))
  return BALANCE_OF_ID + word(BigInt(owner)) + word(BigInt(tokenId))
}

function amountOf({ type }: Asset, owner: string, answer: string | undefined): bigint | undefined {
  if (!answer) return undefined
  const value = BigInt(answer)
  return type === 'ERC721' ? BigInt(value === BigInt(owner)) : value
}
