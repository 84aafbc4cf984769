/** Tokens that a page asks a wallet to keep an eye on (EIP-747). */
import * as z from 'zod/mini'

import { WalletError } from '../../shared/errors.js'
import { withNulls } from '../requests/asked.js'
import { parse } from '../rpc/parse.js'
import type { Rpc } from '../rpc/rpc.js'
import { AnyAddress } from '../rpc/schemas.js'
import { isBlank } from '../values/text.js'
import {
  callView,
  cut,
  DECIMALS_CALL,
  NAME_CALL,
  readDecimals,
  readText,
  SYMBOL_CALL,
} from './address-facts.js'

/** Decimals of real tokens are 0 to 24; a contract can say up to 255. */
const MAX_DECIMALS = 36
const MAX_SYMBOL = 11

const TokenSymbol = z.string('a text').check(
  z.minLength(1, `1 to ${MAX_SYMBOL} characters`),
  z.maxLength(MAX_SYMBOL, `1 to ${MAX_SYMBOL} characters`),
  z.refine((text) => !isBlank(text), 'characters that can be seen'),
)
const Decimals = z.pipe(
  z.union([z.int(), z.string().check(z.regex(/^\d{1,2}$/))], `0 to ${MAX_DECIMALS}`),
  z.pipe(
    z.transform((value: string | number) => Number(value)),
    z.number().check(z.gte(0, `0 to ${MAX_DECIMALS}`), z.lte(MAX_DECIMALS, `0 to ${MAX_DECIMALS}`)),
  ),
)
/** Characters. */
const MAX_IMAGE = 4096
const TOKEN_ID = 'a token id in decimal digits'
/** A longer one does not fit into a call: where it is in the list, no balance of the list can be read. */
export const isTokenId = (text: string): boolean =>
  /^\d{1,78}$/.test(text) && BigInt(text) < 2n ** 256n
const TokenId = z.string(TOKEN_ID).check(z.refine(isTokenId, TOKEN_ID))
const symbolAndImage = { symbol: z.optional(TokenSymbol), image: z.optional(z.unknown()) }

const Watch = z.discriminatedUnion(
  'type',
  [
    z.object({
      type: z.literal('ERC20'),
      options: withNulls(
        z.object(
          { address: AnyAddress, decimals: z.optional(Decimals), ...symbolAndImage },
          'an object',
        ),
      ),
    }),
    z.object({
      type: z.enum(['ERC721', 'ERC1155']),
      options: withNulls(
        z.object({ address: AnyAddress, tokenId: TokenId, ...symbolAndImage }, 'an object'),
      ),
    }),
  ],
  '{ type, options }, with type ERC20, ERC721 or ERC1155',
)

/** The stored asset, as shown to the person. */
export interface Asset {
  type: 'ERC20' | 'ERC721' | 'ERC1155'
  /** Checksummed. */
  address: `0x${string}`
  symbol: string
  /** From the contract. */
  name?: string
  /** 0 for indivisible assets. */
  decimals: number
  /** URL, as the page gave it. */
  image?: string
  /** Decimal digits; not of ERC20. */
  tokenId?: string
}

/** The page's request; undefined fields are read from the contract. */
export type AskedAsset = Omit<Asset, 'symbol' | 'decimals'> & {
  symbol: string | undefined
  decimals: number | undefined
}

/** An invalid picture is ignored: the token is useful without one. */
const isImage = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length <= MAX_IMAGE &&
  URL.canParse(value) &&
  /^(https?|data|ipfs):/.test(value)

/**
 * Reads the parameters of `wallet_watchAsset`: an object, or a list with one.
 *
 * @throws {WalletError} `INVALID_ARGUMENT`, naming the field.
 */
export function parseWatchAsset(params: unknown): AskedAsset {
  const { type, options } = parse(Watch, Array.isArray(params) ? params[0] : params, 'params')
  const { address, symbol, image } = options
  const isWhole = 'tokenId' in options
  if (image && !isImage(image)) {
    console.warn(
      `wallet_watchAsset: options.image: expected a URL of at most ${MAX_IMAGE} characters; it is left out.`,
    )
  }
  return {
    type,
    address,
    symbol,
    decimals: isWhole ? 0 : options.decimals,
    ...(isImage(image) && { image }),
    ...(isWhole && { tokenId: String(BigInt(options.tokenId)) }),
  }
}

/**
 * Compares what a page says about a token with what the contract says, if it answers. The name is the contract's alone.
 *
 * @throws {WalletError} `INVALID_ARGUMENT` where they differ, and for what neither says;
 *   `CHAIN_DISCONNECTED`.
 */
export async function checkAsset(rpc: Rpc, asked: AskedAsset): Promise<Asset> {
  const [name, symbol, decimals] = await Promise.all([
    callView(rpc, asked.address, NAME_CALL).then(readText),
    callView(rpc, asked.address, SYMBOL_CALL).then(readText).then(asSymbol),
    asked.type === 'ERC20' ? callView(rpc, asked.address, DECIMALS_CALL).then(readDecimals) : 0,
  ])
  // Few collectibles have one.
  const named = asked.symbol ?? (asked.type === 'ERC20' ? undefined : (symbol ?? ''))
  // Sites write symbols in any case.
  const isSame = symbol !== undefined && named?.toLowerCase() === symbol.toLowerCase()
  return {
    ...asked,
    ...(name && { name: cut(name) }),
    symbol: agree('symbol', isSame ? symbol : named, symbol),
    decimals: agree('decimals', asked.decimals, decimals),
  }
}

function agree<T>(what: string, asked: T | undefined, actual: T | undefined): T {
  const value = asked ?? actual
  if (value === undefined) {
    throw new WalletError(
      'INVALID_ARGUMENT',
      `options.${what}: expected one; the contract has none.`,
    )
  }
  if (actual !== undefined && value !== actual) {
    throw new WalletError('INVALID_ARGUMENT', `options.${what}: expected what the contract says.`)
  }
  return value
}

/** A symbol that a list can hold. */
function asSymbol(text: string | undefined): string | undefined {
  return TokenSymbol.safeParse(text).success ? text : undefined
}
