import { loadConfig } from './config.js'
import { describe, setText } from './dom.js'
import { log } from './log.js'
import { startLoginClient } from './login.js'
import { offerRequests } from './requests.js'
import { offerCopies } from './snippets.js'
import { createWallet, show } from './wallet.js'

offerCopies()
const config = await loadConfig()
const { chainId } = config
const wallet = createWallet(config)
offerRequests(wallet, chainId)
wallet.init({ buildEnv: 'development', network: { host: 'localhost', chainId } }).then(
  () => show(wallet),
  (error) => fail('wallet', error),
)
startLoginClient(config).catch((error) => fail('client', error))

function fail(part: 'wallet' | 'client', error: unknown): void {
  setText(`${part}-state`, 'Not available')
  log(part, 'init failed', describe(error))
}
