/** Chains by their id, as EIP-3085 and EIP-3326 name them. */
import * as z from 'zod/mini'

import { WalletError } from '../../shared/errors.js'
import { parse } from '../rpc/parse.js'
import { NATIVE_DECIMALS } from '../values/units.js'
import { type Chain, describedChain, isChainId, type Said } from './networks.js'

/** Nodes that are asked in turn. */
const MAX_URLS = 10
/** Characters. */
export const MAX_CHAIN_NAME = 64
export const MAX_TICKER = 11

/** Reads a chain id. Each number has a single spelling, so that texts can be compared. */
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

const NODE_URL = 'an https URL, or http at localhost'
const NodeUrl = url(
  NODE_URL,
  (at) => (isHttps(at) || (at.protocol === 'http:' && isLocal(at))) && !at.username && !at.password,
)
const WEB_URL = 'an https URL'
const WebUrl = url(WEB_URL, (at) => isHttps(at) || (at.protocol === 'http:' && isLocal(at)))
export const isNodeUrl = (text: unknown): text is string => NodeUrl.safeParse(text).success
export const isWebUrl = (text: unknown): text is string => WebUrl.safeParse(text).success
const ticker = `a text of 1 to ${MAX_TICKER} characters`

/** No upper limit here: a long name is cut off later. */
const Name = z.string('a text').check(z.minLength(1, 'a text'))

const AddParams = z.tuple(
  [
    z.object(
      {
        chainId: ChainId,
        chainName: Name,
        nativeCurrency: z.object(
          {
            name: Name,
            symbol: z.string(ticker).check(z.minLength(1, ticker), z.maxLength(MAX_TICKER, ticker)),
            decimals: z.literal(NATIVE_DECIMALS, `${NATIVE_DECIMALS}`),
          },
          'an object',
        ),
        // The list may contain URLs that this wallet cannot use, since sites write it for many wallets.
        rpcUrls: z
          .array(z.unknown(), 'a list of URLs')
          .check(z.refine((list) => list.some(isNodeUrl), `at least one of ${NODE_URL}`)),
        blockExplorerUrls: z.optional(z.unknown()),
      },
      'an object',
    ),
  ],
  z.unknown(),
  'a list',
)
const SwitchParams = z.tuple([z.object({ chainId: ChainId }, 'an object')], z.unknown(), 'a list')

/** Reads the parameters of `wallet_switchEthereumChain`. @throws {WalletError} `INVALID_ARGUMENT`. */
export const parseSwitchChain = (params: unknown): number =>
  parse(SwitchParams, params, 'params')[0].chainId

/**
 * Reads the parameters of `wallet_addEthereumChain`.
 *
 * @returns The chain, with the first of its nodes; its usable nodes; and the site's names. A known id has its own
 *   names. Unusable entries beside usable ones are logged on the console.
 * @throws {WalletError} `INVALID_ARGUMENT`, naming the field.
 */
export function parseAddChain(params: unknown): {
  chain: Chain
  rpcUrls: string[]
  names: Required<Said>
} {
  const [asked] = parse(AddParams, params, 'params')
  const { chainId, chainName, nativeCurrency } = asked
  const rpcUrls = usable('rpcUrls', asked.rpcUrls, isNodeUrl, NODE_URL)
  const [blockExplorer] = usable('blockExplorerUrls', asked.blockExplorerUrls, isWebUrl, WEB_URL)
  const names = {
    name: cut('chainName', chainName),
    ticker: nativeCurrency.symbol,
    tickerName: cut('nativeCurrency.name', nativeCurrency.name),
  }
  const chain = describedChain({ chainId, rpcUrl: rpcUrls[0]!, blockExplorer }, names)
  return { chain, rpcUrls: rpcUrls.slice(0, MAX_URLS), names }
}

function usable(
  field: string,
  list: unknown,
  isFine: (one: unknown) => one is string,
  what: string,
): string[] {
  if (!Array.isArray(list)) {
    if (list) leftOut(field, 'a list of URLs')
    return []
  }
  return list.filter((one, at): one is string => {
    const isUsable = isFine(one)
    if (!isUsable) leftOut(`${field}.${at}`, what)
    return isUsable
  })
}

function cut(field: string, text: string): string {
  if (text.length > MAX_CHAIN_NAME) leftOut(field, `at most ${MAX_CHAIN_NAME} characters`)
  return text.slice(0, MAX_CHAIN_NAME)
}

const leftOut = (field: string, what: string): void =>
  console.warn(`wallet_addEthereumChain: ${field}: expected ${what}; the rest is used.`)

/**
 * Finds the first node that answers, and checks its chain id.
 *
 * @param askChainId - Asks the node behind a URL.
 * @throws {WalletError} `INVALID_ARGUMENT` if its chain id differs; the error of `askChainId` if no node answers.
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
