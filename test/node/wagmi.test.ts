/** wagmi's own functions with our connector, over our provider: what the wallet answers is the test's. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import {
  connect,
  createConfig,
  disconnect,
  getAccount,
  http,
  reconnect,
  switchChain,
} from '@wagmi/core'
import { mainnet, sepolia } from 'viem/chains'

import { walletEmbed } from '../../components/wagmi.js'
import { Provider, toHexChainId } from '../../src/client/provider/provider.js'
import { ProviderRpcError } from '../../src/shared/errors.js'
import { until } from '../support/until.js'

const ACCOUNT = '0x52908400098527886E0F7030069857D2E4169EE7'

let provider: Provider
let accounts: string[]
let chainId: number
/** What the person, or the wallet, says no to: the number by the method. */
let refusals: Record<string, number>
let asked: string[]

beforeEach(() => {
  accounts = []
  chainId = mainnet.id
  refusals = {}
  asked = []
  const become = (next: string[]) => {
    accounts = next
    provider.emit('accountsChanged', next)
    return next
  }
  const goTo = (hex: string) => {
    chainId = Number(hex)
    provider.emit('chainChanged', hex)
    return null
  }
  provider = new Provider({
    ready: async () => ({ accounts, chainId }) as never,
    open: () => undefined,
    async rpc({ method, params }) {
      asked.push(method)
      const refusal = refusals[method]
      if (refusal) throw new ProviderRpcError(refusal, 'No.')
      const [first] = (params ?? []) as { chainId: string }[]
      if (method === 'eth_requestAccounts') return become([ACCOUNT])
      if (method === 'wallet_revokePermissions') return become([])
      return goTo(first!.chainId)
    },
  })
})

const create = () =>
  createConfig({
    chains: [mainnet, sepolia],
    connectors: [walletEmbed({ provider }, { name: 'Shop wallet' })],
    transports: { [mainnet.id]: http(), [sepolia.id]: http() },
  })

describe("wagmi's connector", () => {
  it('connects, follows the wallet, and disconnects', async () => {
    const config = create()
    const connector = config.connectors[0]!
    assert.equal(connector.name, 'Shop wallet')
    const connected = await connect(config, { connector })
    assert.deepEqual(connected, { accounts: [ACCOUNT], chainId: mainnet.id })
    provider.emit('chainChanged', toHexChainId(sepolia.id))
    assert.equal(getAccount(config).chainId, sepolia.id)
    await disconnect(config)
    assert.deepEqual(accounts, [])
    assert.equal(getAccount(config).status, 'disconnected')
  })

  it('gives capabilities where they are asked for', async () => {
    const config = create()
    const connector = config.connectors[0]!
    const connected = await connect(config, { connector, withCapabilities: true })
    assert.deepEqual(connected.accounts, [{ address: ACCOUNT, capabilities: {} }])
  })

  it('takes up a session, and asks nobody who has none', async () => {
    const config = create()
    assert.deepEqual(await reconnect(config), [])
    accounts = [ACCOUNT]
    assert.deepEqual((await reconnect(config))[0]?.accounts, [ACCOUNT])
    assert.deepEqual(asked, [])
  })

  it('hears of who signs in without it, and of who signs out', async () => {
    const config = create()
    await until('its setup', () => provider.listenerCount('accountsChanged') === 1)
    provider.emit('accountsChanged', [ACCOUNT])
    await until('a connection', () => getAccount(config).address === ACCOUNT)
    provider.emit('accountsChanged', [])
    assert.equal(getAccount(config).status, 'disconnected')
  })

  it('hears of a session that a wallet restores which starts after it has looked', async () => {
    const config = create()
    assert.deepEqual(await reconnect(config), [])
    accounts = [ACCOUNT]
    provider.emit('connect', { chainId: toHexChainId(chainId) })
    await until('a connection', () => getAccount(config).address === ACCOUNT)
    assert.deepEqual(asked, [])
  })

  it('disconnects from a wallet that was taken out of the page, and tells each other failure', async () => {
    const config = create()
    await connect(config, { connector: config.connectors[0]! })
    refusals = { wallet_revokePermissions: -32603 }
    await assert.rejects(disconnect(config), { code: -32603 })
    assert.equal(getAccount(config).status, 'connected')
    refusals = { wallet_revokePermissions: 4900 }
    await disconnect(config)
    assert.equal(getAccount(config).status, 'disconnected')
  })

  it('goes to another chain, and adds one that the wallet does not know', async () => {
    const config = create()
    await connect(config, { connector: config.connectors[0]!, chainId: sepolia.id })
    assert.equal(getAccount(config).chainId, sepolia.id)
    refusals = { wallet_switchEthereumChain: 4902 }
    await switchChain(config, { chainId: mainnet.id })
    assert.equal(getAccount(config).chainId, mainnet.id)
    assert.equal(asked.at(-1), 'wallet_addEthereumChain')
  })

  it("tells a person's no as other connectors do", async () => {
    const config = create()
    const connector = config.connectors[0]!
    const no = { name: 'UserRejectedRequestError' }
    refusals = { eth_requestAccounts: 4001 }
    await assert.rejects(connect(config, { connector }), no)
    refusals = { wallet_switchEthereumChain: 4001 }
    await assert.rejects(connect(config, { connector, chainId: sepolia.id }), no)
    refusals = {}
    await connect(config, { connector })
    refusals = { wallet_switchEthereumChain: 4902, wallet_addEthereumChain: 4001 }
    await assert.rejects(switchChain(config, { chainId: sepolia.id }), no)
  })
})
