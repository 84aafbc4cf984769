/** An address or an integer as an argument of a call: 32 bytes in hex, without `0x`. */
export const word = (value: `0x${string}` | bigint): string =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2).toLowerCase()).padStart(64, '0')

/** Splits hex data into words of 32 bytes, without `0x`. An incomplete last word is left out. */
export const wordsOf = (data: string): string[] => data.slice(2).match(/.{64}/g) ?? []
