/** Puts data into a descriptor's words. What does not fit is not half explained, but not at all. */

import { isEqual } from '../values/addresses.js'
import type {
  ClearField,
  ClearText,
  ClearValue,
  DataNode,
  Descriptor,
  Field,
  Format,
  Hex,
  Params,
  Visibility,
} from './descriptor.js'
import { find, type Roots } from './path.js'

/** Fields of one explanation: people would not read more. */
const MAX_FIELDS = 1_000
/** Fields and values visited per text: nested lists in a descriptor could otherwise run for ever. */
const MAX_STEPS = 10_000
/** Structs in structs. A definition can hold itself. */
const MAX_DEPTH = 8
const MAX_INTEGER = 2n ** 256n - 1n
/** Seconds after 1970 from which on a date means never: the largest of 48 bits is a usual one. */
const NEVER = 2n ** 48n - 1n
/** Smaller numbers are not addresses: hashes with ten leading zero bytes are out of reach. */
const LEAST_ADDRESS = 2n ** 80n

/** The data does not fit the descriptor. */
class Misfit extends Error {}

/** What the paths start from, the nesting depth, and the steps that may still be read. */
interface Reading extends Roots {
  depth: number
  steps: { left: number }
}

/** @returns `undefined` where the data is not of the form that the descriptor is for. */
export function applyFormat(format: Format, roots: Roots): ClearText | undefined {
  const { metadata, reviewedBy } = roots.descriptor
  const { owner } = metadata ?? {}
  const reading = { ...roots, depth: 0, steps: { left: MAX_STEPS } }
  return fitting(() => {
    const fields = (format.fields ?? []).flatMap((field) => read(field, reading))
    if (fields.length > MAX_FIELDS) throw new Misfit('fields')
    const sentence = fitting(() => interpolate(format, reading))
    const { intent, kind } = format
    return {
      intent,
      ...(kind && { kind }),
      ...(sentence && { sentence }),
      ...(owner && { owner }),
      ...(reviewedBy && { reviewedBy }),
      fields,
    }
  })
}

function fitting<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof Misfit) return undefined
    throw error
  }
}

function read(given: Field, roots: Reading): ClearField[] {
  step(roots)
  const field = withDefinition(given, roots.descriptor)
  const { label = '', role, fields, visible } = field
  if (visible === 'never') return []
  const nodes = nodesOf(field, roots)
  if (fields) {
    return nodes.flatMap((node) => fields.flatMap((inner) => read(inner, inside(node, roots))))
  }
  return itemsOf(nodes).flatMap((node, at) => {
    step(roots)
    if (!isVisible(node, visible)) return []
    return [{ label, ...(role && { role }), value: show(field, node, roots, at) }]
  })
}

/** @throws {Misfit} where there is nothing. A list may be empty. */
function nodesOf({ path = '', value }: Field, roots: Reading): DataNode[] {
  if (value !== undefined) {
    return [{ name: '', type: 'string', value: constant(value, roots) }]
  }
  const nodes = find(path, roots)
  if (!nodes.length && !path.includes('[]')) throw new Misfit(path)
  return nodes
}

/** A path that ends at a list stands for all its items. */
const itemsOf = (nodes: readonly DataNode[]): DataNode[] =>
  nodes.flatMap((node) => (node.type.endsWith(']') ? (node.children ?? []) : [node]))

function inside({ children = [] }: DataNode, roots: Reading): Reading {
  const { depth, data, whole = data } = roots
  if (depth === MAX_DEPTH) throw new Misfit('fields')
  return { ...roots, data: children, whole, depth: depth + 1 }
}

function step({ steps }: Reading): void {
  if (!steps.left--) throw new Misfit('steps')
}

function isVisible({ value = '' }: DataNode, visible: Visibility = 'always'): boolean {
  if (typeof visible === 'string') return true
  const isOf = (list: readonly string[]) => list.some((one) => isEqual(one, value))
  if ('ifNotIn' in visible) return !isOf(visible.ifNotIn)
  if (!isOf(visible.mustMatch)) throw new Misfit('mustMatch')
  return false
}

function withDefinition({ $ref, ...field }: Field, descriptor: Descriptor): Field {
  if (!$ref) return field
  const name = $ref.replace(/^\$\.display\.definitions\./, '')
  const defined = own(descriptor.display.definitions, name)
  if (!defined) throw new Misfit($ref)
  return { ...defined, ...field, params: { ...defined.params, ...field.params } }
}

/** The keys under which an enum may list a value: bytes and booleans may be written as numbers there. */
function keysOf({ type, value = '' }: DataNode): string[] {
  if (type === 'bool') return value === 'true' ? ['true', 'True', '1'] : ['false', 'False', '0']
  const isNumber = type.startsWith('bytes') && /^0x[0-9a-f]+$/i.test(value)
  return isNumber ? [value, String(BigInt(value))] : [value]
}

/** The name is untrusted and may be one that all objects inherit, such as `constructor`. */
const own = <T>(record: Record<string, T> | undefined, name: string): T | undefined =>
  record && Object.hasOwn(record, name) ? record[name] : undefined

/** Fills the values into the descriptor's sentence. @throws {Misfit} If a placeholder is no field's path. */
function interpolate({ interpolatedIntent, fields = [] }: Format, roots: Reading) {
  const parts = interpolatedIntent?.match(/\{\{|\}\}|\{[^{}]+\}|[^{}]+|[{}]/g)
  return parts?.flatMap((part): (string | ClearValue)[] => {
    if (part === '{' || part === '}') throw new Misfit('interpolatedIntent')
    if (part === '{{' || part === '}}') return [part[0]!]
    if (!part.startsWith('{')) return [part]
    const values = valuesAt(part.slice(1, -1).trim(), fields, roots)
    return values.flatMap((value, at) => (at ? [', ', value] : [value]))
  })
}

/** The values of the field at a path, including hidden fields: a sentence may use them too. */
function valuesAt(path: string, fields: readonly Field[], roots: Reading): ClearValue[] {
  for (const given of fields) {
    step(roots)
    const field = withDefinition(given, roots.descriptor)
    const rest = below(path, field.path)
    if (rest === '' && !field.fields) {
      return itemsOf(nodesOf(field, roots)).map((node, at) => {
        step(roots)
        return show(field, node, roots, at)
      })
    }
    if (rest && field.fields) {
      const inner = field.fields
      return nodesOf(field, roots).flatMap((node) => valuesAt(rest, inner, inside(node, roots)))
    }
  }
  throw new Misfit(path)
}

/** The rest of a path below a parent path; `undefined` if it is not below. */
function below(path: string, above = ''): string | undefined {
  const [whole, start] = [path, above].map((one) => one.replace(/^#\./, '')) as [string, string]
  if (whole === start) return ''
  if (!start) return whole
  return whole.startsWith(`${start}.`) ? whole.slice(start.length + 1) : undefined
}

/** @param at - Its place in the list that the path found. */
function show(field: Field, node: DataNode, roots: Reading, at: number): ClearValue {
  const { format = 'raw', params = {} } = field
  if (node.children) throw new Misfit(field.path)
  switch (format) {
    case 'raw':
      return raw(node)
    case 'amount':
      return { kind: 'coin', amount: integer(node) }
    case 'tokenAmount':
      return tokenAmount(node, params, roots, at)
    case 'nftName': {
      const collection = addressOf(params.collection, params.collectionPath, roots, at)
      return { kind: 'nft', id: integer(node), collection }
    }
    case 'date': {
      const number = integer(node)
      if (params.encoding === 'blockheight') return { kind: 'block', number }
      return { kind: 'date', seconds: number >= NEVER ? undefined : number }
    }
    case 'duration':
      return { kind: 'duration', seconds: integer(node) }
    case 'unit': {
      const { decimals = 0, prefix = false } = params
      const base = constant(params.base ?? '', roots)
      return { kind: 'unit', value: integer(node), base, decimals, prefix }
    }
    case 'enum': {
      const name = params.$ref?.replace(/^\$\.metadata\.enums\./, '') ?? ''
      const words = own(roots.descriptor.metadata?.enums, name)
      const text = keysOf(node)
        .map((key) => own(words, key))
        .find((word) => word !== undefined)
      return text === undefined ? raw(node) : { kind: 'choice', text }
    }
    case 'addressName':
      return namedAddress(node, params, roots)
    case 'calldata':
      return innerCall(node, params, roots, at)
  }
}

function namedAddress(node: DataNode, params: Params, roots: Reading): ClearValue {
  const { types, sources } = params
  const given = address(node)
  const { from } = roots.container
  const senders = constants(params.senderAddress, roots)
  if (isNobodys(given) && senders.some((one) => isEqual(one, given))) {
    return { kind: 'address', address: from ?? given, isSender: true }
  }
  return { kind: 'address', address: given, ...(types && { types }), ...(sources && { sources }) }
}

function innerCall(node: DataNode, params: Params, roots: Reading, at: number): ClearValue {
  const to = addressOf(params.callee, params.calleePath, roots, at) ?? roots.container.to
  if (!to || !/^bytes\d*$/.test(node.type)) throw new Misfit('calldata')
  const value = whole(sought(params.amountPath, roots, at) ?? '0')
  const from = addressOf(undefined, params.spenderPath, roots, at)
  return { kind: 'call', to, value, data: node.value as Hex, ...(from && { from }) }
}

function tokenAmount(node: DataNode, params: Params, roots: Reading, at: number): ClearValue {
  const amount = integer(node)
  const token = addressOf(params.token, params.tokenPath, roots, at)
  const { threshold } = params
  const isUnlimited =
    amount >= (threshold === undefined ? MAX_INTEGER : whole(constant(threshold, roots)))
  const message = isUnlimited && params.message && constant(params.message, roots)
  const named = { amount, ...(message && { message }) }
  const coins = constants(params.nativeCurrencyAddress, roots)
  if (token && isNobodys(token) && coins.some((coin) => isEqual(coin, token))) {
    return { kind: 'coin', ...named }
  }
  return { kind: 'token', ...named, token, isUnlimited }
}

/** A parameter's own text, or the descriptor's value that it refers to. */
function constant(text: string, roots: Roots): string {
  if (!text.startsWith('$.')) return text
  const value = find(text, roots)[0]?.value
  if (value === undefined) throw new Misfit(text)
  return value
}

const constants = (texts: string | string[] | undefined, roots: Reading): string[] =>
  [texts ?? []].flat().map((text) => constant(text, roots))

/** A parameter that is an address, by itself or by a path. */
function addressOf(
  text: string | undefined,
  path: string | undefined,
  roots: Reading,
  at: number,
): Hex | undefined {
  const found = text === undefined ? sought(path, roots, at) : constant(text, roots)
  if (found === undefined) return undefined
  return toAddress(found)
}

/** The value at a parameter's path. If the path finds a list, its item at the same position. */
function sought(path: string | undefined, roots: Reading, at: number): string | undefined {
  if (!path) return undefined
  const found = itemsOf(find(path, roots))
  const node = found.length > 1 ? found[at] : found[0]
  if (node?.value === undefined) throw new Misfit(path)
  return node.value
}

/** The value by its type alone. */
function raw({ type, value = '' }: DataNode): ClearValue {
  if (type === 'address') return { kind: 'address', address: value as Hex }
  if (type === 'bool') return { kind: 'yesNo', value: value === 'true' }
  if (/^u?int\d*$/.test(type)) return { kind: 'number', value: BigInt(value) }
  if (type.startsWith('bytes')) return { kind: 'bytes', hex: value }
  return { kind: 'text', text: value }
}

/** Bytes of a fixed size may be one too, the highest first. */
function integer({ type, value = '' }: DataNode): bigint {
  if (!/^(u?int\d*|bytes\d+)$/.test(type) && !/^\d+$/.test(value)) throw new Misfit(type)
  return BigInt(value)
}

function whole(text: string): bigint {
  if (!/^(\d+|0x[0-9a-fA-F]+)$/.test(text)) throw new Misfit('integer')
  return BigInt(text)
}

/**
 * Whether an address is reserved or a placeholder: zero, tiny, or one repeated digit. A descriptor could otherwise pass
 * a thief for the signer, or a token for coins.
 */
const isNobodys = (address: Hex): boolean =>
  BigInt(address) < LEAST_ADDRESS || /^0x(.)\1{39}$/i.test(address)

function address({ type, value = '' }: DataNode): Hex {
  if (type === 'address' || /^uint\d*$/.test(type)) return toAddress(value)
  throw new Misfit(type)
}

/** Some contracts store addresses as numbers. Rejects words with bits above 160, and counters. */
function toAddress(text: string): Hex {
  if (/^0x[0-9a-fA-F]{40}$/.test(text)) return text as Hex
  const number = /^\d+$/.test(text) ? BigInt(text) : -1n
  if (number !== 0n && (number < LEAST_ADDRESS || number >= 2n ** 160n)) throw new Misfit('address')
  return `0x${number.toString(16).padStart(40, '0')}`
}
