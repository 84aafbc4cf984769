/** What an account holds of tokens and collectibles: in one call where the chain has Multicall3, else in one each. */

import type { Rpc } from '../rpc/rpc.js'
import { word, wordsOf } from '../values/words.js'
import { callView } from './address-facts.js'
import type { Asset } from './asset.js'

/** Multicall3 has this address on every chain that has it (github.com/mds1/multicall3). */
const MULTICALL = '0xcA11bde05977b3631167028862bE2a173976CA11'
/** First four bytes of the hashes of the functions. */
const AGGREGATE3 = '0x82ad56cb'
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
  /** In the smallest unit; of ERC721, 1 or 0. `undefined`: the contract does not say. */
  amount: bigint | undefined
}

const multicalls = new WeakMap<Rpc, Promise<boolean>>()

/** @throws {WalletError} `CHAIN_DISCONNECTED` */
export async function readHoldings(
  rpc: Rpc,
  owner: string,
  assets: readonly Asset[],
): Promise<Holding[]> {
  const calls = assets.map((asset) => ({ to: asset.address, data: callFor(asset, owner) }))
  const answers =
    calls.length > 1 && (await hasMulticall(rpc))
      ? await together(rpc, calls)
      : await Promise.all(calls.map(({ to, data }) => callView(rpc, to, data)))
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
  if (!answer || answer.length < 66) return undefined
  const value = BigInt(answer.slice(0, 66))
  return type === 'ERC721' ? BigInt(value === BigInt(owner)) : value
}

function hasMulticall(rpc: Rpc): Promise<boolean> {
  const known =
    multicalls.get(rpc) ??
    rpc.request('eth_getCode', [MULTICALL, 'latest']).then(
      (code) => typeof code === 'string' && code.length > 2,
      () => {
        multicalls.delete(rpc)
        return false
      },
    )
  multicalls.set(rpc, known)
  return known
}

/** `aggregate3` with every call allowed to fail. */
async function together(
  rpc: Rpc,
  calls: readonly { to: string; data: string }[],
): Promise<(string | undefined)[]> {
  const tails = calls.map(({ to, data }) => {
    const bytes = data.slice(2)
    const padded = bytes.padEnd(Math.ceil(bytes.length / 64) * 64, '0')
    return word(BigInt(to)) + word(1n) + word(96n) + word(BigInt(bytes.length / 2)) + padded
  })
  const result = await callView(rpc, MULTICALL, AGGREGATE3 + word(32n) + list(tails))
  // One node's word against the other way: each by itself.
  if (!result) return Promise.all(calls.map(({ to, data }) => callView(rpc, to, data)))
  const words = wordsOf(result)
  return calls.map((_, at) => resultAt(words, at))
}

/** Of a list of (bool, bytes); the list begins at the third word. */
function resultAt(words: readonly string[], at: number): string | undefined {
  const start = 2 + Number(BigInt(`0x${words[2 + at] ?? '0'}`)) / 32
  const isDone = words[start]?.endsWith('1')
  const length = Number(BigInt(`0x${words[start + 2] ?? '0'}`))
  const bytes = words.slice(start + 3, start + 3 + Math.ceil(length / 32)).join('')
  return isDone && length ? `0x${bytes}` : undefined
}

/** Of elements without a fixed size: how many, where each begins, and they. */
function list(elements: readonly string[]): string {
  let offset = elements.length * 32
  const starts = elements.map((element) => {
    const start = word(BigInt(offset))
    offset += element.length / 2
    return start
  })
  return word(BigInt(elements.length)) + starts.join('') + elements.join('')
}
