/** The page with nothing but the tag: what the playground's settings make of it, and no more. */
import { loadConfig } from './config.js'
import { byId, make } from './dom.js'
import { dressPage } from './settings/page.js'
import { chosen } from './settings/params.js'
import { SettingsStore } from './settings/settings.js'
import { highlight } from './snippet/highlight.js'
import { OWN_BUTTON, snippet } from './snippet/snippets.js'

const store = new SettingsStore()
dressPage(store)
const config = await loadConfig()
const { value: settings } = store
const { live, start } = chosen(settings, config)
byId('snippet').replaceChildren(...highlight(snippet('cdn', settings, { live, start }, config)))

// Before its class is defined: properties set by then count from the start.
const tag = document.createElement('wallet-embed')
Object.assign(tag, live, start, {
  walletUrl: config.walletUrl,
  buttonPosition: settings.buttonPosition,
  hideButton: !settings.showButton,
})
if (settings.ownButton) tag.append(make('button', { type: 'button', slot: 'button' }, OWN_BUTTON))
document.body.append(tag)
await import('../../components/wallet-embed/wallet-embed.define.js')
