/** Values of Solidity's elementary types, as a page writes them in JSON. */

export type Atom = string | boolean | bigint

/** @returns `undefined` for a value that is not of the type, and for a type that does not exist. */
export function readAtom(type: string, data: unknown): Atom | undefined {
  if (type === 'string') return typeof data === 'string' ? data : undefined
  if (type === 'bool') return typeof data === 'boolean' ? data : undefined
  const isHex = typeof data === 'string' && /^0x([0-9a-fA-F]{2})*$/.test(data)
  if (type === 'address') return isHex && data.length === 42 ? data : undefined
  const bytes = /^bytes([1-9]|[12]\d|3[0-2])?$/.exec(type)
  if (bytes) {
    const size = Number(bytes[1] ?? -1)
    return isHex && (size < 0 || data.length === 2 + 2 * size) ? data : undefined
  }
  const integer = /^(u?)int([1-9]\d*)?$/.exec(type)
  if (!integer) return undefined
  const bits = Number(integer[2] ?? 256)
  const number = toInteger(data)
  if (number === undefined || bits % 8 || bits > 256) return undefined
  const [least, above] = integer[1]
    ? [0n, 1n << BigInt(bits)]
    : [-(1n << BigInt(bits - 1)), 1n << BigInt(bits - 1)]
  return number >= least && number < above ? number : undefined
}

/** The value to sign. An all-capitals address has no valid checksum (EIP-55), so it is written in lower case. */
export const signedAtom = (type: string, value: Atom): Atom =>
  type === 'address' && !/[a-f]/.test(String(value)) ? String(value).toLowerCase() : value

function toInteger(data: unknown): bigint | undefined {
  if (typeof data === 'bigint') return data
  if (typeof data === 'number') return Number.isSafeInteger(data) ? BigInt(data) : undefined
  const isInteger = typeof data === 'string' && /^(-?\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(data)
  return isInteger ? BigInt(data) : undefined
}
