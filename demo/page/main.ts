import { loadConfig } from './config.js'
import { onClick } from './dom.js'
import { LoginSection } from './login.js'
import { unknown } from './requests/catalog.js'
import { RequestConsole } from './requests/view.js'
import { offerSettings } from './settings/form.js'
import { LiveWallet } from './settings/live.js'
import { dressPage } from './settings/page.js'
import { SettingsStore } from './settings/settings.js'
import { offerSnippets } from './snippet/view.js'
import { offerTricks } from './tricks.js'
import { offerFirstSteps } from './try.js'
import { createWallet, followWallet } from './wallet.js'

const store = new SettingsStore()
dressPage(store)
const config = await loadConfig()
// As an IP address: to the wallet this is an unknown node, as a developer's own would be.
store.suggestNode(config.rpcUrl.replace('localhost', '127.0.0.1'))

const wallet = createWallet(config, store.value)
const login = new LoginSection(config)
const requests = new RequestConsole(wallet, unknown(config.rpcUrl))
const refresh = followWallet(wallet, config, ({ address, chainId }) =>
  requests.know({ address: address ?? unknown('').address, chainId }),
)
// Play money may have arrived through a different page.
window.addEventListener('focus', () => void refresh())
offerFirstSteps(wallet, config, refresh)
offerTricks(wallet, config, refresh)
offerSettings(store)
offerSnippets(store, config)
onClick('show-home', 'show-result', async () => {
  await wallet.showWallet()
  return undefined
})
onClick('show-topup', 'show-result', async () => {
  await wallet.showWallet('topup')
  return undefined
})
void new LiveWallet(wallet, store, config).start()
void login.start()
window.dispatchEvent(new Event('eip6963:requestProvider'))
