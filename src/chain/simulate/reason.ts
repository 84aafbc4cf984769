/** Why a call fails: decodes the contract's error. */
import * as AbiError from 'ox/AbiError'
import * as z from 'zod/mini'

import { ProviderRpcError } from '../../shared/errors.js'
import type { Hex } from '../clear-signing/descriptor.js'
import { Data } from '../rpc/schemas.js'
import { brief } from '../values/brief.js'

/** Common errors, by signature: OpenZeppelin's and others. */
const KNOWN = [
  'ERC20InsufficientBalance(address sender,uint256 balance,uint256 needed)',
  'ERC20InsufficientAllowance(address spender,uint256 allowance,uint256 needed)',
  'ERC20InvalidReceiver(address receiver)',
  'ERC721NonexistentToken(uint256 tokenId)',
  'ERC721IncorrectOwner(address sender,uint256 tokenId,address owner)',
  'ERC721InsufficientApproval(address operator,uint256 tokenId)',
  'ERC721InvalidReceiver(address receiver)',
  'ERC1155InsufficientBalance(address sender,uint256 balance,uint256 needed,uint256 tokenId)',
  'ERC1155MissingApprovalForAll(address operator,address owner)',
  'ERC2612ExpiredSignature(uint256 deadline)',
  'ERC2612InvalidSigner(address signer,address owner)',
  'ERC4626ExceededMaxWithdraw(address owner,uint256 assets,uint256 max)',
  'ERC4626ExceededMaxRedeem(address owner,uint256 shares,uint256 max)',
  'OwnableUnauthorizedAccount(address account)',
  'AccessControlUnauthorizedAccount(address account,bytes32 neededRole)',
  'EnforcedPause()',
  'ReentrancyGuardReentrantCall()',
  'SafeERC20FailedOperation(address token)',
  'AddressEmptyCode(address target)',
  'FailedCall()',
  'InsufficientBalance(uint256 balance,uint256 needed)',
  'AllowanceExpired(uint256 deadline)',
  'InsufficientAllowance(uint256 amount)',
  'V2TooLittleReceived()',
  'V3TooLittleReceived()',
  'TransactionDeadlinePassed()',
] as const

export type Reason =
  /** The contract's own words, every character visible. */
  | { kind: 'text'; text: string }
  /** Solidity's own checks, by their number. */
  | { kind: 'panic'; code: number }
  | { kind: 'known'; name: string; values: string[] }
  | { kind: 'unknown'; selector: Hex }
  | { kind: 'silent' }
  /** The node's words, every character visible. */
  | { kind: 'node'; text: string }

const errors = new Map<string, AbiError.AbiError>()

/** Reads the return data of a failed call. */
export function readReason(data: Hex | undefined): Reason {
  if (!data || data === '0x') return { kind: 'silent' }
  const selector = data.slice(0, 10).toLowerCase() as Hex
  try {
    if (selector === AbiError.solidityErrorSelector) {
      return { kind: 'text', text: words(AbiError.decode(AbiError.solidityError, data)) }
    }
    if (selector === AbiError.solidityPanicSelector) {
      return { kind: 'panic', code: Number(AbiError.decode(AbiError.solidityPanic, data)) }
    }
    const known = knownErrors().get(selector)
    if (known) {
      return { kind: 'known', name: known.name, values: valuesOf(known, data) }
    }
  } catch {
    // The selector is known, but the arguments do not decode.
  }
  return { kind: 'unknown', selector }
}

/** @returns `undefined` if it is not about the call: the node does not know the method, or is unwell. */
export function reasonOf(error: unknown): Reason | undefined {
  if (!(error instanceof ProviderRpcError)) return undefined
  const data = z.union([Data, z.object({ data: Data })]).safeParse(error.data)
  const bytes = typeof data.data === 'string' ? data.data : data.data?.data
  if (bytes && bytes !== '0x') return readReason(bytes)
  if (isUnsupported(error)) return undefined
  return { kind: 'node', text: words(error.message) }
}

/** Nodes say it in many ways. */
export const isUnsupported = ({ code, message }: ProviderRpcError): boolean =>
  [-32601, -32600, -32602, -32004, 4200].includes(code) ||
  /not (supported|found|available|allowed|exist|whitelisted)|unsupported|disabled|unknown method/i.test(
    message,
  )

const words = (text: unknown): string => brief(String(text))

/** With a single argument, the decoder returns the value itself. */
function valuesOf(error: AbiError.AbiError, data: Hex): string[] {
  if (!error.inputs.length) return []
  const decoded: unknown = AbiError.decode(error, data, { as: 'Array' })
  return (Array.isArray(decoded) ? decoded : [decoded]).map(String)
}

function knownErrors(): Map<string, AbiError.AbiError> {
  if (!errors.size) {
    for (const signature of KNOWN) {
      const error = AbiError.from<readonly string[]>([`error ${signature}`]) as AbiError.AbiError
      errors.set(AbiError.getSelector(error), error)
    }
  }
  return errors
}
