/** The accounts that a site saw last, so that they are picked already when it connects again. */
import type { Account } from '../session/accounts.js'
import { keepSeenAccounts, seenAccounts } from '../stores/seen-accounts.js'
import type { WalletApp } from './wallet-app.js'

/** Notes which accounts the site sees, and each change. May be called again. */
export function watchSiteAccounts(app: WalletApp): void {
  app.addEventListener('change', onChange)
  note(app)
}

/** The accounts to choose from when a site connects: plain data, so that it can be sent to a window. */
export interface AccountChoice {
  accounts: Account[]
  /** Accounts that are selected at first. */
  picked: `0x${string}`[]
  /** No account can be added. */
  isFull: boolean
}

export const accountChoice = ({ site, own }: Pick<WalletApp, 'site' | 'own'>): AccountChoice => ({
  accounts: own.all,
  picked: accountsToPick({ site, own }),
  isFull: own.isFull,
})

/** The accounts to pick for the site: those that it sees or saw last, else the one in use. */
function accountsToPick({ site, own }: Pick<WalletApp, 'site' | 'own'>): `0x${string}`[] {
  const { given, first, all, chosen } = own
  const indices = seenAccounts(first)?.[site ?? ''] ?? []
  const seen = indices.flatMap((index) => all[index]?.address ?? [])
  const picked = [given, seen, chosen ? [chosen] : []]
  return picked.find(({ length }) => length > 0) ?? []
}

/** Whether the site sees an account, but not the one in use. */
export const isHiddenFromSite = ({ site, own }: Pick<WalletApp, 'site' | 'own'>): boolean =>
  !!site && own.given.length > 0 && own.given[0] !== own.chosen

/** A single function for all wallets of a document, so that adding the listener twice has no effect. */
const onChange = ({ target }: Event) => note(target as WalletApp)

/** What was noted for a wallet. A different device may note others: two that correct each other would never rest. */
const noted = new WeakMap<WalletApp, string>()

function note(app: WalletApp): void {
  const { site, own } = app
  const { given, first } = own
  if (!site || !given.length || noted.get(app) === String(given)) return
  noted.set(app, String(given))
  const before = seenAccounts(first) ?? {}
  const seen = given.map((address) => own.indexOf(address))
  if (String(seen) === String(before[site])) return
  keepSeenAccounts(first, { ...before, [site]: seen })
}
