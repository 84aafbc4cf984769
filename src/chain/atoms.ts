/** Values of Solidity's elementary types, as a page writes them in JSON. */

/** @returns `undefined` for a value that is not of the type, and for a type that does not exist. */
export function readAtom(type: string, data: unknown): string | boolean | bigint | undefined {
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
