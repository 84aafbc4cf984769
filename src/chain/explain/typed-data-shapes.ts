/** Typed data that this wallet knows, told by its fields: the same names and types in the same order. */
import type { TypedDataNode } from '../requests/typed-data.js'

/** `[name, type]` of each field. */
export type Shape = readonly (readonly [name: string, type: string])[]

/** @param isOpen - Whether further fields may follow. */
export function hasShape(nodes: readonly TypedDataNode[], shape: Shape, isOpen = false): boolean {
  if (isOpen ? nodes.length < shape.length : nodes.length !== shape.length) return false
  return shape.every(([name, type], at) => nodes[at]!.name === name && nodes[at]!.type === type)
}

/** A field that the shape has: its text. */
export const textOf = (nodes: readonly TypedDataNode[], name: string): string =>
  nodes.find((node) => node.name === name)?.value ?? ''

/** 0 for a field that is no integer. */
export function bigOf(nodes: readonly TypedDataNode[], name: string): bigint {
  const node = nodes.find((node) => node.name === name)
  return node && /^u?int\d*$/.test(node.type) ? BigInt(node.value ?? 0) : 0n
}

/** The contract that checks the signature; '' where the domain names none. Cosmos chains have a text in its place. */
export const contractOf = (domain: readonly TypedDataNode[]): string =>
  domain.find(({ name, type }) => name === 'verifyingContract' && type === 'address')?.value ?? ''

/** The chain that a domain names; mainnet where it names none. */
export const chainIdOf = (domain: readonly TypedDataNode[]): number =>
  Number(bigOf(domain, 'chainId')) || 1

/** What lies below a field. */
export const below = (nodes: readonly TypedDataNode[], name: string): TypedDataNode[] =>
  nodes.find((node) => node.name === name)?.children ?? []
