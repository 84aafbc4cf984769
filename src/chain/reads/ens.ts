/**
 * Names of the Ethereum Name Service, read from its contract on the chain in use. Names stored on chain are found, also
 * below a name with a wildcard resolver (ENSIP-10). Names on a server (CCIP-read, ERC-3668) are not requested: that
 * server would learn who asks, and for which name. Loaded when a name is typed.
 */
import { decode, encode } from 'ox/AbiParameters'
import { namehash, normalize } from 'ox/Ens'

import { ProviderRpcError, WalletError } from '../../shared/errors.js'
import type { Rpc } from '../rpc/rpc.js'
import { Data } from '../rpc/schemas.js'
import { UNIVERSAL_RESOLVER } from './ens-networks.js'

/** First four bytes of the hashes of `resolve(bytes,bytes)` and `addr(bytes32)`. */
const RESOLVE = '0x9061b923'
const ADDR = '0x3b3b57de'
/** Selector of the error that sends the client to a server: `OffchainLookup(address,string[],bytes,bytes4,bytes)`. */
const OFFCHAIN_LOOKUP = '0x556f1830'
/** Bytes of one part of a name, since its length is written in one. */
const MAX_LABEL = 255

/**
 * `bad-name`: not a valid name, or it imitates one (ENSIP-15). `no-address-for-name`: it has no address. `elsewhere`:
 * only an off-chain server has the answer.
 */
export type NameProblem = 'bad-name' | 'no-address-for-name' | 'elsewhere'
/** The name as it is normally written. */
export type NameAnswer = { name: string; address: `0x${string}` } | { problem: NameProblem }

/** @throws {WalletError | ProviderRpcError} If the node does not say. */
export async function resolveName(node: Pick<Rpc, 'request'>, typed: string): Promise<NameAnswer> {
  const name = normalized(typed)
  const packed = name && toDns(name)
  if (!packed) return { problem: 'bad-name' }
  const data = RESOLVE + encode(BYTES_TWICE, [packed, `${ADDR}${namehash(name).slice(2)}`]).slice(2)
  const answer = await ask(node, data)
  if (typeof answer !== 'string') return answer
  const address = addressIn(answer)
  return address ? { name, address } : { problem: 'no-address-for-name' }
}

const BYTES_TWICE = [{ type: 'bytes' }, { type: 'bytes' }] as const
const BYTES_AND_ADDRESS = [{ type: 'bytes' }, { type: 'address' }] as const

async function ask(
  node: Pick<Rpc, 'request'>,
  data: string,
): Promise<`0x${string}` | { problem: NameProblem }> {
  try {
    const answer = await node.request('eth_call', [{ to: UNIVERSAL_RESOLVER, data }, 'latest'])
    const hex = Data.safeParse(answer)
    if (hex.success) return hex.data
    throw new WalletError('CHAIN_DISCONNECTED', 'The node gave no bytes.')
  } catch (error) {
    const reverted = error instanceof ProviderRpcError ? revertIn(error) : undefined
    if (reverted === undefined) throw error
    return { problem: reverted.startsWith(OFFCHAIN_LOOKUP) ? 'elsewhere' : 'no-address-for-name' }
  }
}

/** The data of a revert; `undefined` if the node itself failed. */
function revertIn({ code, message, data }: ProviderRpcError): string | undefined {
  const hex = Data.safeParse(data)
  if (hex.success) return hex.data
  return code === 3 || /revert/i.test(message) ? '0x' : undefined
}

function addressIn(answer: `0x${string}`): `0x${string}` | undefined {
  try {
    const [result] = decode(BYTES_AND_ADDRESS, answer)
    const [address] = decode([{ type: 'address' }], result)
    return BigInt(address) ? address : undefined
  } catch {
    // There is no contract, or the name's resolver returns something else.
    return undefined
  }
}

function normalized(typed: string): string | undefined {
  try {
    return normalize(typed) || undefined
  } catch {
    return undefined
  }
}

/** DNS wire format: each label behind its length. */
function toDns(name: string): `0x${string}` | undefined {
  const labels = name.split('.').map((label) => new TextEncoder().encode(label))
  if (labels.some(({ length }) => !length || length > MAX_LABEL)) return undefined
  const bytes = labels.flatMap((label) => [label.length, ...label])
  return `0x${[...bytes, 0].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
