/** Where the wallet's "Top up" leads on a developer's machine. */
import { loadConfig } from './config.js'
import { byId, onClick } from './dom.js'
import { fund } from './node.js'

const config = await loadConfig()
const field = byId<HTMLInputElement>('address')
field.value = new URLSearchParams(location.search).get('address') ?? ''

onClick('fund', 'result', async () => {
  const address = field.value.trim()
  if (!/^0x[0-9a-f]{40}$/i.test(address)) throw new Error('An address is 0x and 40 digits.')
  await fund(config.rpcUrl, address)
  return 'Done: 10 ETH more. You can close this page.'
})
