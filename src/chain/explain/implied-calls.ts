/**
 * Calls that typed data implies, whatever its name: a signature that grants a right is explained like the function that
 * grants it, and call data in a field like the resulting call.
 */
import * as AbiFunction from 'ox/AbiFunction'
import { getSelector } from 'ox/AbiItem'

import { isKnownFunction } from '../clear-signing/calldata.js'
import type { Hex, Standard } from '../clear-signing/descriptor.js'
import { type DecodedCall, decodeCall, type Standards } from '../decode/decode.js'
import { ZERO } from '../parties/parties.js'
import type { ShownTypedData, TypedDataNode } from '../requests/typed-data.js'
import { isEndless } from '../values/allowances.js'
import { addressesOf, chainIdOf, contractOf } from './typed-data-shapes.js'

const TRANSFER_FROM = 'transferFrom(address,address,uint256)'
/**
 * Fields that tell it, wherever they stand, and the function that does the same; `?` marks a yes or no, `#` 32 bytes. Those
 * beyond the function's arguments only have to be there.
 */
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
  [['positionManager', 'approve?'], 'setOperator(address,bool)'],
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
  // Who may act for an account of Vertex's, GMX's, thirdweb's.
  [['signer#'], 'authorizeOperator(address)'],
  [['subaccount', 'shouldAdd?'], 'setOperator(address,bool)'],
  [['signer', 'isAdmin'], 'authorizeOperator(address)'],
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
/** Who has one of these fields, and no amount that tells how far it goes, may do anything. */
const BOUNDLESS = ['spender', 'operator', 'actor']
const HEX = /^0x([\da-f]{2})+$/i
const FUNCTION = /^[a-z_]\w*\([\w,[\]()]*\)$/i
/** Fields whose bytes are a call, whatever selector they begin with. */
const CALL_DATA = /^(data|call_?data|function_?signature)$/i
/** Other names of these fields, without `_` and in small letters. */
const NAMES: Record<string, RegExp> = {
  // With the arbiter of The Compact's.
  spender: /^((allowed|approved)?(spender|grantee|delegate)|arbiter)$/,
  // Keys of sessions, modules and owners of smart accounts; of Lens's profiles.
  actor: /^(session(key|validator)|module|newowners|dispatcher|delegatedexecutors?)$/,
  // Of a Safe that pays within an allowance.
  from: /^(from|safe)$/,
  value: /^(value|allowance|limit|cap)$/,
  'approved?': /^(is)?approved(forall)?$/,
  'allowed?': /^(is)?allowed$/,
  'isAllowed?': /^(is)?allowed$/,
  'isAuthorized?': /^(is)?authorized$/,
}
/** Fields of a payment in a list, whose token stands above the list. */
const [PAYEE, PAID, TOKENS] = [
  ['to', 'recipient', 'receiver', 'account', 'wallet', 'beneficiary', 'payee'],
  ['amount', 'value'],
  ['token', 'asset', 'currency'],
]
const [TRANSFER, APPROVE] = ['transfer(address,uint256)', 'approve(address,uint256)']
/** A page can nest as it likes. */
const MAX_CALLS = 100
/** Payments alone: an airdrop has many, and all are told in one line. */
const MAX_PAYMENTS = 600

export interface Implied {
  calls: DecodedCall[]
  /** Lists all of which are payments: the calls tell what is in them. */
  told: Set<TypedDataNode>
}

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
): Implied {
  const chainId = chainIdOf(domain)
  // A right that is given to no contract is one to any.
  const contract = (contractOf(domain) || ZERO) as Hex
  const calls: DecodedCall[] = []
  const bounded = new Set<TypedDataNode>()
  const told = new Set<TypedDataNode>()
  let payments = 0
  const add = (to: string, data: Hex, standard?: Standard, isPayment = false) => {
    if (!to) return
    const last = calls.at(-1)
    if (last && (isPayment ? payments >= MAX_PAYMENTS : calls.length - payments >= MAX_CALLS)) {
      last.isCut = true
      return
    }
    if (isPayment) payments++
    const call = { chainId, from: contract, to: to as Hex, value: 0n, data }
    const standards = new Map(known)
    if (standard) standards.set(to.toLowerCase(), standard)
    calls.push(decodeCall(call, standards))
  }
  const pay = (reach: readonly TypedDataNode[], to: unknown, amount: unknown) => {
    const token = TOKENS.map((name) => fieldOf(reach, name, 'address')).find(Boolean)
    if (!token || typeof to !== 'string' || typeof amount !== 'bigint') return false
    // No payment is that large: it says how much may be taken.
    const signature = isEndless(amount) ? APPROVE : TRANSFER
    add(token as string, encode(signature, [to, amount]), 'ERC-20', true)
    return true
  }
  const visit = (
    nodes: readonly TypedDataNode[],
    above: readonly TypedDataNode[],
    owner?: TypedDataNode,
    list?: TypedDataNode,
  ) => {
    // A struct around this one may name who gets the right. Of structs beside it a list can have hundreds.
    const reach = [...nodes.filter(({ value }) => value !== undefined), ...above]
    const carried = bytesIn(nodes)
    for (const [fields, signature, standard] of RIGHTS) {
      const types = typesOf(signature)
      const found = fields.flatMap((field, at) => read(reach, field, types[at] ?? 'uint256') ?? [])
      const isHere = found.some(({ node }) => nodes.includes(node))
      if (!isHere || found.length < fields.length) continue
      const isPayment = signature === TRANSFER_FROM
      if (isPayment && carried.length) continue
      const token = fieldOf(nodes, 'token', 'address')
      const to = typeof token === 'string' ? token : contract
      const values = found.slice(0, types.length).map(({ value }) => value)
      add(to, encode(signature, values), standard, isPayment)
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
    // The contract that is called stands beside the call; else it is the one that checks the signature.
    const beside = nodes.filter(
      ({ name, type, value }) =>
        type === 'address' && value !== ZERO && !/^(from|user|signer|sender)$/.test(name),
    )
    for (const { name, value = '' } of carried) {
      const isCall = isCallData(value)
      // One of Seaport's functions has a name of zeros, as encoded values begin, too.
      const isKnown = isKnownFunction(value as Hex) && (isCall || !/^0x0{8}/.test(value))
      const calls = isKnown || (isCall && CALL_DATA.test(name)) ? [value as Hex] : hiddenIn(value)
      for (const to of beside.length ? beside.map((node) => node.value ?? '') : [contract]) {
        for (const call of calls) add(to, call)
      }
    }
    const items = owner?.type.endsWith(']') ? owner : undefined
    for (const node of nodes) if (node.children) visit(node.children, reach, node, items)
  }
  visit(unread, message)
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
    return [...(isActor ? own.flatMap(addressesOf) : []), ...actorsIn(children, bounded)]
  })

/** All that may be a call: bytes, bytes as text, in pieces, and arguments with the function's name beside them. */
function bytesIn(nodes: readonly TypedDataNode[]): { name: string; value: string }[] {
  const whole = nodes.flatMap(({ name, type, value = '', children = [] }) => {
    const pieces = `0x${children.map((one) => one.value?.slice(2) ?? '').join('')}`
    const bytes = type === 'bytes32[]' ? pieces : value
    const isBytes = /^(bytes|bytes32\[\])$/.test(type) || (type === 'string' && HEX.test(value))
    return isBytes && bytes.length >= 10 ? [{ name, value: bytes }] : []
  })
  const selectors = nodes.flatMap(({ type, value = '' }) => {
    if (type === 'bytes4') return [value]
    return type === 'string' && FUNCTION.test(value) ? [getSelector(value)] : []
  })
  const joined = selectors.flatMap((selector) =>
    whole.map(({ name, value }) => ({ name, value: `${selector}${value.slice(2)}` })),
  )
  return [...whole, ...joined.filter(({ value }) => isKnownFunction(value as Hex))]
}

/** Functions that we know, with an address as first argument, anywhere in bytes: chance does not make such. */
const hiddenIn = (value: string): Hex[] =>
  [...value.matchAll(/(?=([\da-f]{8})0{24}[\da-f]{40})/gi)]
    .filter(({ index }) => index % 2 === 0)
    .map(({ index }): Hex => `0x${value.slice(index)}`)
    .filter((call) => !/^0x0{8}/.test(call) && isKnownFunction(call))

/** Four bytes that name a function, and words. */
const isCallData = (value: string): boolean => (value.length - 10) % 64 === 0

/** @param field - As in the list of rights. */
const isNamed = ({ name }: TypedDataNode, field: string): boolean =>
  NAMES[field]?.test(plain(name)) ?? plain(name) === plain(field.replace(/[?#]$/, ''))

const fieldOf = (nodes: readonly TypedDataNode[], field: string, type: string): unknown =>
  read(nodes, field, type)?.value

/** `undefined` if the data has no such field of a fitting type. @param type - Of the function's argument. */
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

/** Parsing a signature takes longer than all else, so that is done once. */
function encode(signature: string, args: readonly unknown[]): Hex {
  const known =
    functions.get(signature) ??
    (AbiFunction.from<readonly string[]>([`function ${signature}`]) as AbiFunction.AbiFunction)
  functions.set(signature, known)
  return AbiFunction.encodeData(known, args as never)
}
