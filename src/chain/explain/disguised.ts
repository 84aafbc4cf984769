/** Typed data that lets a contract act as the account itself: a transaction that is asked for as a signature. */
import { WalletError } from '../../shared/errors.js'
import type { ShownTypedData, TypedDataNode } from '../requests/typed-data.js'
import { textOf } from './typed-data-shapes.js'

/** A struct with this field is an account operation, whatever its name. `actor`: the field with the acting account. */
const ACTORS: [field: string, type: string, actor: string][] = [
  // ERC-4337: `UserOperation`, `PackedUserOperation`; the `SafeOp` of a Safe's module.
  ['callData', 'bytes', 'sender'],
  ['callData', 'bytes', 'safe'],
  // Transactions of zkSync's chains, which have addresses as numbers.
  ['txType', 'uint256', 'from'],
  // Porto's intents.
  ['calls', 'Call[]', 'eoa'],
  ['executionData', 'bytes', 'eoa'],
  // ERC-7710's delegations, and EIP-7702's authorizations.
  ['delegate', 'address', 'delegator'],
  ['authority', 'address', 'authority'],
  ['implementation', 'address', 'account'],
  // Sessions of Rhinestone's.
  ['sessionValidator', 'address', 'account'],
]
/** EIP-7702's authorization itself: who signs it gets the code at the address. */
const AUTHORIZATION = 'address chainId nonce'

/**
 * Refuses typed data that is a command to one of the person's own accounts. Such an account may have contract code, now
 * or later (EIP-7702), which would obey the signature.
 *
 * @param own - All accounts of the person.
 * @throws {WalletError} `UNAUTHORIZED`
 */
export function refuseDisguised(
  { domain, message }: ShownTypedData,
  own: readonly { address: string }[],
): void {
  const isOwn = (text: string) => {
    const hex = /^\d+$/.test(text) ? BigInt(text).toString(16) : text.slice(2)
    const address = `0x${hex.toLowerCase().padStart(40, '0')}`
    return own.some((one) => one.address.toLowerCase() === address)
  }
  const actsAs = (nodes: readonly TypedDataNode[]): boolean =>
    ACTORS.some(
      ([name, type, actor]) =>
        nodes.some((node) => node.name === name && node.type === type) &&
        isOwn(textOf(nodes, actor)),
    ) || nodes.some(({ children }) => children && actsAs(children))
  const isCode = (nodes: readonly TypedDataNode[]): boolean =>
    nodes
      .map(({ name }) => name)
      .sort()
      .join(' ') === AUTHORIZATION || nodes.some(({ children }) => children && isCode(children))
  if (!isOwn(textOf(domain, 'verifyingContract')) && !actsAs(message) && !isCode(message)) return
  throw new WalletError(
    'UNAUTHORIZED',
    'data: a transaction of this account in disguise. Use eth_sendTransaction or wallet_sendCalls.',
  )
}
