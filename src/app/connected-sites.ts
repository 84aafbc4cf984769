/** The sites whose connection this storage knows. Where browsers part storage by site, that is one. */
import { givenTo } from './accounts.js'
import { permissionsOf } from './permissions.js'
import type { Session } from './session.js'
import { SiteStore } from './site-store.js'

export interface ConnectedSite {
  origin: string
  /** What it may see. */
  accounts: `0x${string}`[]
  /** Unix time in milliseconds. */
  date: number | undefined
}

export function connectedSites(
  session: Readonly<Session> | undefined,
  isLasting: boolean,
): ConnectedSite[] {
  return (session?.connected ?? []).map((origin) => {
    const accounts = givenTo(session!, origin)
    const [permission] = permissionsOf(new SiteStore(isLasting, origin), origin, accounts)
    return { origin, accounts, date: permission?.date }
  })
}
