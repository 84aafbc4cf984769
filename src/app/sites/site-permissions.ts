/** Whether a site may see the accounts, in the form of EIP-2255. */
import * as z from 'zod/mini'

import type { SiteStore } from './site-store.js'

const ITEM = 'permission'
/** Time of the last permission. Kept when the permission is revoked. */
export const BEFORE = 'connected'
/** Accounts whose assets the site may ask for, in one session. */
const ASSETS = 'shown-assets'
const Grant = z.object({ id: z.string(), date: z.number() })
const Shown = z.object({ session: z.string(), accounts: z.array(z.string()) })

/** EIP-2255, with the `id` and `date` that MetaMask adds. */
export interface Permission {
  id: string
  parentCapability: 'eth_accounts'
  /** Origin of the site. */
  invoker: string
  caveats: { type: 'restrictReturnedAccounts'; value: `0x${string}`[] }[]
  /** Unix time in milliseconds. */
  date: number
}

/** Permissions of a site for these accounts; undefined if it sees none. */
export function permissionsOf(
  store: SiteStore,
  invoker: string,
  accounts: readonly `0x${string}`[],
): Permission[] {
  if (!accounts.length) return []
  const { id, date } = store.get(ITEM, Grant) ?? grant(store)
  const caveats = [{ type: 'restrictReturnedAccounts' as const, value: [...accounts] }]
  return [{ id, parentCapability: 'eth_accounts', invoker, caveats, date }]
}

/** Notes that the person agreed just now. */
export function grant(store: SiteStore): z.output<typeof Grant> {
  const made = { id: crypto.randomUUID(), date: Date.now() }
  store.set(ITEM, made)
  store.set(BEFORE, made.date)
  return made
}

export function revoke(store: SiteStore): void {
  store.set(ITEM, undefined)
  store.set(ASSETS, undefined)
}

/** Whether the person agreed, in this session, that the site may read the account's assets. */
export const seesAssets = (store: SiteStore, account: string, session = ''): boolean =>
  shown(store, session).includes(account)

export function showAssets(store: SiteStore, account: string, session = ''): void {
  store.set(ASSETS, { session, accounts: [...new Set([...shown(store, session), account])] })
}

function shown(store: SiteStore, session: string): string[] {
  const kept = store.get(ASSETS, Shown)
  return kept?.session === session ? kept.accounts : []
}
