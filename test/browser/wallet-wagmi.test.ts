/** wagmi lists the wallet, whichever of the two a page starts first. */

import { expect } from '@open-wc/testing'
import { type CreateConnectorFn, connect, createConfig, createStorage, http } from '@wagmi/core'
import { defineChain } from 'viem'

import { walletEmbed } from '../../components/wagmi.js'
import type { Wallet } from '../../src/wallet.js'
import { ACCOUNT } from './stand-in/orders.js'
import { createWallet } from './support.js'

const chain = defineChain({
  id: 31_337,
  name: 'Sample',
  nativeCurrency: { name: 'Sample', symbol: 'SMP', decimals: 18 },
  rpcUrls: { default: { http: ['http://localhost:1'] } },
})
const create = (connectors: CreateConnectorFn[] = []) =>
  createConfig({
    chains: [chain],
    connectors,
    transports: { [chain.id]: http() },
    storage: createStorage({ storage: localStorage }),
  })
const listed = (config: ReturnType<typeof create>) => config.connectors.map(({ id }) => id)

describe('wagmi', () => {
  let wallet: Wallet

  beforeEach(() => {
    wallet = createWallet()
  })
  afterEach(() => wallet.cleanUp())

  it('lists a wallet that is started in the same task, after it', async () => {
    const config = create()
    await wallet.init()
    expect(listed(config)).to.deep.equal(['dev.wallet-embed'])
  })

  it('lists a wallet that is started in the same task, before it', async () => {
    const starting = wallet.init()
    const config = create()
    await starting
    expect(listed(config)).to.deep.equal(['dev.wallet-embed'])
  })

  it('lists a wallet once that has a connector, by the name of the connector, and signs in by it', async () => {
    for (const isThere of [false, true]) {
      if (isThere) await wallet.init()
      const config = create([walletEmbed(wallet, { name: 'Shop wallet' })])
      await wallet.init()
      expect(config.connectors.map(({ id, name }) => [id, name])).to.deep.equal([
        ['dev.wallet-embed', 'Shop wallet'],
      ])
      const { accounts } = await connect(config, { connector: config.connectors[0]! })
      expect(accounts).to.deep.equal([ACCOUNT])
      await wallet.logout()
    }
  })

  it('takes a tag whose script comes last', async () => {
    const tag = document.createElement('late-wallet')
    document.body.append(tag)
    const config = create([walletEmbed(tag as HTMLElement & Pick<Wallet, 'provider'>)])
    const [connector] = config.connectors
    const isAuthorized = connector!.isAuthorized()
    const connecting = connect(config, { connector: connector! })
    class LateWallet extends HTMLElement {
      readonly provider = wallet.provider
    }
    customElements.define('late-wallet', LateWallet)
    await wallet.init()
    expect(await isAuthorized).to.equal(false)
    expect((await connecting).accounts).to.deep.equal([ACCOUNT])
    await wallet.logout()
    expect(config.state.status).to.equal('disconnected')
    tag.remove()
  })

  it('lists a wallet that was there before', async () => {
    await wallet.init()
    expect(listed(create())).to.deep.equal(['dev.wallet-embed'])
  })
})
