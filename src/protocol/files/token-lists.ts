/** Tokens that an operator lists, in the form of Uniswap's token lists (uniswap.org/tokenlist.schema.json). */
import * as z from 'zod/mini'

import { text } from '../fields.js'

/** Path on the wallet app's host. */
export const TOKEN_LISTS = '/tokens/'
/** Bytes of one list. Published lists have up to a million. */
export const MAX_LIST = 2 * 1024 * 1024
/** Tokens whose balances are read per chain. With those that a person added, this takes two calls. */
export const MAX_LISTED = 900

const MAX_DECIMALS = 36

/** Other parts of a list, such as pictures, are ignored. */
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

/** Name of a file in the operator's folder. It cannot leave the folder. */
export const ListName = z
  .string()
  .check(z.regex(/^[a-z0-9][a-z0-9_-]{0,63}\.json$/, 'a name such as main.json'))

/** The part of `config.json` for token lists. */
export const Listing = z.object({
  /** Files in order of precedence, for tokens that are in several lists. */
  tokenLists: z.optional(z.array(ListName).check(z.maxLength(8))),
})
