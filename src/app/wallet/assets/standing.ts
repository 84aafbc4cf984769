/** What others may spend or take of the account now, for a screen. */
import { describeAddress, type Party } from '../../../chain/parties/parties.js'
import type { Standing } from '../../../chain/past/standing.js'
import { readHoldings } from '../../../chain/reads/holdings.js'
import { describeTokens, type TokenInfo } from '../../../chain/reads/token-info.js'
import { pastEvents } from '../../stores/past-events.js'
import { knownAddressesOf } from '../known-addresses.js'
import type { WalletApp } from '../wallet-app.js'
import { lookOn, timeOf } from './look-back.js'

/** Questions for events that the node is asked, the first time and later. */
const FIRST = 6
const LATER = 5
/** Tokens whose names are read. */
const MAX_NAMED = 30

export interface StandingPermissions {
  list: Standing[]
  /** There are more than are listed. */
  hasMore: boolean
  /** Unix time in milliseconds: what was given before was not looked for. Absent: all was. */
  since?: number
  /** By lower-case address. */
  parties: Map<string, Party>
  tokens: Map<string, TokenInfo>
  /** What the account has of the tokens, likewise. */
  held: Map<string, bigint>
}

/** @throws {WalletError | ProviderRpcError} If the node does not answer. */
export async function findStanding(
  app: WalletApp,
  address: `0x${string}`,
): Promise<StandingPermissions> {
  const { node, chain } = app
  const { standingOf, topicsOf } = await import('../../../chain/past/standing.js')
  const questions = pastEvents(app, 'given') ? LATER : FIRST
  const past = await lookOn(app, 'given', topicsOf(address), questions)
  const now = BigInt(Math.floor(Date.now() / 1000))
  const { list, hasMore } = await standingOf(node, past.logs, address, now)
  const contracts = unique(list.flatMap(({ permission }) => permission.contract ?? []))
  const spenders = unique(list.map(({ permission }) => permission.to))
  const people = knownAddressesOf(app)
  const named = contracts.slice(0, MAX_NAMED)
  const [tokens, parties, since] = await Promise.all([
    describeTokens(node, named).catch(() => []),
    Promise.all(spenders.map((one) => describeAddress(node, one, chain.chainId, people))),
    past.from ? timeOf(app, past.from) : undefined,
  ])
  return {
    list,
    hasMore,
    ...(since !== undefined && { since }),
    parties: new Map(parties.map((one) => [one.address.toLowerCase(), one])),
    tokens: new Map(tokens.map((one) => [one.address.toLowerCase(), one])),
    held: await heldOf(app, address, tokens),
  }
}

async function heldOf(
  { node }: WalletApp,
  address: string,
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
