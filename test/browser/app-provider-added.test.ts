import { expect } from '@open-wc/testing'
import { assetsOf } from '../../src/app/stores/assets.js'
import type { WalletApp } from '../../src/app/wallet/wallet-app.js'
import type { Transport } from '../../src/chain/rpc/rpc.js'
import { ProviderRpcError } from '../../src/shared/errors.js'
import { ADDED, approve, CALLS, last, setUp, viaPage } from './app-provider-support.js'
import { ADDRESS, CHAIN, createApp, OTHER, rpcCodeOf, sentHash, signedIn } from './app-support.js'
import { until } from './support.js'

const receipt = (own: object = {}) => ({
  logs: [],
  status: '0x1',
  blockHash: '0x01',
  blockNumber: '0x02',
  gasUsed: '0x5208',
  transactionHash: '0xaa',
  from: ADDRESS,
  ...own,
})

/** The chain with which the wallet begins. */
async function startOf({ chains }: WalletApp, network?: { host: string }): Promise<number> {
  await chains.start(network)
  return chains.current.chainId
}

describe('a chain that a site added', () => {
  beforeEach(() => sessionStorage.clear())
  after(() => sessionStorage.clear())

  it('is there after a reload, and in use while the page names the same network', async () => {
    const { app } = setUp()
    const add = app.core.rpc('wallet_addEthereumChain', [ADDED])
    await approve(app, 'addChain')
    await add
    const { app: later } = createApp({ viaPage })
    expect(await startOf(later)).to.equal(12_345)
    expect(await startOf(later, { host: 'localhost' })).to.equal(31_337)
    const elsewhere = createApp({ site: 'https://other.example.test' }).app
    expect(await startOf(elsewhere)).to.equal(31_337)
    expect(elsewhere.chains.find(12_345)).to.equal(undefined)
  })

  it('is not one of the operator’s: those keep their node and their names', async () => {
    const asked: string[] = []
    const liar: Transport = async (url) => {
      asked.push(url)
      return '0x7a69'
    }
    const { app } = signedIn({ viaPage: liar })
    const params = [{ ...ADDED, chainId: '0x7a69', chainName: 'Free money' }]
    expect(await app.core.rpc('wallet_addEthereumChain', params)).to.equal(null)
    expect(app.chains.current.name).to.equal(CHAIN.name)
    expect(app.chains.find(31_337)?.nodeUrl).to.equal(CHAIN.rpcUrl)
    expect(asked).to.deep.equal([])
  })

  it('is refused where its node says another id, before anyone is asked', async () => {
    const { app } = signedIn({ viaPage: async () => '0x1' })
    expect(await rpcCodeOf(app.core.rpc('wallet_addEthereumChain', [ADDED]))).to.equal(-32602)
    const { app: dead } = signedIn()
    expect(await rpcCodeOf(dead.core.rpc('wallet_addEthereumChain', [ADDED]))).to.equal(4901)
    expect(app.requests.size + dead.requests.size).to.equal(0)
    // Also one for the chain in use, whose own node says the right id.
    const [url] = ADDED.rpcUrls
    const { app: there } = signedIn({
      viaPage: async (asked) => (asked === url ? ADDED.chainId : '0x1'),
    })
    const add = there.core.rpc('wallet_addEthereumChain', [ADDED])
    await approve(there, 'addChain')
    await add
    const other = { ...ADDED, rpcUrls: ['https://other.example.test'] }
    expect(await rpcCodeOf(there.core.rpc('wallet_addEthereumChain', [other]))).to.equal(-32602)
  })
})
describe('one more chain than the wallet keeps', () => {
  beforeEach(() => sessionStorage.clear())
  after(() => sessionStorage.clear())

  it('is refused before anyone is asked, and what is there stays in reach', async () => {
    const { app } = setUp()
    const ids = Array.from({ length: 20 }, (_, at) => 5_000 + at)
    const rpcUrl = ADDED.rpcUrls[0]!
    for (const chainId of ids) app.chains.add({ chainId, rpcUrl })
    expect(await rpcCodeOf(app.core.rpc('wallet_addEthereumChain', [ADDED]))).to.equal(-32005)
    expect(app.requests.size).to.equal(0)
    const there = app.core.rpc('wallet_switchEthereumChain', [{ chainId: '0x1388' }])
    await approve(app, 'switchChain')
    expect(await there).to.equal(null)
    // A chain that only the page named, to which there would be no way back.
    app.chains.current = { chainId: 4_999, rpcUrl }
    const away = app.core.rpc('wallet_switchEthereumChain', [{ chainId: '0x1388' }])
    expect(await rpcCodeOf(away)).to.equal(-32005)
    expect(app.requests.size).to.equal(0)
  })
})
describe('where the page asks to go', () => {
  beforeEach(() => sessionStorage.clear())
  after(() => sessionStorage.clear())

  /** The person agreed to go to chain 12345; the page named nothing. */
  async function away() {
    const setup = setUp()
    const add = setup.app.core.rpc('wallet_addEthereumChain', [ADDED])
    await approve(setup.app, 'addChain')
    await add
    expect(setup.app.chains.current.chainId).to.equal(12_345)
    return setup
  }

  it('is where the wallet goes, also if it is what the page named at first', async () => {
    const { app, told } = await away()
    await app.configure({ isNetworkAsked: true })
    expect(app.chains.current.chainId).to.equal(31_337)
    expect(last(told, 'state')).to.deep.include({ chainId: 31_337 })
    const { app: later } = createApp({ viaPage })
    expect(await startOf(later)).to.equal(31_337)
  })

  it('holds no longer than until the person agrees to go elsewhere, whatever else is set', async () => {
    const { app } = await away()
    await app.configure({ theme: 'dark' })
    expect(app.chains.current.chainId).to.equal(12_345)
    const { app: later } = createApp({ viaPage })
    expect(await startOf(later)).to.equal(12_345)
  })

  it('leaves everything as it was if it does not exist', async () => {
    const { app } = await away()
    const refused = app.configure({ network: { host: 'goerli' }, isNetworkAsked: true })
    expect(await rpcCodeOf(refused)).to.equal(-32602)
    expect(app.chains.current.chainId).to.equal(12_345)
  })
})
describe('a token that a site had added', () => {
  beforeEach(() => sessionStorage.clear())
  after(() => sessionStorage.clear())

  it('is in the list of the account and the chain, once, also after a reload', async () => {
    const { app } = setUp()
    const params = { type: 'ERC20', options: { address: OTHER, symbol: 'SMP', decimals: 6 } }
    for (const _ of [1, 2]) {
      const watch = app.core.rpc('wallet_watchAsset', params)
      await approve(app, 'watchAsset')
      await watch
    }
    const owner = { account: ADDRESS, chainId: 31_337 } as const
    const token = { type: 'ERC20', address: OTHER, symbol: 'SMP', decimals: 6 }
    const { app: later } = setUp()
    expect(assetsOf(later).of(owner)).to.deep.equal([token])
    expect(assetsOf(app).of({ ...owner, chainId: 1 })).to.deep.equal([])
  })
})
describe('calls that a site had sent together', () => {
  beforeEach(() => sessionStorage.clear())
  after(() => sessionStorage.clear())

  /** Sent with the id `mine`. */
  async function send(answers: unknown[]) {
    const setup = setUp()
    const { app, node, request } = setup
    const queue = [...answers]
    node.request = async (method, params) => {
      if (method !== 'eth_sendRawTransaction') return request(method, params)
      const answer = queue.shift()
      if (answer instanceof Error) throw answer
      return answer
    }
    const sent = rpcCodeOf(app.core.rpc('wallet_sendCalls', [{ ...CALLS, id: 'mine' }]))
    await approve(app, 'calls')
    return { ...setup, sent: await sent }
  }
  const statusOf = async (app: WalletApp) =>
    (await app.core.rpc('wallet_getCallsStatus', ['mine'])) as {
      status: number
      receipts: unknown[]
    }

  it('wallet_getCallsStatus: under way, then done with the receipts of all; unknown, malformed', async () => {
    const { app, node, request } = await send(['0xaa', '0xbb'])
    expect(await app.core.rpc('wallet_getCallsStatus', ['mine'])).to.deep.equal({
      version: '2.0.0',
      id: 'mine',
      chainId: '0x7a69',
      status: 100,
      atomic: false,
      receipts: [],
    })
    node.request = async (method, params) =>
      method === 'eth_getTransactionReceipt'
        ? receipt({ transactionHash: (params as string[])[0] })
        : request(method, params)
    const { status, receipts } = await statusOf(app)
    expect(status).to.equal(200)
    const { from: _, ...first } = receipt({ transactionHash: sentHash(0) })
    expect(receipts).to.deep.equal([first, { ...first, transactionHash: sentHash(1) }])
    expect(await rpcCodeOf(app.core.rpc('wallet_getCallsStatus', ['other']))).to.equal(5730)
    expect(await rpcCodeOf(app.core.rpc('wallet_getCallsStatus', []))).to.equal(-32602)
    const { app: later } = signedIn({ node })
    expect((await statusOf(later)).status, 'after a reload').to.equal(200)
  })

  for (const [what, answers, statuses, code] of [
    ['both reverted', ['0xaa', '0xbb'], ['0x0', '0x0'], 500],
    ['the second reverted', ['0xaa', '0xbb'], ['0x1', '0x0'], 600],
    [
      'the second was refused by the node',
      ['0xaa', new ProviderRpcError(-32000, 'no')],
      ['0x1'],
      600,
    ],
    [
      'one reverted and the other was refused',
      ['0xaa', new ProviderRpcError(-32000, 'no')],
      ['0x0'],
      500,
    ],
  ] as const) {
    it(`are ${code} where ${what}`, async () => {
      const { app, node, request } = await send([...answers])
      const left = [...statuses]
      node.request = async (method, params) =>
        method === 'eth_getTransactionReceipt'
          ? receipt({ status: left.shift(), transactionHash: (params as string[])[0] })
          : request(method, params)
      expect((await statusOf(app)).status).to.equal(code)
    })
  }

  it('are the node’s error, and 400, where it refused the first: nothing was sent', async () => {
    const { app, sent } = await send([new ProviderRpcError(-32000, 'nonce too low'), '0xbb'])
    expect(sent).to.equal(-32000)
    expect((await statusOf(app)).status).to.equal(400)
  })

  it('are 5720 under an id that was used, also while both wait for the person', async () => {
    const { app } = await send(['0xaa', '0xbb', '0xcc', '0xdd'])
    const params = [{ ...CALLS, id: 'mine' }]
    expect(await rpcCodeOf(app.core.rpc('wallet_sendCalls', params))).to.equal(5720)
    const both = [1, 2].map(() =>
      rpcCodeOf(app.core.rpc('wallet_sendCalls', [{ ...CALLS, id: 'b' }])),
    )
    await until(() => app.requests.size === 2)
    await approve(app, 'calls')
    await both[0]
    await approve(app, 'calls')
    expect(await both[1]).to.equal(5720)
  })

  it('wallet_showCallsStatus: shows them, unknown, malformed', async () => {
    const { app, told } = await send(['0xaa', '0xbb'])
    expect(await app.core.rpc('wallet_showCallsStatus', ['mine'])).to.equal(null)
    expect([app.router.current, app.router.subject]).to.deep.equal(['calls', 'mine'])
    expect(last(told, 'panel')).to.deep.equal({ open: true })
    expect(await rpcCodeOf(app.core.rpc('wallet_showCallsStatus', ['other']))).to.equal(5730)
    expect(await rpcCodeOf(app.core.rpc('wallet_showCallsStatus', [7]))).to.equal(-32602)
  })

  it('wallet_getCapabilities: every chain or those asked for, another account, malformed', async () => {
    const { app } = signedIn()
    const all = {
      '0x7a69': {
        assetDiscovery: { supported: true },
        atomic: { status: 'unsupported' },
        dataSuffix: { supported: true },
      },
    }
    expect(await app.core.rpc('wallet_getCapabilities', [ADDRESS])).to.deep.equal(all)
    expect(await app.core.rpc('wallet_getCapabilities', [ADDRESS, ['0x1']])).to.deep.equal({})
    expect(await rpcCodeOf(app.core.rpc('wallet_getCapabilities', [OTHER]))).to.equal(4100)
    expect(await rpcCodeOf(app.core.rpc('wallet_getCapabilities', ['x']))).to.equal(-32602)
  })
})
