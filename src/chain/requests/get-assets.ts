/** Reads a page's request for an account's assets: https://eips.ethereum.org/EIPS/eip-7811 */
import * as z from 'zod/mini'

import { parse } from '../rpc/parse.js'
import { AnyAddress } from '../rpc/schemas.js'

/** Chains, and assets of a chain, that a page may name. */
const MAX_NAMED = 100

const ChainId = z
  .string('a chain id in hexadecimal')
  .check(z.regex(/^0x[0-9a-f]{1,13}$/i, 'a chain id in hexadecimal'))
const Named = z.object({
  address: z.union([z.literal('native'), AnyAddress], 'an address, or native'),
  type: z.string('a type such as erc20'),
})
const listOf = <T extends z.ZodMiniType>(one: T, what: string) =>
  z.array(one, what).check(z.maxLength(MAX_NAMED, `at most ${MAX_NAMED}`))

const Request = z.object(
  {
    account: AnyAddress,
    assetFilter: z.optional(z.record(ChainId, listOf(Named, 'a list of assets'))),
    assetTypeFilter: z.optional(listOf(z.string('a type such as erc20'), 'a list of types')),
    chainFilter: z.optional(listOf(ChainId, 'a list of chain ids')),
  },
  'an object with account',
)

export interface AssetQuery {
  account: string
  /** Whether assets of this chain are asked for at all. */
  hasChain(chainId: number): boolean
  /** @param address - Of a contract; `native`: the chain's coin. @param type - `native`, `erc20`, `erc721`. */
  has(chainId: number, address: string, type: string): boolean
}

/** @throws {WalletError} `INVALID_ARGUMENT`, naming the field. */
export function parseGetAssets(params: unknown): AssetQuery {
  const [{ account, assetFilter, assetTypeFilter, chainFilter }] = parse(
    z.tuple([Request], z.unknown(), 'a list'),
    params,
    'params',
  )
  if (!assetFilter) {
    const chains = chainFilter?.map(Number)
    return {
      account,
      hasChain: (chainId) => chains?.includes(chainId) ?? true,
      has: (_, __, type) => assetTypeFilter?.includes(type) ?? true,
    }
  }
  // `assetFilter` overrides the two other filters.
  const named = new Map(Object.entries(assetFilter).map(([id, assets]) => [Number(id), assets]))
  return {
    account,
    hasChain: (chainId) => named.has(chainId),
    has: (chainId, address, type) =>
      !!named
        .get(chainId)
        ?.some((one) => one.type === type && one.address.toLowerCase() === address.toLowerCase()),
  }
}
