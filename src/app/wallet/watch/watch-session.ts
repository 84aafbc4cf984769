import { watchSiteAccounts } from '../site-accounts.js'
import type { WalletApp } from '../wallet-app.js'
import { watchEnd } from './ended-elsewhere.js'
import { watchKnownSessions } from './known-sessions.js'
import { watchLogins } from './last-login.js'
import { syncOf } from './other-devices.js'

/** Records sign-ins and what the site sees, and syncs with other devices. May be called again. */
export function watchSession(app: WalletApp): void {
  void watchLogins(app)
  watchEnd(app)
  watchKnownSessions(app)
  watchSiteAccounts(app)
  syncOf(app)
}
