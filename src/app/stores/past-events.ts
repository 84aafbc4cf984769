/** How far back an account's events were looked at, so that the next look goes on from there. */
import * as z from 'zod/mini'

import { Data } from '../../chain/rpc/schemas.js'
import type { Past } from '../../chain/standing/past-logs.js'
import type { Account } from './last-amounts.js'

const ITEM = 'past-events'
/** An account with more is looked at anew each time. */
const MAX_LOGS = 300
/** Accounts on chains: the oldest make room. */
const MAX_KEPT = 6

const Kept = z.object({
  /** Account and chain. */
  of: z.string(),
  logs: z.array(z.object({ address: z.string(), topics: z.array(z.string()), data: Data })),
  from: z.int(),
  to: z.int(),
  span: z.int(),
})

export function pastEvents(account: Account): Past | undefined {
  const { of: _, ...past } = all(account).find(({ of }) => of === nameOf(account)) ?? {}
  return 'logs' in past ? (past as Past) : undefined
}

export function keepPastEvents(account: Account, past: Past): void {
  const of = nameOf(account)
  const others = all(account).filter((one) => one.of !== of)
  const own = past.logs.length > MAX_LOGS ? [] : [{ of, ...past }]
  account.store.set(ITEM, [...others, ...own].slice(-MAX_KEPT))
}

const all = ({ store }: Account) => store.get(ITEM, z.array(Kept)) ?? []

const nameOf = ({ address, chain }: Account): string =>
  [address, chain.chainId].join().toLowerCase()
