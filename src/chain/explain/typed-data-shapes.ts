/** Typed data that this wallet knows, told by its fields: the same names and types in the same order. */
import type { TypedDataNode } from '../requests/typed-data.js'

/** `[name, type]` of each field. */
export type Shape = readonly (readonly [name: string, type: string])[]

/** @param isOpen - Whether further fields may follow. */
export function hasShape(nodes: readonly TypedDataNode[], shape: Shape, isOpen = false): boolean {
  if (isOpen ? nodes.length < shape.length : nodes.length !== shape.length) return false
  return shape.every(([name, type], at) => nodes[at]!.name === name && nodes[at]!.type === type)
}

/** Text of a field that the shape has. */
export const textOf = (nodes: readonly TypedDataNode[], name: string): string =>
  nodes.find((node) => node.name === name)?.value ?? ''

/** 0 if the field is not an integer. */
export function bigOf(nodes: readonly TypedDataNode[], name: string): bigint {
  const node = nodes.find((node) => node.name === name)
  return node && /^u?int\d*$/.test(node.type) ? BigInt(node.value ?? 0) : 0n
}

/** The contract that verifies the signature; '' if the domain names none. On Cosmos chains the field holds a text. */
export const contractOf = (domain: readonly TypedDataNode[]): string =>
  domain.find(({ name, type }) => name === 'verifyingContract' && type === 'address')?.value ?? ''

/** The chain that a domain names; mainnet where it names none. */
export const chainIdOf = (domain: readonly TypedDataNode[]): number =>
  Number(bigOf(domain, 'chainId')) || 1

/** The child nodes of a field. */
export const below = (nodes: readonly TypedDataNode[], name: string): TypedDataNode[] =>
  nodes.find((node) => node.name === name)?.children ?? []

/**
 * Numbers below the first bound are amounts: no address has that many leading zeros by chance. Numbers from the second
 * bound on are too large for an address.
 */
const [LEAST_ADDRESS, NO_ADDRESS] = [2n ** 80n, 2n ** 160n]

/** Addresses that a value can stand for: as they are, in a text, as 32 bytes with zeros or a name at one end, as a number. */
export function addressesOf({ type, value = '' }: TypedDataNode): string[] {
  if (type === 'address') return [value]
  if (type === 'string') return value.match(/\b0x[\da-f]{40}\b/gi) ?? []
  const hasAddress = (hex: string) => BigInt(`0x${hex}`) >= LEAST_ADDRESS
  if (type === 'bytes32') {
    const [head, tail] = [value.slice(2, 42), value.slice(26)]
    return [
      ...(hasAddress(head) ? [`0x${head}`] : []),
      ...(/^0x0{24}/.test(value) && hasAddress(tail) ? [`0x${tail}`] : []),
    ]
  }
  const size = /^uint\d*$/.test(type) ? BigInt(value) : 0n
  const isAddress = size >= LEAST_ADDRESS && size < NO_ADDRESS
  return isAddress ? [`0x${size.toString(16).padStart(40, '0')}`] : []
}
