/**
 * Typed data (EIP-712), read strictly. Only what the types name is signed, so only that is shown: the
 * tree for the screen and the value for the signature come from one walk over the types.
 */
import * as z from 'zod/mini'

import { WalletError } from '../shared/errors.js'
import { isSame } from './message.js'
import { parse } from './parse.js'

/** Characters of the JSON form. */
const MAX_LENGTH = 100_000
const MAX_DEPTH = 16
const MAX_FIELDS = 2_000

const Field = z.object({
  name: z.string().check(z.regex(/^[A-Za-z_$][\w$]*$/, 'a field name')),
  type: z.string().check(z.regex(/^[A-Za-z_$][\w$]*(\[\d*\])*$/, 'a type')),
})
const Fields = z.object({}, 'an object')

const TypedData = z.object(
  {
    types: z.record(z.string(), z.array(Field)),
    primaryType: z.string('the name of a type'),
    domain: z.record(z.string(), z.unknown()),
    message: z.record(z.string(), z.unknown()),
  },
  'typed data as an object or as JSON',
)

/** In the order of EIP-712; a domain without its type has those of them that it names. */
const DOMAIN_FIELDS = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]

/** One line of what is shown: a value, or the name of what lies below it. */
export interface TypedDataNode {
  name: string
  type: string
  value?: string
  children?: TypedDataNode[]
}

/** What is signed. Integers are bigints. */
export interface TypedDataValue {
  types: Record<string, { name: string; type: string }[]>
  primaryType: string
  domain: Record<string, unknown>
  message: Record<string, unknown>
}

/** What a person is shown of it. */
export interface ShownTypedData {
  /** Absent in the first version of the format, which has no name for the whole. */
  primaryType?: string
  domain: TypedDataNode[]
  message: TypedDataNode[]
}

export interface ReadTypedData extends ShownTypedData {
  value: TypedDataValue
}

/**
 * Reads the parameters of `eth_signTypedData_v4`: the account, and the data as an object or as JSON.
 *
 * @throws {WalletError} `INVALID_ARGUMENT`, naming the field; also for another chain's domain.
 *   `UNAUTHORIZED` for another account.
 */
export function parseTypedData(params: unknown, account: string, chainId: number): ReadTypedData {
  const [address, data] = parse(
    z.tuple([z.string('an address'), z.unknown()], z.unknown()),
    params,
    'params',
  )
  const json = typeof data === 'string' ? data : toJson(data)
  if (json.length > MAX_LENGTH) throw wrong('params.1', `at most ${MAX_LENGTH} characters`)
  const {
    types: given,
    primaryType,
    domain,
    message,
  } = parse(TypedData, fromJson(json), 'params.1')
  const types = {
    ...given,
    EIP712Domain: given.EIP712Domain ?? DOMAIN_FIELDS.filter(({ name }) => name in domain),
  }
  if (!Object.hasOwn(types, primaryType)) throw wrong('primaryType', 'one of the types')
  if (!isSame(address, account)) {
    throw new WalletError('UNAUTHORIZED', 'The address is not the connected account.')
  }
  const reader = new Reader(types)
  const readDomain = reader.struct('EIP712Domain', domain, 'domain', 0)
  const asked = readDomain.value.chainId
  if (typeof asked === 'bigint' && asked !== BigInt(chainId)) {
    throw wrong('domain.chainId', `${chainId}, the chain that is in use`)
  }
  const isDomain = primaryType === 'EIP712Domain'
  const readMessage = isDomain
    ? { value: {}, nodes: [] }
    : reader.struct(primaryType, message, 'message', 0)
  return {
    value: { types, primaryType, domain: readDomain.value, message: readMessage.value },
    primaryType,
    domain: readDomain.nodes,
    message: readMessage.nodes,
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
      const { value, nodes } = this.struct(type, data, path, depth)
      return { value, node: { name: '', type, children: nodes } }
    }
    const value = readAtom(type, data)
    if (value === undefined) throw wrong(path, type)
    return { value, node: { name: '', type, value: String(value) } }
  }
}

/** @returns `undefined` for a value that is not of the type, and for a type that does not exist. */
function readAtom(type: string, data: unknown): string | boolean | bigint | undefined {
  if (type === 'string') return typeof data === 'string' ? data : undefined
  if (type === 'bool') return typeof data === 'boolean' ? data : undefined
  const isHex = typeof data === 'string' && /^0x([0-9a-f]{2})*$/i.test(data)
  if (type === 'address') return isHex && data.length === 42 ? data : undefined
  const bytes = /^bytes(\d*)$/.exec(type)
  if (bytes) {
    const size = Number(bytes[1] || -1)
    const isSize = size < 0 || (size >= 1 && size <= 32 && isHex && data.length === 2 + 2 * size)
    return isHex && isSize ? data : undefined
  }
  const integer = /^(u?)int(\d*)$/.exec(type)
  if (!integer) return undefined
  const bits = Number(integer[2] || 256)
  const number = toInteger(data)
  if (number === undefined || bits % 8 || bits < 8 || bits > 256) return undefined
  const [least, above] = integer[1]
    ? [0n, 1n << BigInt(bits)]
    : [-(1n << BigInt(bits - 1)), 1n << BigInt(bits - 1)]
  return number >= least && number < above ? number : undefined
}

function toInteger(data: unknown): bigint | undefined {
  if (typeof data === 'number') return Number.isSafeInteger(data) ? BigInt(data) : undefined
  const isInteger = typeof data === 'string' && /^(-?\d{1,78}|0x[0-9a-f]{1,64})$/i.test(data)
  return isInteger ? BigInt(data) : undefined
}

/** A page may send bigints, which JSON lacks. */
const toJson = (data: unknown): string =>
  JSON.stringify(data, (_, value) => (typeof value === 'bigint' ? value.toString() : value)) ?? ''

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw wrong('params.1', 'typed data as an object or as JSON')
  }
}

const wrong = (path: string, expected: string): WalletError =>
  new WalletError('INVALID_ARGUMENT', `${path}: expected ${expected}.`)
