/** What pages write otherwise than the standards say, and means only one thing. */
import * as z from 'zod/mini'

import { isQuantity } from '../rpc/quantity.js'

/** A number of JSON is taken too, unless it has lost digits. */
export const AskedQuantity = z.pipe(
  z.union([z.int().check(z.gte(0)), z.custom<string>(isQuantity)], 'a quantity such as 0x1'),
  z.transform((value) => BigInt(value)),
)

/** The same in 64 bits, as nonces and gas have. */
export const AskedQuantity64 = z.pipe(
  AskedQuantity,
  z.bigint().check(z.lte(2n ** 64n - 1n, 'a quantity of at most 64 bits')),
)

/** An object in which null says nothing: libraries write it for what is absent. */
export const withNulls = <T extends z.ZodMiniType>(schema: T) =>
  z.pipe(z.transform(withoutNulls), schema)

function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== null))
}
