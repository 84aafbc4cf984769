/**
 * Calls that typed data implies, whatever its name: a signature that grants a right is explained like the function that
 * grants it, and call data in a field like the resulting call.
 */
import * as AbiFunction from 'ox/AbiFunction'
import { getSelector } from 'ox/AbiItem'

import { isKnownFunction } from '../clear-signing/calldata.js'
import type { Hex, Standard } from '../clear-signing/descriptor.js'
import { type DecodedCall, decodeCall, type Standards } from '../decode/decode.js'
import { isBatcher } from '../parties/known-contracts.js'
import { ZERO } from '../parties/parties.js'
import type { ShownTypedData, TypedDataNode } from '../requests/typed-data.js'
import { isEndless } from '../values/allowances.js'
import { addressesOf, chainIdOf, contractOf } from './typed-data-shapes.js'

const TRANSFER_FROM = 'transferFrom(address,address,uint256)'
/**
 * Fields that grant a right, and the function with the same effect. `?` marks a boolean, `#` 32 bytes. Fields after the
 * function's arguments only have to be present.
 */
const RIGHTS: [fields: string[], signature: string, standard?: Standard][] = [
  // Morpho, Compound's Comet.
  [['authorized', 'isAuthorized?'], 'setAuthorization(address,bool)'],
  [['manager', 'isAllowed?'], 'allow(address,bool)'],
  // For everything in a contract: ERC-1155 and others.
  [['operator', 'approved?'], 'setApprovalForAll(address,bool)'],
  [['operator', 'allowed?'], 'setApprovalForAll(address,bool)'],
  // BentoBox.
  [['masterContract', 'approved?'], 'setOperator(address,bool)'],
  // Aave.
  [['positionManager', 'approve?'], 'setOperator(address,bool)'],
  [['delegatee', 'value'], 'approveDelegation(address,uint256)'],
  [['delegatee', 'amount'], 'approveDelegation(address,uint256)'],
  // ERC-4494, used by most of Uniswap's position tokens.
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
  // Rights to act for an account at Vertex, GMX or thirdweb.
  [['signer#'], 'authorizeOperator(address)'],
  [['subaccount', 'shouldAdd?'], 'setOperator(address,bool)'],
  [['signer', 'isAdmin'], 'authorizeOperator(address)'],
  [['actor', 'approved?'], 'setOperator(address,bool)'],
  // Of a contract.
  [['newOwner'], 'transferOwnership(address)'],
  // An account of Farcaster's, by its number.
  [['to', 'fid'], 'transferOwnership(address)'],
  [['newImplementation'], 'upgradeTo(address)'],
  // Payments that a relayer sends.
  [['from', 'to', 'value'], TRANSFER_FROM],
  [['from', 'to', 'amount'], TRANSFER_FROM],
  [['from', 'to', 'tokenId'], TRANSFER_FROM, 'ERC-721'],
  // Circle's, between chains.
  [['sourceDepositor', 'destinationRecipient', 'value'], TRANSFER_FROM],
]
/** Fields that let the called contract's code act as the account itself. */
const BORROWS = ['operation?', 'callType?', 'delegateCall?', 'isDelegateCall?']
/** A field of this name without an amount next to it grants unlimited rights. */
const BOUNDLESS = ['spender', 'operator', 'actor']
const HEX = /^0x([\da-f]{2})+$/i
const FUNCTION = /^[a-z_]\w*\([\w,[\]()]*\)$/i
/** Fields whose bytes are a call, whatever selector they begin with. */
const CALL_DATA = /^(data|call_?data|function_?signature)$/i
/** Other names for these fields, in lower case and without `_`. */
const NAMES: Record<string, RegExp> = {
  // Includes the arbiter of The Compact.
  spender: /^((allowed|approved)?(spender|grantee|delegate)|arbiter)$/,
  // Keys of sessions, modules and owners of smart accounts; of Lens's profiles; of Hyperliquid's accounts.
  actor:
    /^(session(key|validator)|module|newowners|dispatcher|delegatedexecutors?|agentaddress|signers|(added|agent|linked|new|trading)signer|guardians?|claimer)$/,
  operator: /operator$/,
  // Includes a Safe that pays within an allowance, and accounts of exchanges.
  from: /^(from|safe|sender|account|trader)$/,
  to: /^(to|destination|recipient|receiver)$/,
  value: /^(value|allowance|limit|cap)$/,
  'approved?': /^(is)?approved(forall)?$/,
  'allowed?': /^(is)?allowed$/,
  'isAllowed?': /^(is)?allowed$/,
  'isAuthorized?': /^(is)?authorized$/,
}
/** Fields of a payment in a list, whose token is named outside the list. */
const [PAYEE, PAID, TOKENS] = [
  ['to', 'recipient', 'receiver', 'account', 'wallet', 'beneficiary', 'payee'],
  ['amount', 'value'],
  ['token', 'asset', 'currency'],
]
const [TRANSFER, APPROVE] = ['transfer(address,uint256)', 'approve(address,uint256)']
/** A page can nest as it likes. */
const MAX_CALLS = 100
/** A separate limit for payments: an airdrop has many, and all are shown in one line. */
const MAX_PAYMENTS = 600

export interface Implied {
  calls: DecodedCall[]
  /** Lists that contain only payments: the screen shows the calls instead. */
  told: Set<TypedDataNode>
}

/**
 * Calls that the unread fields imply. Bytes with an unknown selector count as a call only if the field's name says so.
 * Bytes with a known selector always count, even if the arguments do not decode: a contract may still read them.
 *
 * @param unread - Fields of the message that no reader knows.
 */
export function impliedCalls(
  { domain, message }: ShownTypedData,
  unread: readonly TypedDataNode[],
  known?: Standards,
): Implied {
  const chainId = chainIdOf(domain)
  // Without a contract in the domain, the right may be for any contract.
  const contract = (contractOf(domain) || ZERO) as Hex
  const calls: DecodedCall[] = []
  const bounded = new Set<TypedDataNode>()
  const told = new Set<TypedDataNode>()
  let payments = 0
  const add = (to: string, data: Hex, standard?: Standard, isPayment = false, value = 0n) => {
    if (!to) return
    const last = calls.at(-1)
    if (last && (isPayment ? payments >= MAX_PAYMENTS : calls.length - payments >= MAX_CALLS)) {
      last.isCut = true
      return
    }
    if (isPayment) payments++
    const call = { chainId, from: contract, to: to as Hex, value, data }
    const standards = new Map(known)
    if (standard) standards.set(to.toLowerCase(), standard)
    calls.push(decodeCall(call, standards))
  }
  const pay = (reach: readonly TypedDataNode[], to: unknown, amount: unknown) => {
    if (typeof to !== 'string' || typeof amount !== 'bigint') return false
    const token = tokenIn(reach)
    if (!token) return false
    // No payment is unlimited, so this amount is an allowance.
    const signature = isEndless(amount) ? APPROVE : TRANSFER
    add(token, encode(signature, [to, amount]), 'ERC-20', true)
    return true
  }
  const visit = (
    nodes: readonly TypedDataNode[],
    above: readonly TypedDataNode[],
    owner?: TypedDataNode,
    list?: TypedDataNode,
  ) => {
    // Includes the fields of enclosing structs, which may name the spender; not those of sibling structs, since a list
    // can have hundreds.
    const reach = [...nodes.filter(isAsked), ...above]
    const carried = bytesIn(nodes)
    const coins = nodes.find(({ name, type }) => name === 'value' && type === 'uint256')
    const paid = nodes.some(isCallField) ? BigInt(coins?.value ?? 0) : 0n
    for (const [fields, signature, standard] of RIGHTS) {
      // A page can name as many fields as it likes: the enclosing ones are searched only for what begins here.
      if (!fields.some((field) => nodes.some((node) => isNamed(node, field)))) continue
      const types = typesOf(signature)
      const found = fields.flatMap((field, at) => read(reach, field, types[at] ?? 'uint256') ?? [])
      const isHere = found.some(({ node }) => nodes.includes(node))
      if (!isHere || found.length < fields.length) continue
      const isPayment = signature === TRANSFER_FROM
      if (isPayment && (carried.length || paid)) continue
      const values = found.slice(0, types.length).map(({ value }) => value)
      add(tokenIn(nodes) ?? contract, encode(signature, values), standard, isPayment)
      for (const { node } of found) bounded.add(node)
      if (isPayment && list) told.add(list)
    }
    if (list && nodes.length === 2) {
      const [to, amount] = [PAYEE, PAID].map((names, at) => {
        const type = at ? 'uint256' : 'address'
        return names.map((name) => fieldOf(nodes, name, type)).find((one) => one !== undefined)
      })
      if (pay(above, to, amount)) told.add(list)
    }
    const [payees, amounts] = ['address[]', 'uint256[]'].map((type) => {
      const lists = nodes.filter((node) => node.type === type)
      return lists.length === 1 ? lists[0] : undefined
    })
    if (payees?.children?.length && payees.children.length === amounts?.children?.length) {
      const isPaid = payees.children.map(({ value }, at) => {
        return pay(reach, value, BigInt(amounts.children![at]!.value ?? 0))
      })
      if (isPaid.every(Boolean)) told.add(payees).add(amounts)
    }
    // The called contract is an address next to the data, or else the contract that verifies the signature.
    const beside = nodes.filter(
      ({ name, type, value }) =>
        type === 'address' && value !== ZERO && !/^(from|user|signer|sender)$/.test(name),
    )
    const isBorrowed = BORROWS.some((field) => fieldOf(nodes, field, 'bool') === true)
    const isCall = nodes.some(({ type }) => type === 'bytes')
    for (const { value = '' } of isBorrowed && isCall ? calledIn(beside) : []) {
      if (!isBatcher(value)) add(contract, encode('enableModule(address)', [value]))
    }
    for (const { value = '' } of paid && !carried.length ? calledIn(beside) : []) {
      add(value, '0x', undefined, true, paid)
    }
    for (const { name, value = '' } of carried) {
      const isWhole = isCallData(value)
      // One of Seaport's functions has the selector 0x00000000, and encoded values may begin with zeros as well.
      const isKnown = isKnownFunction(value as Hex) && (isWhole || !/^0x0{8}/.test(value))
      const calls = isKnown || (isWhole && CALL_DATA.test(name)) ? [value as Hex] : hiddenIn(value)
      for (const to of beside.length ? beside.map((node) => node.value ?? '') : [contract]) {
        for (const call of calls) add(to, call, undefined, false, paid)
      }
    }
    const items = owner?.type.endsWith(']') ? owner : undefined
    for (const node of nodes) if (node.children) visit(node.children, reach, node, items)
  }
  visit(unread, message.filter(isAsked))
  for (const one of actorsIn(unread, bounded)) {
    add(contract, encode('authorizeOperator(address)', [one]))
  }
  return { calls, told }
}

/** @param bounded - Fields of rights that say how far they go. */
const actorsIn = (nodes: readonly TypedDataNode[], bounded: ReadonlySet<TypedDataNode>): string[] =>
  nodes.flatMap((node) => {
    const { children = [], type } = node
    const isActor = BOUNDLESS.some((field) => isNamed(node, field)) && !bounded.has(node)
    const own = type === 'address[]' ? children : [node]
    const found = isActor ? own.flatMap(addressesOf).filter((one) => one !== ZERO) : []
    return [...found, ...actorsIn(children, bounded)]
  })

/**
 * Everything that may be a call: bytes, hex text, bytes in pieces, and arguments with the function's name next to them.
 */
function bytesIn(nodes: readonly TypedDataNode[]): { name: string; value: string }[] {
  const whole = nodes.flatMap(({ name, type, value = '', children = [] }) => {
    const pieces = `0x${children.map((one) => one.value?.slice(2) ?? '').join('')}`
    const bytes = type === 'bytes32[]' ? pieces : value
    const isBytes = /^(bytes|bytes32\[\])$/.test(type) || (type === 'string' && HEX.test(value))
    return isBytes && bytes.length >= 10 ? [{ name, value: bytes }] : []
  })
  const selectors = nodes.flatMap(({ type, value = '' }) => {
    if (type === 'bytes4') return [value]
    return type === 'string' && FUNCTION.test(value) ? selectorOf(value) : []
  })
  const joined = selectors.flatMap((selector) =>
    whole.map(({ name, value }) => ({ name, value: `${selector}${value.slice(2)}` })),
  )
  return [...whole, ...joined.filter(({ value }) => isKnownFunction(value as Hex))]
}

/** Known functions with an address as first argument, at any place in the bytes. Such a match is no accident. */
const hiddenIn = (value: string): Hex[] =>
  [...value.matchAll(/(?=(?!0{8})([\da-f]{8})0{24}[\da-f]{40})/gi)]
    .filter(({ index, 1: selector }) => index % 2 === 0 && isKnownFunction(`0x${selector}`))
    .map(({ index }): Hex => `0x${value.slice(index)}`)

/** The contract that is called, by its name, or else each that it can be. */
const calledIn = (beside: readonly TypedDataNode[]): readonly TypedDataNode[] => {
  const named = beside.filter(({ name }) => /^(to|target|dest(ination)?|callee)$/i.test(name))
  return named.length ? named : beside
}

const isCallField = ({ name, type }: TypedDataNode): boolean =>
  type === 'bytes' && CALL_DATA.test(name)

/** Four bytes that name a function, and words. */
const isCallData = (value: string): boolean => (value.length - 10) % 64 === 0

/** All fields that are looked for in enclosing structs, too. */
const ASKED = [...new Set([...RIGHTS.flatMap(([fields]) => fields), ...TOKENS])]
/** The fields of rights that each node was compared with. */
const compared = new WeakMap<TypedDataNode, Map<string, boolean>>()

/** @param field - As in the list of rights. */
function isNamed(node: TypedDataNode, field: string): boolean {
  const known = compared.get(node) ?? new Map<string, boolean>()
  compared.set(node, known)
  const isKnown = known.get(field)
  if (isKnown !== undefined) return isKnown
  const name = plain(node.name)
  const found = NAMES[field]?.test(name) ?? name === plain(field.replace(/[?#]$/, ''))
  known.set(field, found)
  return found
}

const isAsked = (node: TypedDataNode): boolean =>
  node.value !== undefined && ASKED.some((field) => isNamed(node, field))

const fieldOf = (nodes: readonly TypedDataNode[], field: string, type: string): unknown =>
  read(nodes, field, type)?.value

const tokenIn = (nodes: readonly TypedDataNode[]): string | undefined =>
  TOKENS.flatMap((name) => (fieldOf(nodes, name, 'address') as string | undefined) ?? [])[0]

/**
 * Finds a field by name. `undefined` if none has a fitting type. @param type - Type of the function's argument.
 */
function read(
  nodes: readonly TypedDataNode[],
  field: string,
  type: string,
): { node: TypedDataNode; value: unknown } | undefined {
  for (const node of nodes) {
    const value = isNamed(node, field) ? valueAs(node, field, type) : undefined
    if (value !== undefined) return { node, value }
  }
  return undefined
}

function valueAs(node: TypedDataNode, field: string, type: string): unknown {
  const { value, type: own } = node
  if (value === undefined || (field.endsWith('#') && own !== 'bytes32')) return undefined
  if (type === 'address') return own === 'address' ? value : addressesOf(node)[0]
  if (type === 'bool' && own === 'bool') return value === 'true'
  if (!/^u?int\d*$/.test(own)) return undefined
  if (type === 'bool') return BigInt(value) !== 0n
  return BigInt(value) >= 0n ? BigInt(value) : undefined
}

const plain = (name: string): string => name.replaceAll('_', '').toLowerCase()

/** The types of a function's arguments. */
const typesOf = (signature: string): string[] => signature.replace(/^.*\(|\)$/g, '').split(',')

const functions = new Map<string, AbiFunction.AbiFunction>()

/** Parsing a signature is slow, so the result is kept. */
function encode(signature: string, args: readonly unknown[]): Hex {
  const known =
    functions.get(signature) ??
    (AbiFunction.from<readonly string[]>([`function ${signature}`]) as AbiFunction.AbiFunction)
  functions.set(signature, known)
  return AbiFunction.encodeData(known, args as never)
}

/** Brackets may be unbalanced: then it is no function. */
function selectorOf(signature: string): Hex[] {
  try {
    return [getSelector(signature)]
  } catch {
    return []
  }
}
