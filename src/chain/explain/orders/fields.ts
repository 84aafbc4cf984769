/** Helpers with which the order readers read fields of typed data. */
import type { TypedDataNode } from '../../requests/typed-data.js'
import type { Item } from './seaport.js'

const EMPTY = /^(0x0*|0|false|)$/
/** How exchanges name the chain's coin. */
const COIN = /^0x(0{40}|e{40})$/i
export const NO_END = 2n ** 256n - 1n

/** Fields that are not read, unless they are empty. @param lists - Lists and structs that are read. */
export const unreadIn = (
  nodes: readonly TypedDataNode[],
  lists: readonly string[],
  values: readonly string[],
): TypedDataNode[] =>
  nodes.filter(({ name, value, children }) =>
    children ? !lists.includes(name) : !values.includes(name) && !EMPTY.test(value ?? ''),
  )

export const moneyOf = (token: string, amount: bigint): Item => {
  return { kind: COIN.test(token) ? 'coin' : 'token', token, id: 0n, amount }
}

/** Reads an address, or a 1inch number that contains one. */
export function addressOf(nodes: readonly TypedDataNode[], name: string): string | undefined {
  const { type, value = '' } = nodes.find((node) => node.name === name) ?? {}
  if (type === 'address') return value
  const digits = numberOf(nodes, name)?.toString(16)
  return digits && digits.length <= 40 ? `0x${digits.padStart(40, '0')}` : undefined
}

export function numberOf(nodes: readonly TypedDataNode[], name: string): bigint | undefined {
  const { type = '', value } = nodes.find((node) => node.name === name) ?? {}
  return value !== undefined && /^uint\d*$/.test(type) ? BigInt(value) : undefined
}

export function numbersOf(nodes: readonly TypedDataNode[], name: string): bigint[] | undefined {
  const { type, children = [] } = nodes.find((node) => node.name === name) ?? {}
  return type === 'uint256[]' ? children.map(({ value }) => BigInt(value ?? 0)) : undefined
}
