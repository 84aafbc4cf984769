/** Chains by their id, as EIP-3085 and EIP-3326 name them. */
import * as z from 'zod/mini'

import { WalletError } from '../../shared/errors.js'
import { parse } from '../rpc/parse.js'
import { NATIVE_DECIMALS } from '../values/units.js'
import { type Chain, describedChain, isChainId } from './networks.js'

const MAX_URLS = 10
/** Characters. */
export const MAX_CHAIN_NAME = 64
export const MAX_TICKER = 11

/** As a number. One way to write each, so that a comparison of texts holds. */
export const ChainId = z.pipe(
  z
    .string('a chain id in hex')
    .check(z.regex(/^0x[1-9a-fA-F][0-9a-fA-F]{0,13}$/, 'a chain id in hex, without leading zeros')),
  z.pipe(
    z.transform((text: string) => Number(text)),
    z.number().check(z.refine(isChainId, 'a chain id that a number can hold')),
  ),
)

const url = (what: string, isFine: (url: URL) => boolean) =>
  z.string(what).check(
    z.maxLength(2048, what),
    z.refine((text) => URL.canParse(text) && isFine(new URL(text)), what),
  )
const isLocal = ({ hostname }: URL): boolean =>
  /^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
const isHttps = ({ protocol }: URL): boolean => protocol === 'https:'

const NodeUrl = url(
  'an https URL, or http at localhost',
  (at) => (isHttps(at) || (at.protocol === 'http:' && isLocal(at))) && !at.username && !at.password,
)
const WebUrl = url('an https URL', (at) => isHttps(at) || (at.protocol === 'http:' && isLocal(at)))
export const isNodeUrl = (text: string): boolean => NodeUrl.safeParse(text).success
export const isWebUrl = (text: string): boolean => WebUrl.safeParse(text).success
const urls = <T extends z.ZodMiniType>(one: T) =>
  z.array(one, 'a list of URLs').check(z.maxLength(MAX_URLS, `at most ${MAX_URLS} URLs`))
const name = (max: number) => {
  const what = `a text of 1 to ${max} characters`
  return z.string(what).check(z.minLength(1, what), z.maxLength(max, what))
}

const AddParams = z.tuple(
  [
    z.object(
      {
        chainId: ChainId,
        chainName: name(MAX_CHAIN_NAME),
        nativeCurrency: z.object(
          {
            name: name(64),
            symbol: name(MAX_TICKER),
            decimals: z.literal(NATIVE_DECIMALS, `${NATIVE_DECIMALS}`),
          },
          'an object',
        ),
        rpcUrls: urls(NodeUrl).check(z.minLength(1, 'at least one URL')),
        blockExplorerUrls: z.optional(z.nullable(urls(WebUrl))),
        iconUrls: z.optional(z.nullable(urls(WebUrl))),
      },
      'an object',
    ),
  ],
  z.unknown(),
)
const SwitchParams = z.tuple([z.object({ chainId: ChainId }, 'an object')], z.unknown())

/** Reads the parameters of `wallet_switchEthereumChain`. @throws {WalletError} `INVALID_ARGUMENT`. */
export const parseSwitchChain = (params: unknown): number =>
  parse(SwitchParams, params, 'params')[0].chainId

/**
 * Reads the parameters of `wallet_addEthereumChain`.
 *
 * @returns The chain, with the first of its nodes; and all of them. A known id has its own names, not the site's.
 * @throws {WalletError} `INVALID_ARGUMENT`, naming the field.
 */
export function parseAddChain(params: unknown): { chain: Chain; rpcUrls: string[] } {
  const [{ chainId, chainName, nativeCurrency, rpcUrls, blockExplorerUrls }] = parse(
    AddParams,
    params,
    'params',
  )
  const { name: tickerName, symbol: ticker } = nativeCurrency
  const [rpcUrl = ''] = rpcUrls
  const described = { chainId, rpcUrl, blockExplorer: blockExplorerUrls?.[0] }
  return { chain: describedChain(described, { name: chainName, ticker, tickerName }), rpcUrls }
}

/**
 * The first node that answers, if it is one of this chain.
 *
 * @param askChainId - Asks the node behind a URL.
 * @throws {WalletError} `INVALID_ARGUMENT` if its chain id is another; what `askChainId` throws if none answers.
 */
export async function checkNodes(
  chainId: number,
  rpcUrls: string[],
  askChainId: (url: string) => Promise<bigint>,
): Promise<string> {
  let failure: unknown
  for (const url of rpcUrls) {
    let actual: bigint
    try {
      actual = await askChainId(url)
    } catch (error) {
      failure = error
      continue
    }
    if (actual === BigInt(chainId)) return url
    throw new WalletError('INVALID_ARGUMENT', `chainId: expected ${actual}, which is the node's.`)
  }
  throw failure
}
