/**
 * Calls that typed data implies, whatever its name: a signature that grants a right is explained like the function that
 * grants it, and call data in a field like the resulting call.
 */
import * as AbiFunction from 'ox/AbiFunction'

import { isKnownFunction } from '../clear-signing/calldata.js'
import type { Hex, Standard } from '../clear-signing/descriptor.js'
import { type DecodedCall, decodeCall, type Standards } from '../decode/decode.js'
import type { ShownTypedData, TypedDataNode } from '../requests/typed-data.js'
import { chainIdOf, contractOf } from './typed-data-shapes.js'

const TRANSFER_FROM = 'transferFrom(address,address,uint256)'
/** Fields that tell it, wherever they stand, and the function that does the same; `?` marks a yes or no. */
const RIGHTS: [fields: string[], signature: string, standard?: Standard][] = [
  // Morpho, Compound's Comet.
  [['authorized', 'isAuthorized?'], 'setAuthorization(address,bool)'],
  [['manager', 'isAllowed?'], 'allow(address,bool)'],
  // Of all that there is in a contract: ERC-1155 and others.
  [['operator', 'approved?'], 'setApprovalForAll(address,bool)'],
  [['operator', 'allowed?'], 'setApprovalForAll(address,bool)'],
  // BentoBox.
  [['masterContract', 'approved?'], 'setOperator(address,bool)'],
  // Aave.
  [['delegatee', 'value'], 'approveDelegation(address,uint256)'],
  // ERC-4494, which most positions of Uniswap's have.
  [['spender', 'tokenId'], 'approve(address,uint256)', 'ERC-721'],
  // Tokens that sign more fields than ERC-2612 has, or in a different order.
  [['spender', 'value'], 'approve(address,uint256)'],
  [['spender', 'amount'], 'approve(address,uint256)'],
  [['spender', 'increment'], 'increaseAllowance(address,uint256)'],
  [['spender', 'addedValue'], 'increaseAllowance(address,uint256)'],
  [['spender', 'rawAmount'], 'approve(address,uint256)'],
  [['spender', 'wad'], 'approve(address,uint256)'],
  [['spender', 'allowed?'], 'setOperator(address,bool)'],
  [['spender', 'approved?'], 'setOperator(address,bool)'],
  // Payments that a relayer sends.
  [['from', 'to', 'value'], TRANSFER_FROM],
  [['from', 'to', 'amount'], TRANSFER_FROM],
]
/** Fields whose bytes are a call, whatever selector they begin with. */
const CALL_DATA = /^(data|call_?data|function_?signature)$/i
/** A page can nest as it likes. */
const MAX_CALLS = 20

/**
 * Of data that no reader knows. Bytes that are no function that we know are a call only where their field says so;
 * those of a function whose arguments cannot be read are: a contract may read them.
 *
 * @param unread - Fields of the message that no reader knows.
 */
export function impliedCalls(
  { domain, message }: ShownTypedData,
  unread: readonly TypedDataNode[],
  known?: Standards,
): DecodedCall[] {
  const chainId = chainIdOf(domain)
  const contract = contractOf(domain) as Hex
  const found: DecodedCall[] = []
  const add = (to: string, data: Hex, standard?: Standard) => {
    if (!to) return
    const last = found.at(-1)
    if (last && found.length >= MAX_CALLS) {
      last.isCut = true
      return
    }
    const call = { chainId, from: contract, to: to as Hex, value: 0n, data }
    const standards = new Map(known)
    if (standard) standards.set(to.toLowerCase(), standard)
    found.push(decodeCall(call, standards))
  }
  const visit = (nodes: readonly TypedDataNode[], above: readonly TypedDataNode[]) => {
    // A struct around this one may name who gets the right.
    const reach = [...nodes, ...above]
    const calls = nodes.filter(({ type, value = '' }) => type === 'bytes' && value.length >= 10)
    for (const [fields, signature, standard] of RIGHTS) {
      const values = fields.map((field) => fieldOf(reach, field))
      const isHere = fields.some((field) => fieldOf(nodes, field) !== undefined)
      if (!isHere || values.includes(undefined)) continue
      if (signature === TRANSFER_FROM && calls.length) continue
      const token = fieldOf(nodes, 'token')
      add(typeof token === 'string' ? token : contract, encode(signature, values), standard)
    }
    // The contract that is called stands beside the call; else it is the one that checks the signature.
    const beside = nodes.filter(
      ({ name, type }) => type === 'address' && !/^(from|user)$/.test(name),
    )
    for (const { name, value = '' } of calls) {
      const isCall = isCallData(value)
      // One of Seaport's functions has a name of zeros, as encoded values begin, too.
      const isKnown = isKnownFunction(value as Hex) && (isCall || !/^0x0{8}/.test(value))
      if (!isKnown && !(isCall && CALL_DATA.test(name))) continue
      for (const to of beside.length ? beside.map((node) => node.value ?? '') : [contract]) {
        add(to, value as Hex)
      }
    }
    for (const { children } of nodes) if (children) visit(children, reach)
  }
  visit(unread, message)
  return found
}

/** Four bytes that name a function, and words. */
const isCallData = (value: string): boolean => (value.length - 10) % 64 === 0

/** `undefined` if the data has no such field of a fitting type. */
function fieldOf(nodes: readonly TypedDataNode[], field: string): unknown {
  const isYesNo = field.endsWith('?')
  const node = nodes.find(({ name }) => name === field.replace('?', ''))
  if (node?.value === undefined) return undefined
  if (isYesNo) return node.type === 'bool' ? node.value === 'true' : undefined
  if (node.type === 'address') return node.value
  return /^uint\d*$/.test(node.type) ? BigInt(node.value) : undefined
}

const encode = (signature: string, args: readonly unknown[]): Hex =>
  AbiFunction.encodeData(
    AbiFunction.from<readonly string[]>([`function ${signature}`]) as AbiFunction.AbiFunction,
    args as never,
  )
