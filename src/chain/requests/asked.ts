/** Spellings that pages use and standards do not, where the meaning is clear. */
import * as z from 'zod/mini'

import { isQuantity } from '../rpc/quantity.js'

/** Whether it has at most 256 bits, and a sign. A page may send any: to write them takes long. */
export const is256Bits = (value: bigint): boolean => BigInt.asIntN(257, value) === value

const EXPECTED = 'a quantity such as 0x1'

/** Also accepts bigints and numbers, unless a number has lost digits. */
export const AskedQuantity = z.pipe(
  z.union([z.int(), z.bigint(), z.custom<string>(isQuantity)], EXPECTED),
  z.pipe(
    z.transform((value: string | number | bigint) => BigInt(value)),
    z.bigint().check(z.gte(0n, EXPECTED), z.lt(2n ** 256n, EXPECTED)),
  ),
)

/** The same in 64 bits, as nonces and gas have. */
export const AskedQuantity64 = z.pipe(
  AskedQuantity,
  z.bigint().check(z.lte(2n ** 64n - 1n, 'a quantity of at most 64 bits')),
)

/** Reads null as an absent field: some libraries write it that way. */
export const withNulls = <T extends z.ZodMiniType>(schema: T) =>
  z.pipe(z.transform(withoutNulls), schema)

function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== null))
}
