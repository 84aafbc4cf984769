/**
 * Typed data (EIP-712), read strictly. Only what the types name is signed, so only that is shown: the
 * tree for the screen and the value for the signature come from one walk over the types.
 */
import * as z from 'zod/mini'

import { WalletError } from '../../shared/errors.js'
import { parse, wrong } from '../rpc/parse.js'
import { isEqual } from '../values/addresses.js'
import { readAtom, signedAtom } from '../values/atoms.js'
import { isRecursive } from '../values/struct-types.js'
import { is256Bits } from './asked.js'

/** Characters of the JSON form. */
const MAX_LENGTH = 100_000
const MAX_DEPTH = 16
const MAX_FIELDS = 2_000
/** Begins the text of a bigint in JSON. A bigint stands for integers alone: libraries hash it as a text in different ways. */
const BIGINT = '\0bigint:'

/**
 * Names are identifiers, and no elementary types: brackets in a name could forge the text of a different struct's type
 * in the hash. Solidity's `$` is left out: libraries hash it in different ways. A colon, as in Hyperliquid's type
 * names, is safe: see `checkColon`.
 */
const NAME = '(?!__proto__)[A-Za-z_]\\w*'
const Name = z.string().check(z.regex(new RegExp(`^${NAME}$`), 'a name of letters, digits and _'))
const TypeName = z.string().check(
  z.regex(new RegExp(`^${NAME}(:${NAME})*$`), 'a name of letters, digits and _'),
  z.refine(
    (name) => !/^(address$|bool$|string$|bytes|u?int)/.test(name),
    'a name of no other type',
  ),
)
const Field = z.object({
  name: Name,
  type: z.string().check(z.regex(new RegExp(`^${NAME}(\\[([1-9]\\d*)?\\])*$`), 'a type')),
})
const Struct = z
  .array(Field)
  .check(
    z.refine(
      (fields) => new Set(fields.map(({ name }) => name)).size === fields.length,
      'each field once',
    ),
  )
const Fields = z.object({}, 'an object')

const TypedData = z.object(
  {
    types: z.record(TypeName, Struct, 'an object'),
    primaryType: z.string('the name of a type'),
    domain: z.record(z.string(), z.unknown(), 'an object'),
    message: z.record(z.string(), z.unknown(), 'an object'),
  },
  'typed data as an object or as JSON',
)

/** In the order of EIP-712. A domain without a declared type has those of these fields that it contains. */
const DOMAIN_FIELDS = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]

/** The domain of all Hyperliquid actions except transfers. No real chain has this id. */
const HYPERLIQUID = [
  { name: 'name', type: 'string', value: 'Exchange' },
  { name: 'version', type: 'string', value: '1' },
  { name: 'chainId', type: 'uint256', value: '1337' },
  { name: 'verifyingContract', type: 'address', value: `0x${'0'.repeat(40)}` },
]
const HYPERLIQUID_ACTION = [
  { name: 'source', type: 'string' },
  { name: 'connectionId', type: 'bytes32' },
]

/** One line of the display: a value, or the name of a nested struct or list. */
export interface TypedDataNode {
  name: string
  type: string
  value?: string
  children?: TypedDataNode[]
}

/** The data as it is signed. Integers are bigints. */
export interface TypedDataValue {
  types: Record<string, { name: string; type: string }[]>
  primaryType: string
  domain: Record<string, unknown>
  message: Record<string, unknown>
}

/** The data as it is shown. */
export interface ShownTypedData {
  /** Absent in the first version of the format, which has no such name. */
  primaryType?: string
  /** The chain that is in use; absent in the first version of the format. */
  chainId?: number
  /** Types of its structs; absent in the first version of the format. */
  types?: TypedDataValue['types']
  domain: TypedDataNode[]
  message: TypedDataNode[]
}

export interface ReadTypedData extends ShownTypedData {
  value: TypedDataValue
}

/** `V3` has no arrays and no recursive structs. */
export type TypedDataVersion = 'V3' | 'V4'

/**
 * Reads the parameters of `eth_signTypedData_v3` and `_v4`.
 *
 * @param params - The account, and the data as an object or as JSON; the other way round too.
 * @throws {WalletError} `INVALID_ARGUMENT`, naming the field; also for the domain of a chain that is not in use, unless
 *   it is an action on Hyperliquid. `UNAUTHORIZED` for a different account.
 */
export function parseTypedData(
  params: unknown,
  account: string,
  chainId: number,
  version: TypedDataVersion = 'V4',
): ReadTypedData {
  const {
    types: given,
    primaryType,
    domain,
    message,
  } = parse(TypedData, readParams(params, account), 'data')
  const types = {
    ...given,
    EIP712Domain: given.EIP712Domain ?? DOMAIN_FIELDS.filter(({ name }) => domain[name] != null),
  }
  if (!Object.hasOwn(types, primaryType)) throw wrong('primaryType', 'one of the types')
  if (primaryType.includes(':')) checkColon(types, primaryType)
  if (version === 'V3') checkV3(types)
  const reader = new Reader(types)
  const readDomain = reader.struct('EIP712Domain', domain, 'domain', 0)
  const isDomain = primaryType === 'EIP712Domain'
  const readMessage = isDomain
    ? { value: {}, nodes: [] }
    : reader.struct(primaryType, message, 'message', 0)
  const { nodes } = readDomain
  const shown = { primaryType, chainId, types, domain: nodes, message: readMessage.nodes }
  const asked = readDomain.value.chainId
  if (typeof asked === 'bigint' && asked !== BigInt(chainId) && !isHyperliquidAction(shown)) {
    throw wrong('domain.chainId', `${chainId}, the chain that is in use`)
  }
  const value = { types, primaryType, domain: readDomain.value, message: readMessage.value }
  return { value, ...shown }
}

/** An order or other action on Hyperliquid, of which only a hash is signed. */
export const isHyperliquidAction = ({ primaryType, domain, message }: ShownTypedData): boolean =>
  primaryType === 'Agent' &&
  JSON.stringify(domain) === JSON.stringify(HYPERLIQUID) &&
  JSON.stringify(message.map(({ name, type }) => ({ name, type }))) ===
    JSON.stringify(HYPERLIQUID_ACTION)

/**
 * The data of a signing request, with the parameters in either order.
 *
 * @throws {WalletError} `INVALID_ARGUMENT` if it is no JSON; `UNAUTHORIZED` for a different account.
 */
export function readParams(params: unknown, account: string): unknown {
  const pair = parse(z.tuple([z.unknown(), z.unknown()], z.unknown(), 'a list'), params, 'params')
  const at = pair.findIndex((one) => typeof one === 'string' && /^0x[0-9a-fA-F]{40}$/.test(one))
  if (at < 0 || at > 1) throw wrong('params.0', 'an address')
  if (!isEqual(pair[at] as string, account)) {
    throw new WalletError('UNAUTHORIZED', 'The address is not the connected account.')
  }
  const data = pair[1 - at]
  const json = typeof data === 'string' ? data : toJson(data)
  if (json.length > MAX_LENGTH) throw wrong('data', `at most ${MAX_LENGTH} characters`)
  return fromJson(json)
}

/**
 * For a type with a colon in its name, libraries look up structs under the part before the colon. If there is no such
 * struct and no nested one, all libraries compute the same hash.
 */
function checkColon(types: TypedDataValue['types'], name: string): void {
  const isStruct = (type: string) => Object.hasOwn(types, type.replace(/\W.*/, ''))
  const struct = types[name]!.find(({ type }) => isStruct(type))
  if (isStruct(name) || struct) {
    throw wrong(`types.${name}`, 'no struct in it, and none of the name before the colon')
  }
}

/** The third version cannot hash lists or recursive structs: the display would differ from the signed data. */
function checkV3(types: TypedDataValue['types']): void {
  for (const [name, fields] of Object.entries(types)) {
    const list = fields.find(({ type }) => type.endsWith(']'))
    if (list) throw wrong(`types.${name}.${list.name}`, 'no list: use eth_signTypedData_v4')
    if (isRecursive(types, name)) throw wrong(`types.${name}`, 'no struct inside of itself')
  }
}

class Reader {
  readonly #types: TypedDataValue['types']
  #fields = 0

  constructor(types: TypedDataValue['types']) {
    this.#types = types
  }

  struct(type: string, data: unknown, path: string, depth: number) {
    if (depth > MAX_DEPTH) throw wrong(path, `at most ${MAX_DEPTH} levels`)
    if (!Fields.safeParse(data).success || Array.isArray(data)) throw wrong(path, 'an object')
    const value: Record<string, unknown> = {}
    const nodes = this.#types[type]!.map((field) => {
      const at = `${path}.${field.name}`
      if (!Object.hasOwn(data as object, field.name)) throw wrong(at, field.type)
      const read = this.#value(
        field.type,
        (data as Record<string, unknown>)[field.name],
        at,
        depth + 1,
      )
      value[field.name] = read.value
      return { ...read.node, name: field.name }
    })
    return { value, nodes }
  }

  #value(
    type: string,
    data: unknown,
    path: string,
    depth: number,
  ): { value: unknown; node: TypedDataNode } {
    if (++this.#fields > MAX_FIELDS) throw wrong(path, `at most ${MAX_FIELDS} values`)
    if (depth > MAX_DEPTH) throw wrong(path, `at most ${MAX_DEPTH} levels`)
    const array = /^(.*)\[(\d*)\]$/.exec(type)
    if (array) {
      const [, item = '', length] = array
      if (!Array.isArray(data)) throw wrong(path, 'an array')
      if (length && data.length !== Number(length)) throw wrong(path, `${length} items`)
      const read = data.map((one, index) => this.#value(item, one, `${path}.${index}`, depth + 1))
      const children = read.map(({ node }, index) => ({ ...node, name: `${index + 1}` }))
      return { value: read.map(({ value }) => value), node: { name: '', type, children } }
    }
    if (Object.hasOwn(this.#types, type)) {
      // Null ends a recursive struct. It is signed as 32 zero bytes, and shown as an empty struct.
      if (data === null && isRecursive(this.#types, type)) {
        return { value: null, node: { name: '', type, children: [] } }
      }
      const { value, nodes } = this.struct(type, data, path, depth)
      return { value, node: { name: '', type, children: nodes } }
    }
    const value = readAtom(type, data)
    if (value === undefined) throw wrong(path, type)
    // EIP-712 does not define `int`, and the signing code cannot encode a negative one.
    if (type === 'int' && BigInt(value) < 0n) throw wrong(path, 'int256 for a negative number')
    return { value: signedAtom(type, value), node: { name: '', type, value: String(value) } }
  }
}

/** A page may send bigints, which JSON lacks. One that is too big is no number of any type. */
const toJson = (data: unknown): string =>
  JSON.stringify(data, (_, value) =>
    typeof value === 'bigint' ? (is256Bits(value) ? `${BIGINT}${value}` : null) : value,
  ) ?? ''

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text, (_, value) =>
      typeof value === 'string' && value.startsWith(BIGINT)
        ? BigInt(value.slice(BIGINT.length))
        : value,
    )
  } catch {
    throw wrong('data', 'typed data as an object or as JSON')
  }
}
