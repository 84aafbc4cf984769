/** Numbers as Ethereum's JSON-RPC writes them (Execution APIs, "Encoding"). */

const QUANTITY = /^0x[0-9a-fA-F]{1,64}$/

/** Leading zeros are forgiven: many dapps send them. */
export const isQuantity = (value: unknown): value is `0x${string}` =>
  typeof value === 'string' && QUANTITY.test(value)

export const toQuantity = (value: bigint | number): `0x${string}` => `0x${value.toString(16)}`

/** JSON in which each bigint is a quantity. */
export const toJson = (value: object): string =>
  JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? toQuantity(part) : part))
