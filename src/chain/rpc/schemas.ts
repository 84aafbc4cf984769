/** Forms that several requests share. */
import * as z from 'zod/mini'

import { isQuantity } from './quantity.js'

/** Bytes: the limit of most nodes' pools. */
const MAX_DATA = 128 * 1024

/** As a bigint. */
export const Quantity = z.pipe(
  z
    .string('a quantity such as 0x1')
    .check(z.refine(isQuantity, { error: 'a quantity such as 0x1', abort: true })),
  z.transform((value) => BigInt(value)),
)

/** A quantity that fits into 64 bits, as nonces and gas do. */
export const Quantity64 = z.pipe(
  Quantity,
  z.bigint().check(z.lte(2n ** 64n - 1n, 'a quantity of at most 64 bits')),
)

/** Does not check the checksum: the signing code does. */
export const AnyAddress = z.pipe(
  z.string('an address').check(z.regex(/^0x[0-9a-fA-F]{40}$/, 'an address of 40 hex digits')),
  z.transform((value) => value as `0x${string}`),
)

export const Data = z.pipe(
  z
    .string('hex bytes')
    .check(
      z.regex(/^0x([0-9a-fA-F]{2})*$/, 'hex bytes'),
      z.maxLength(2 + 2 * MAX_DATA, `at most ${MAX_DATA} bytes`),
    ),
  z.transform((value) => value as `0x${string}`),
)

/** 32 bytes, as hex. */
export const Word = z.pipe(
  z.string('32 bytes').check(z.regex(/^0x[0-9a-fA-F]{64}$/, '32 bytes as hex')),
  z.transform((value) => value as `0x${string}`),
)
