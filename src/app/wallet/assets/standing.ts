import type { ReactiveController, ReactiveControllerHost } from 'lit'

import { describeAddress, type Party } from '../../../chain/parties/parties.js'
import { readHoldings } from '../../../chain/reads/holdings.js'
import { describeTokens, type TokenInfo } from '../../../chain/reads/token-info.js'
import type { Standing } from '../../../chain/standing/standing.js'
import { keepPastEvents, pastEvents } from '../../stores/past-events.js'
import { knownAddressesOf } from '../known-addresses.js'
import type { WalletApp } from '../wallet-app.js'
import { newsOf } from './balance.js'

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

/** What others may spend or take of the account now, for a screen. Looked for when it opens and after a transaction. */
export class StandingController implements ReactiveController {
  found: StandingPermissions | undefined
  /** `unasked`: the node is a site's choice, and is not asked. */
  state: 'asking' | 'done' | 'silent' | 'unasked' = 'asking'
  readonly #host: ReactiveControllerHost & { app: WalletApp }
  #run = 0
  #news = ''

  constructor(host: ReactiveControllerHost & { app: WalletApp }) {
    this.#host = host
    host.addController(this)
  }

  hostConnected(): void {
    // Properties are set right after.
    queueMicrotask(() => {
      const { app } = this.#host
      this.#news = newsOf(app)
      app.addEventListener('change', this.#onChange)
      void this.look()
    })
  }

  hostDisconnected(): void {
    this.#run++
    this.#host.app.removeEventListener('change', this.#onChange)
  }

  /** Asks the node, and looks further back if it has not seen all. */
  async look(): Promise<void> {
    const { app } = this.#host
    const { address } = app
    const run = ++this.#run
    if (!address) return
    if (!app.chain.nodeUrl) {
      this.#show('unasked')
      return
    }
    this.#show('asking')
    try {
      const found = await find(app, address)
      if (run !== this.#run) return
      this.found = found
      this.#show('done')
    } catch {
      if (run === this.#run) this.#show('silent')
    }
  }

  #onChange = (): void => {
    const news = newsOf(this.#host.app)
    this.#host.requestUpdate()
    if (news === this.#news) return
    this.#news = news
    void this.look()
  }

  #show(state: StandingController['state']): void {
    this.state = state
    this.#host.requestUpdate()
  }
}

/** @throws {WalletError | ProviderRpcError} If the node does not answer. */
async function find(app: WalletApp, address: `0x${string}`): Promise<StandingPermissions> {
  const { node, chain } = app
  // ABIs: a chunk that only these screens need.
  const [{ lookBack }, { standingOf, topicsOf }] = await Promise.all([
    import('../../../chain/standing/past-logs.js'),
    import('../../../chain/standing/standing.js'),
  ])
  const known = pastEvents(app)
  const past = await lookBack(node, topicsOf(address), known, known ? LATER : FIRST)
  keepPastEvents(app, past)
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

/** Of a block, Unix time in milliseconds; 0 if the node does not say. */
async function timeOf({ node }: WalletApp, block: number): Promise<number> {
  const number = `0x${block.toString(16)}`
  const answer = await node.request('eth_getBlockByNumber', [number, false]).catch(() => null)
  const { timestamp } = (answer ?? {}) as { timestamp?: unknown }
  return typeof timestamp === 'string' && /^0x[0-9a-f]{1,10}$/i.test(timestamp)
    ? Number(timestamp) * 1000
    : 0
}

const unique = <T>(all: readonly T[]): T[] => [...new Set(all)]
