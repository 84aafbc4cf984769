/** How far back an account's events were looked at, by kind, so that the next look goes on from there. */
import * as z from 'zod/mini'
import type { Chain } from '../../chain/networks/networks.js'
import type { Past } from '../../chain/past/past-logs.js'
import { Data } from '../../chain/rpc/schemas.js'
import type { SiteStore } from '../sites/site-store.js'

const ITEM = 'past-events'
/** An account with more events is searched from the start each time. */
const MAX_LOGS = 300
/** The oldest make room. */
const MAX_KEPT = 12

const Kept = z.object({
  /** Account, chain and kind. */
  of: z.string(),
  logs: z.array(
    z.object({
      ...{ address: z.string(), topics: z.array(z.string()), data: Data },
      ...{ block: z.optional(z.int()), index: z.optional(z.int()) },
      ...{ time: z.optional(z.int()), hash: z.optional(z.string()) },
    }),
  ),
  from: z.int(),
  to: z.int(),
  span: z.int(),
  isCut: z.optional(z.boolean()),
})

interface Account {
  address: string
  chain: Chain
  store: SiteStore
}

/** Given permissions; received tokens, and separately those of ERC-1155. */
export type EventKind = 'given' | 'came' | 'came-1155'

export function pastEvents(account: Account, kind: EventKind): Past | undefined {
  const { of: _, ...past } = all(account).find(({ of }) => of === nameOf(account, kind)) ?? {}
  return 'logs' in past ? (past as Past) : undefined
}

export function keepPastEvents(account: Account, kind: EventKind, past: Past): void {
  const of = nameOf(account, kind)
  const others = all(account).filter((one) => one.of !== of)
  const own = past.logs.length > MAX_LOGS ? [] : [{ of, ...past }]
  account.store.set(ITEM, [...others, ...own].slice(-MAX_KEPT))
}

const all = ({ store }: Account) => store.get(ITEM, z.array(Kept)) ?? []

const nameOf = ({ address, chain }: Account, kind: EventKind): string =>
  [address, chain.chainId, kind].join().toLowerCase()
