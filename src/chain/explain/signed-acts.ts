/** Typed data that lets a third party act for the signer: Safe, EIP-3009, EIP-2771, ERC-4337. */
import { isBatcher } from '../parties/known-contracts.js'
import {
  isHyperliquidAction,
  type ShownTypedData,
  type TypedDataNode,
} from '../requests/typed-data.js'
import { bigOf, chainIdOf, contractOf, hasShape, type Shape, textOf } from './typed-data-shapes.js'

const SAFE: Shape = [
  ['to', 'address'],
  ['value', 'uint256'],
  ['data', 'bytes'],
  ['operation', 'uint8'],
  ['safeTxGas', 'uint256'],
  ['baseGas', 'uint256'],
  ['gasPrice', 'uint256'],
  ['gasToken', 'address'],
  ['refundReceiver', 'address'],
  ['nonce', 'uint256'],
]
/** Before version 1.0. */
const OLD_SAFE = SAFE.map(([name, type]) => [name === 'baseGas' ? 'dataGas' : name, type] as const)
const AUTHORIZATION: Shape = [
  ['from', 'address'],
  ['to', 'address'],
  ['value', 'uint256'],
  ['validAfter', 'uint256'],
  ['validBefore', 'uint256'],
  ['nonce', 'bytes32'],
]
const FORWARD: Shape = [
  ['from', 'address'],
  ['to', 'address'],
  ['value', 'uint256'],
  ['gas', 'uint256'],
]
const OPERATION: Shape = [
  ['sender', 'address'],
  ['nonce', 'uint256'],
  ['initCode', 'bytes'],
  ['callData', 'bytes'],
]
/** `operation` of a Safe: the other contract's code acts as the Safe itself. */
const DELEGATECALL = '1'

/** A transaction of a Safe, a forwarded call, or an operation of a smart account. */
export interface Call {
  kind: 'safe' | 'forward' | 'operation'
  /** From the data; 1 if it has none, as in old Safes. */
  chainId: number
  /** The acting account: the Safe, the signer, or the smart account. */
  from: string
  /** Absent of an operation: its data says. */
  to?: string
  /** Wei. */
  value: bigint
  data: string
  isDelegate: boolean
  /** What a Safe pays the sender of the transaction. */
  refund?: { baseGas: bigint; gasPrice: bigint; gasToken: string }
  /** Seconds since 1970. */
  deadline?: bigint
  /** The remaining fields of the message. */
  unread: TypedDataNode[]
}

/** A transfer that a third party sends (EIP-3009). */
export interface Payment {
  kind: 'payment'
  from: string
  to: string
  token: string
  amount: bigint
  /** Seconds since 1970. */
  deadline: bigint
}

/** An order or different action on Hyperliquid, of which the data has only a hash. */
export interface HiddenAction {
  kind: 'hidden action'
}

/** Reads such an action; `undefined` if the data is not one. */
export const readHiddenAction = (data: ShownTypedData): HiddenAction | undefined =>
  isHyperliquidAction(data) ? { kind: 'hidden action' } : undefined

/** Reads an action on behalf of the signer; `undefined` if the data is not one. */
export function readCall({ primaryType, domain, message }: ShownTypedData): Call | undefined {
  const chainId = chainIdOf(domain)
  const common = { chainId, value: bigOf(message, 'value'), isDelegate: false }
  const [to, data] = [textOf(message, 'to'), textOf(message, 'data')]
  if (primaryType === 'SafeTx' && (hasShape(message, SAFE) || hasShape(message, OLD_SAFE))) {
    return {
      ...common,
      kind: 'safe',
      from: contractOf(domain),
      to,
      data,
      isDelegate: textOf(message, 'operation') === DELEGATECALL && !isBatcher(to),
      refund: {
        baseGas: bigOf(message, 'baseGas') + bigOf(message, 'dataGas'),
        gasPrice: bigOf(message, 'gasPrice'),
        gasToken: textOf(message, 'gasToken'),
      },
      unread: [],
    }
  }
  const isForward = primaryType === 'ForwardRequest' && hasShape(message, FORWARD, true)
  if (isForward && message.some(({ name, type }) => name === 'data' && type === 'bytes')) {
    const deadline = bigOf(message, 'deadline')
    return {
      ...common,
      kind: 'forward',
      from: textOf(message, 'from'),
      to,
      data,
      ...(deadline && { deadline }),
      unread: message.slice(FORWARD.length).filter(({ name }) => name !== 'data'),
    }
  }
  const isOperation = primaryType === 'UserOperation' || primaryType === 'PackedUserOperation'
  if (!isOperation || !hasShape(message, OPERATION, true)) return undefined
  const callData = textOf(message, 'callData')
  const unread = message.slice(OPERATION.length)
  return { ...common, kind: 'operation', from: textOf(message, 'sender'), data: callData, unread }
}

/** Reads a transfer; `undefined` if the data is not one. */
export function readPayment({ primaryType, domain, message }: ShownTypedData): Payment | undefined {
  const isPayment = /^(Transfer|Receive)WithAuthorization$/.test(primaryType ?? '')
  if (!isPayment || !hasShape(message, AUTHORIZATION)) return undefined
  return {
    kind: 'payment',
    from: textOf(message, 'from'),
    to: textOf(message, 'to'),
    token: contractOf(domain),
    amount: bigOf(message, 'value'),
    deadline: bigOf(message, 'validBefore'),
  }
}
