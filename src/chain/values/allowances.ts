/** What amounts of allowances mean. */

/** Amounts from here on mean "unlimited". */
const ENDLESS = 2n ** 128n
/** Many tokens use the largest 96-bit number for "unlimited". */
const ENDLESS_96 = 2n ** 96n - 1n

export const isEndless = (amount: bigint): boolean => amount >= ENDLESS || amount === ENDLESS_96
