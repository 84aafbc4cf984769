import { loadConfig } from './config.js'
import { describe } from './dom.js'
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
  (error) => log('wallet', 'init failed', describe(error)),
)
startLoginClient(config).catch((error) => log('loginClient', 'init failed', describe(error)))
