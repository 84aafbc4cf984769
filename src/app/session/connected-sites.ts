/** The connected sites in this storage. If the browser partitions storage by site, there is only one. */

import { permissionsOf } from '../sites/site-permissions.js'
import { SiteStore } from '../sites/site-store.js'
import { givenTo } from './accounts.js'
import type { Session } from './session.js'

export interface ConnectedSite {
  origin: string
  /** The accounts that it may see. */
  accounts: `0x${string}`[]
  /** Unix time in milliseconds. */
  date: number | undefined
}

/** @param isLasting - The session is kept longer than the tab. */
export function connectedSites(
  current: Readonly<Session> | undefined,
  isLasting: boolean,
): ConnectedSite[] {
  return (current?.connected ?? []).map((origin) => {
    const accounts = givenTo(current!, origin)
    const store = new SiteStore(isLasting, origin)
    const [permission] = permissionsOf(store, origin, accounts)
    return { origin, accounts, date: permission?.date }
  })
}
