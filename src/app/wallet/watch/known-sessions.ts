/** Notes this session among those of the person, for their other devices to see and to end. */
import { KnownSessions } from '../../stores/known-sessions.js'
import { browserName } from '../../support/browser-name.js'
import type { WalletApp } from '../wallet-app.js'

/** Milliseconds: a session that is used is noted again after this time. */
const AGAIN = 3_600_000

const watched = new WeakMap<WalletApp, { id: string; at: number }>()

/** May be called again. */
export function watchKnownSessions(app: WalletApp): void {
  app.addEventListener('change', onChange)
  note(app)
}

/** A single function for all wallets of a document, so that adding the listener twice has no effect. */
const onChange = ({ target }: Event) => note(target as WalletApp)

function note(app: WalletApp): void {
  const { own, life, site } = app
  const { id, expires } = life.current ?? {}
  const last = watched.get(app)
  const used = Date.now()
  if (!id || !expires || !own.first || (last?.id === id && used - last.at < AGAIN)) return
  watched.set(app, { id, at: used })
  new KnownSessions(own.first).note({ id, site: site ?? '', browser: browserName(), used, expires })
}
