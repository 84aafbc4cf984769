/** Present permissions of others, for a screen. */
import { isPermit2 } from '../../../chain/parties/known-contracts.js'
import { describeAddress, type Party } from '../../../chain/parties/parties.js'
import type { Standing } from '../../../chain/past/standing.js'
import { readHoldings } from '../../../chain/reads/holdings.js'
import { describeTokens, type TokenInfo } from '../../../chain/reads/token-info.js'
import { listedTokens } from '../../operator-files/token-lists.js'
import { assetsOf } from '../../stores/assets.js'
import { knownAddressesOf } from '../known-addresses.js'
import { knownPast, lookOn, timeOf } from './look-back.js'
import type { Looked } from './looking.js'

/** Questions for events that the node is asked, the first time and later. */
const FIRST = 6
const LATER = 5
/** Most contracts and addresses whose names are read. */
const MAX_NAMED = 30

export interface StandingPermissions {
  list: Standing[]
  /** There are more than are listed. */
  hasMore: boolean
  /** Contracts of the operator's lists and the person's own tokens, in lower case. */
  known: ReadonlySet<string>
  /** Unix time in milliseconds from which the events were searched; absent if all were. */
  since?: number
  /** By lower-case address. */
  parties: Map<string, Party>
  tokens: Map<string, TokenInfo>
  /** The account's balances of these tokens, by lower-case address. */
  held: Map<string, bigint>
}

/** @throws {WalletError | ProviderRpcError} If the node does not answer. */
export async function findStanding(looked: Looked): Promise<StandingPermissions> {
  const { app, node, chain, address } = looked
  const { standingOf, topicsOf } = await import('../../../chain/past/standing.js')
  const questions = knownPast(looked, 'given') ? LATER : FIRST
  const own = assetsOf(app).of({ account: address, chainId: chain.chainId })
  const listed = [...(await listedTokens(chain.chainId)), ...own]
  const known = new Set(listed.map((one) => one.address.toLowerCase()))
  const isTrusted = (contract: string) => known.has(contract) || isPermit2(contract)
  const past = await lookOn(looked, 'given', { topics: topicsOf(address), questions, isTrusted })
  const now = BigInt(Math.floor(Date.now() / 1000))
  const { list, hasMore } = await standingOf(node, past.logs, address, now, known)
  const contracts = unique(list.flatMap(({ permission }) => permission.contract ?? []))
  const spenders = unique(list.map(({ permission }) => permission.to))
  const people = knownAddressesOf({ chains: { current: chain }, own: app.own, core: app.core })
  const [tokens, parties, since] = await Promise.all([
    describeTokens(node, contracts.slice(0, MAX_NAMED)).catch(() => []),
    Promise.all(
      spenders.slice(0, MAX_NAMED).map((one) => describeAddress(node, one, chain.chainId, people)),
    ),
    past.from ? timeOf(looked, past.from) : undefined,
  ])
  return {
    list,
    hasMore: hasMore || !!past.isCut,
    known,
    ...(since !== undefined && { since }),
    parties: new Map(parties.map((one) => [one.address.toLowerCase(), one])),
    tokens: new Map(tokens.map((one) => [one.address.toLowerCase(), one])),
    held: await heldOf(looked, tokens),
  }
}

async function heldOf(
  { node, address }: Looked,
  tokens: readonly TokenInfo[],
): Promise<Map<string, bigint>> {
  const assets = tokens
    .filter(({ standard }) => standard === 'ERC-20')
    .map(({ address: of, decimals, symbol = '' }) => ({
      ...{ type: 'ERC20' as const, address: of, symbol, decimals },
    }))
  const held = await readHoldings(node, address, assets).catch(() => [])
  return new Map(
    held.flatMap(({ asset, amount }) =>
      amount === undefined ? [] : [[asset.address.toLowerCase(), amount] as const],
    ),
  )
}

const unique = <T>(all: readonly T[]): T[] => [...new Set(all)]
