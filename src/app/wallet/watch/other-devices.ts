/** Keeps this wallet in step with the person's other devices, for as long as the page lives. */
import { findLanguage } from '../../appearance/locale/languages.js'
import { loadOwnTheme } from '../../appearance/own-theme.js'
import { keptAccounts } from '../../session/accounts.js'
import { loadPreference } from '../../support/preferences.js'
import { Sync } from '../../sync/sync.js'
import type { WalletApp } from '../wallet-app.js'

const known = new WeakMap<WalletApp, Sync>()

/** The sync of a wallet, shared by all its screens. */
export function syncOf(app: WalletApp): Sync {
  const sync = known.get(app) ?? watch(app)
  known.set(app, sync)
  return sync
}

function watch(app: WalletApp): Sync {
  const sync = new Sync({
    current() {
      const { first } = app.own
      return first && { first, sign: (method, params) => app.own.sign(method, params) }
    },
    onRound: () => void takeOver(app).catch(() => {}),
  })
  app.addEventListener('change', () => sync.look())
  return sync
}

/** Applies to the screens what sync has written to the storage. */
async function takeOver(app: WalletApp): Promise<void> {
  const { appearance, own } = app
  const language = findLanguage([loadPreference('language')])?.language
  if (language !== appearance.own) await app.chooseLanguage(language)
  const theme = loadOwnTheme()
  if (theme !== appearance.ownTheme) await appearance.chooseTheme(theme)
  const { count = 1 } = keptAccounts(own.first) ?? {}
  if (count > own.all.length) {
    const { addresses } = await own.sign('addresses', { count })
    const isMore = addresses[0] === own.first && addresses.length > own.all.length
    if (isMore) app.life.change({ addresses })
  }
  app.dispatchEvent(new Event('change'))
}
