/**
 * Permissions to take tokens that are given by signature: ERC-2612, the older form of DAI's, and Permit2
 * (https://github.com/Uniswap/permit2, ISignatureTransfer and IAllowanceTransfer).
 */

import type { ShownTypedData, TypedDataNode } from '../requests/typed-data.js'
import { isEndless } from '../values/allowances.js'
import { below, bigOf, contractOf, hasShape, type Shape, textOf } from './typed-data-shapes.js'

const ERC2612: Shape = [
  ['owner', 'address'],
  ['spender', 'address'],
  ['value', 'uint256'],
  ['nonce', 'uint256'],
  ['deadline', 'uint256'],
]
const DAI: Shape = [
  ['holder', 'address'],
  ['spender', 'address'],
  ['nonce', 'uint256'],
  ['expiry', 'uint256'],
  ['allowed', 'bool'],
]
const DETAILS: Shape = [
  ['token', 'address'],
  ['amount', 'uint160'],
  ['expiration', 'uint48'],
  ['nonce', 'uint48'],
]
const PERMITTED: Shape = [
  ['token', 'address'],
  ['amount', 'uint256'],
]
const allowing = (type: string): Shape => [
  ['details', type],
  ['spender', 'address'],
  ['sigDeadline', 'uint256'],
]
const transferring = (type: string): Shape => [
  ['permitted', type],
  ['spender', 'address'],
  ['nonce', 'uint256'],
  ['deadline', 'uint256'],
]

/** A token that the spender may take. */
export interface Grant {
  token: string
  /** In the token's smallest unit. */
  amount: bigint
  isUnlimited: boolean
  /** Seconds since 1970; absent if the permit's deadline counts. */
  until?: bigint
}

/** A signed permission to take tokens. */
export interface Permit {
  kind: 'permit'
  standard: 'ERC-2612' | 'DAI' | 'Permit2'
  /** Owner of the tokens; absent in Permit2, where the signer is the owner. */
  owner?: string
  spender: string
  grants: Grant[]
  /** Whether each amount can be taken once, and not bit by bit. */
  isOnce: boolean
  /** Seconds since 1970; absent: it never ends. */
  deadline?: bigint
  /** The remaining fields of the message. */
  unread: TypedDataNode[]
}

/** Whether it takes a permission back. One that counts once leaves others as they are, and its witness may mean anything. */
export const isRevocation = ({ grants, isOnce }: Permit): boolean =>
  !isOnce && grants.every(({ amount }) => !amount)

/** Reads a permission; `undefined` if the data is not one. */
export function readPermit(data: ShownTypedData): Permit | undefined {
  const { primaryType, message, domain } = data
  const contract = contractOf(domain)
  switch (primaryType) {
    case 'Permit':
      return readErc2612(message, contract) ?? readDai(message, contract)
    case 'PermitSingle':
    case 'PermitBatch':
      return readAllowing(message)
    case 'PermitTransferFrom':
    case 'PermitBatchTransferFrom':
      return readTransferring(message, false)
    case 'PermitWitnessTransferFrom':
    case 'PermitBatchWitnessTransferFrom':
      return readTransferring(message, true)
    default:
      return undefined
  }
}

function readErc2612(message: TypedDataNode[], token: string): Permit | undefined {
  if (!hasShape(message, ERC2612)) return undefined
  return {
    kind: 'permit',
    standard: 'ERC-2612',
    owner: textOf(message, 'owner'),
    spender: textOf(message, 'spender'),
    grants: [grant(token, bigOf(message, 'value'))],
    isOnce: false,
    deadline: bigOf(message, 'deadline'),
    unread: [],
  }
}

/** DAI's permit is all or nothing. An expiry of 0 means never. */
function readDai(message: TypedDataNode[], token: string): Permit | undefined {
  if (!hasShape(message, DAI)) return undefined
  const expiry = bigOf(message, 'expiry')
  const isAllowed = textOf(message, 'allowed') === 'true'
  return {
    kind: 'permit',
    standard: 'DAI',
    owner: textOf(message, 'holder'),
    spender: textOf(message, 'spender'),
    grants: [grant(token, isAllowed ? 2n ** 256n - 1n : 0n)],
    isOnce: false,
    ...(expiry && { deadline: expiry }),
    unread: [],
  }
}

function readAllowing(message: TypedDataNode[]): Permit | undefined {
  const list = listOf(message, 'details', 'PermitDetails', DETAILS, allowing)
  if (!list) return undefined
  return {
    kind: 'permit',
    standard: 'Permit2',
    spender: textOf(message, 'spender'),
    grants: list.map((details) => ({
      ...grant(textOf(details, 'token'), bigOf(details, 'amount')),
      until: bigOf(details, 'expiration'),
    })),
    isOnce: false,
    deadline: bigOf(message, 'sigDeadline'),
    unread: [],
  }
}

function readTransferring(message: TypedDataNode[], isOpen: boolean): Permit | undefined {
  const list = listOf(message, 'permitted', 'TokenPermissions', PERMITTED, transferring, isOpen)
  if (!list) return undefined
  return {
    kind: 'permit',
    standard: 'Permit2',
    spender: textOf(message, 'spender'),
    grants: list.map((token) => grant(textOf(token, 'token'), bigOf(token, 'amount'))),
    isOnce: true,
    deadline: bigOf(message, 'deadline'),
    unread: message.slice(transferring('').length),
  }
}

/** The structs under a field, which may hold one or a list. An empty list has no effect. */
function listOf(
  message: TypedDataNode[],
  name: string,
  type: string,
  shape: Shape,
  whole: (type: string) => Shape,
  isOpen = false,
): TypedDataNode[][] | undefined {
  const found = below(message, name)
  const isList = hasShape(message, whole(`${type}[]`), isOpen)
  if (!isList && !hasShape(message, whole(type), isOpen)) return undefined
  const list = isList ? found.map(({ children = [] }) => children) : [found]
  return list.length && list.every((one) => hasShape(one, shape)) ? list : undefined
}

const grant = (token: string, amount: bigint): Grant => ({
  token,
  amount,
  isUnlimited: isEndless(amount),
})
