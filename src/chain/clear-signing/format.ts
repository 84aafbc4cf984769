/** Puts data into a descriptor's words. What does not fit is not half explained, but not at all. */
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
} from './descriptor.js'
import { find, type Roots } from './path.js'

/** Of one text: more than that nobody reads. */
const MAX_FIELDS = 200
const MAX_INTEGER = 2n ** 256n - 1n
/** Seconds after 1970 from which on a date means never: the largest of 48 bits is a usual one. */
const NEVER = 2n ** 48n - 1n

/** The data is not what the descriptor says. */
class Misfit extends Error {}

/** @returns `undefined` where the data is not of the form that the descriptor is for. */
export function applyFormat(format: Format, roots: Roots): ClearText | undefined {
  const { owner } = roots.descriptor.metadata ?? {}
  try {
    const fields = (format.fields ?? []).flatMap((field) => read(field, roots))
    if (fields.length > MAX_FIELDS) return undefined
    return { intent: format.intent, ...(owner && { owner }), fields }
  } catch (error) {
    if (error instanceof Misfit) return undefined
    throw error
  }
}

function read(given: Field, roots: Roots): ClearField[] {
  const field = withDefinition(given, roots.descriptor)
  const { path, value, label = '', fields, visible } = field
  if (visible === 'never') return []
  const isList = path?.includes('[]') ?? false
  const nodes =
    value === undefined ? find(path ?? '', roots) : [{ name: '', type: 'string', value }]
  if (!nodes.length && !isList) throw new Misfit(path)
  if (fields) {
    return nodes.flatMap(({ children = [] }) =>
      fields.flatMap((inner) => read(inner, { ...roots, data: children })),
    )
  }
  return nodes.flatMap((node, at) => {
    const items = node.children
    if (items) return items.map((item) => ({ label, value: show(field, item, roots, at) }))
    return [{ label, value: show(field, node, roots, at) }]
  })
}

function withDefinition({ $ref, ...field }: Field, descriptor: Descriptor): Field {
  if (!$ref) return field
  const name = $ref.replace(/^\$\.display\.definitions\./, '')
  const defined = descriptor.display.definitions?.[name]
  if (!defined) throw new Misfit($ref)
  return { ...defined, ...field, params: { ...defined.params, ...field.params } }
}

/** @param at - Its place in the list that the path found. */
function show(field: Field, node: DataNode, roots: Roots, at: number): ClearValue {
  const { format = 'raw', params = {} } = field
  switch (format) {
    case 'raw':
      return raw(node)
    case 'amount':
      return { kind: 'coin', amount: integer(node) }
    case 'tokenAmount':
      return tokenAmount(node, params, roots, at)
    case 'nftName': {
      const collection = params.collection ?? sought(params.collectionPath, roots, at)
      return { kind: 'nft', id: integer(node), collection: collection as Hex | undefined }
    }
    case 'date': {
      const number = integer(node)
      if (params.encoding === 'blockheight') return { kind: 'block', number }
      return { kind: 'date', seconds: number >= NEVER ? undefined : number }
    }
    case 'duration':
      return { kind: 'duration', seconds: integer(node) }
    case 'unit': {
      const { base = '', decimals = 0, prefix = false } = params
      return { kind: 'unit', value: integer(node), base, decimals, prefix }
    }
    case 'enum': {
      const name = params.$ref?.replace(/^\$\.metadata\.enums\./, '') ?? ''
      const text = roots.descriptor.metadata?.enums?.[name]?.[node.value ?? '']
      return text === undefined ? raw(node) : { kind: 'choice', text }
    }
    case 'addressName':
      return { kind: 'address', address: address(node) }
    case 'calldata': {
      const to = params.callee ?? sought(params.calleePath, roots, at) ?? roots.container.to
      if (!to || node.type !== 'bytes') throw new Misfit(field.path)
      const value = BigInt(sought(params.amountPath, roots, at) ?? 0)
      return { kind: 'call', to: to as Hex, value, data: node.value as Hex }
    }
  }
}

function tokenAmount(node: DataNode, params: Params, roots: Roots, at: number): ClearValue {
  const amount = integer(node)
  const token = params.token ?? sought(params.tokenPath, roots, at)
  const coins = [params.nativeCurrencyAddress ?? []].flat()
  if (token && coins.some((coin) => coin.toLowerCase() === token.toLowerCase())) {
    return { kind: 'coin', amount }
  }
  const isUnlimited = amount >= BigInt(params.threshold ?? MAX_INTEGER)
  return { kind: 'token', amount, token: token as Hex | undefined, isUnlimited }
}

/** What a parameter's path finds: the one, or of a list the one at this place. */
function sought(path: string | undefined, roots: Roots, at: number): string | undefined {
  if (!path) return undefined
  const found = find(path, roots)
  const node = found.length > 1 ? found[at] : found[0]
  if (node?.value === undefined) throw new Misfit(path)
  return node.value
}

/** As the type says, without any meaning. */
export function raw({ type, value = '' }: DataNode): ClearValue {
  if (type === 'address') return { kind: 'address', address: value as Hex }
  if (type === 'bool') return { kind: 'yesNo', value: value === 'true' }
  if (/^u?int\d*$/.test(type)) return { kind: 'number', value: BigInt(value) }
  if (type.startsWith('bytes')) return { kind: 'bytes', hex: value }
  return { kind: 'text', text: value }
}

function integer({ type, value = '' }: DataNode): bigint {
  if (!/^u?int\d*$/.test(type) && !/^\d+$/.test(value)) throw new Misfit(type)
  return BigInt(value)
}

function address({ type, value = '' }: DataNode): Hex {
  if (type === 'address') return value as Hex
  throw new Misfit(type)
}
