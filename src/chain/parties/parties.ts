/** Facts about an address, from the chain and from this wallet. */
import type { Hex } from '../clear-signing/descriptor.js'
import type { Node } from '../reads/contract-reads.js'
import { isEqual } from '../values/addresses.js'
import { knownContract } from './known-contracts.js'

/** A valid answer for an address's code. */
const CODE = /^0x([0-9a-f]{2})*$/i
/** Code of an account that has lent itself to a contract (EIP-7702), before the contract's address. */
const DELEGATION = '0xef0100'
/** Hex digits at either end that people compare, and thieves imitate. */
const COMPARED = 4
/** Digits at one of the ends by which a thief may have missed. */
const MISSED = 2
/** Equal digits, of forty, from which on two addresses are not similar by chance. */
const MOST = 32
export const ZERO = `0x${'0'.repeat(40)}`
/** Burn addresses. */
const DEAD_ENDS = new Set([ZERO, '0x000000000000000000000000000000000000dead'])

/** `delegated`: a person's account that acts by a contract's code. `unknown`: the node gave no answer. */
type PartyKind = 'person' | 'contract' | 'delegated' | 'unknown'

export interface Party {
  address: Hex
  kind: PartyKind
  /** From the person's address book, or of a few well-known contracts. */
  name?: string
  /** The contract whose code the account uses. */
  delegate?: Hex
  /** Nothing was sent to the address from this wallet before. Absent if no history is kept. */
  isFirst?: boolean
  /** A known address with the same first and last characters. */
  resembles?: Hex
}

/** What this wallet remembers about addresses: plain data, so that it can be sent to a window. */
export interface KnownAddresses {
  /** From the address book, by lower-case address. */
  names?: Readonly<Record<string, string>>
  /** Every address that the account has dealt with, and its own addresses. */
  known: readonly Hex[]
  /** Tokens that the person added: a different token with the same symbol is a fake. */
  tokens?: readonly { symbol: string; address: Hex }[]
}

export const NONE_KNOWN: KnownAddresses = { known: [] }

export async function describeAddress(
  node: Node,
  address: Hex,
  chainId: number,
  people: KnownAddresses,
): Promise<Party> {
  const code = await node.request('eth_getCode', [address, 'latest']).catch(() => undefined)
  return { ...unasked(address, chainId, people), ...kindOf(code) }
}

/** The facts that are known without a node. */
export function unasked(address: Hex, chainId: number, people: KnownAddresses): Party {
  const name = people.names?.[address.toLowerCase()] ?? knownContract(chainId, address)
  const resembles = resembled(address, people)
  return {
    address,
    kind: 'unknown',
    isFirst: !people.known.some((one) => isEqual(one, address)),
    ...(name && { name }),
    ...(resembles && { resembles }),
  }
}

/** A known address that this one imitates. */
export const resembled = (address: Hex, { known }: KnownAddresses): Hex | undefined =>
  isDeadEnd(address) ? undefined : known.find((one) => isAlike(one, address))

export const isDeadEnd = (address: Hex): boolean => DEAD_ENDS.has(address.toLowerCase())

/**
 * A different address with the same ends, or the same but for two digits at one of them, or with nearly all digits the same:
 * that does not happen by chance. Zeros in front are no sign: contracts have them because they are cheaper.
 */
function isAlike(one: Hex, other: Hex): boolean {
  if (isEqual(one, other)) return false
  const [digits, others] = [one, other].map((address) => address.slice(2).toLowerCase())
  const isSame = [...digits!].map((digit, at) => digit === others![at])
  const ends = [...isSame.slice(0, COMPARED), ...isSame.slice(-COMPARED)]
  if (ends.every(Boolean)) return true
  const zeros = /^0*/.exec(digits!)![0].length
  if (isSame.slice(zeros).filter(Boolean).length >= MOST) return true
  const nearly = [ends.slice(0, -MISSED), ends.slice(MISSED)]
  return zeros < COMPARED && nearly.some((some) => some.every(Boolean))
}

function kindOf(code: unknown): Pick<Party, 'kind' | 'delegate'> {
  if (typeof code !== 'string' || !CODE.test(code)) return { kind: 'unknown' }
  if (code === '0x') return { kind: 'person' }
  const isDelegated = code.toLowerCase().startsWith(DELEGATION) && code.length === 48
  if (!isDelegated) return { kind: 'contract' }
  return { kind: 'delegated', delegate: `0x${code.slice(DELEGATION.length)}` }
}
