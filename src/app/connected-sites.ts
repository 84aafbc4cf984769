/** The sites whose connection this storage knows. Where browsers part storage by site, that is one. */
import { givenTo } from './accounts.js'
import { permissionsOf } from './permissions.js'
import { SiteStore } from './site-store.js'
import type { WalletApp } from './wallet-app.js'

export interface ConnectedSite {
  origin: string
  /** What it may see. */
  accounts: `0x${string}`[]
  /** Unix time in milliseconds. */
  date: number | undefined
}

export function connectedSites({ life, params }: WalletApp): ConnectedSite[] {
  const { current } = life
  return (current?.connected ?? []).map((origin) => {
    const accounts = givenTo(current!, origin)
    const store = new SiteStore(params.useLocalStorage ?? false, origin)
    const [permission] = permissionsOf(store, origin, accounts)
    return { origin, accounts, date: permission?.date }
  })
}
