/** Addresses as people read them. */

/** An address with its middle left out. Show the whole one where it is decided upon. */
export const shortAddress = (address: string): string =>
  `${address.slice(0, 6)}…${address.slice(-4)}`

/** An address in groups of four, so that it can be compared. */
export const groupedAddress = (address: string): string =>
  address.replace(/^0x|.{4}/g, '$& ').trim()

/** An address that a person typed or pasted: also one in groups, or with hidden characters that a mail left in it. */
export function typedAddress(text: string): string {
  const address = text.replace(/[\s\p{Cf}]/gu, '').replace(/^0X/, '0x')
  return /^0x[0-9a-f]{40}$/i.test(address) ? address : text.trim()
}

/** For use in a sentence: isolated, since a right-to-left sentence would reorder the groups. */
export const addressInText = (address: string): string => `\u2066${groupedAddress(address)}\u2069`

/** Both ends of an address for a sentence: isolated, and kept on one line. */
export const endsInText = (address: string): string =>
  `\u2066${shortAddress(address).replace('…', '\u2060…\u2060')}\u2069`

/** Addresses, like all hex, mean the same in either case. */
export const isEqual = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase()

/** Each address once, whatever its case; the last spelling counts. */
export const unique = (addresses: readonly `0x${string}`[]): `0x${string}`[] => [
  ...new Map(addresses.map((address) => [address.toLowerCase(), address])).values(),
]

/** For comparing addresses. */
export const lower = (address: string): `0x${string}` => address.toLowerCase() as `0x${string}`
