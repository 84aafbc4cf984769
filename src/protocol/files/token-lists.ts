/** Tokens that an operator names, in the form of Uniswap's token lists (uniswap.org/tokenlist.schema.json). */
import * as z from 'zod/mini'

import { text } from '../fields.js'

/** Where the wallet app's host has them. */
export const TOKEN_LISTS = '/tokens/'
/** Bytes of one. Those that are published have up to a million. */
export const MAX_LIST = 2 * 1024 * 1024
/** Tokens of a chain that are looked for: two calls of a node, with those that a person added. */
export const MAX_LISTED = 900

const MAX_DECIMALS = 36

/** What else a list says, such as pictures, is passed over. */
export const TokenList = z.object({
  name: text(60),
  tokens: z
    .array(
      z.object({
        chainId: z.int().check(z.gte(1)),
        address: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/, 'an address')),
        symbol: text(20),
        name: text(60),
        decimals: z.int().check(z.gte(0), z.lte(MAX_DECIMALS)),
      }),
    )
    .check(z.maxLength(10_000)),
})
export type TokenList = z.infer<typeof TokenList>

/** Of a file in the operator's folder; nothing that leads out of it. */
export const ListName = z
  .string()
  .check(z.regex(/^[a-z0-9][a-z0-9_-]{0,63}\.json$/, 'a name such as main.json'))

/** What `config.json` says of them. */
export const Listing = z.object({
  /** Files in the order in which they count, where two have the same token. */
  tokenLists: z.optional(z.array(ListName).check(z.maxLength(8))),
})
