import { expect } from '@open-wc/testing'

import type { ProviderDetail } from '../../src/client/provider/announce.js'
import type { Provider } from '../../src/client/provider/provider.js'
import type { Wallet } from '../../src/wallet.js'
import { ACCOUNT, BRAND } from './stand-in/orders.js'
import { createWallet, order, STAND_IN, until } from './support.js'

const KEPT = 'wallet-embed-brand'
const NODE = 'https://node.example.test/'

interface Rpc {
  id: number
  method: string
  params: unknown
}

/** Puts a node in the place of the network. @returns What was posted to it. */
function standInNode(answer: (body: Rpc | Rpc[]) => unknown): (Rpc | Rpc[])[] {
  const posted: (Rpc | Rpc[])[] = []
  window.fetch = async (_, init) => {
    const body = JSON.parse(init?.body as string)
    posted.push(body)
    return new Response(JSON.stringify(await answer(body)))
  }
  return posted
}

const echo = ({ id, method }: Rpc) => ({ jsonrpc: '2.0', id, result: `${method} by the node` })
const echoAll = (body: Rpc | Rpc[]) => (Array.isArray(body) ? body.map(echo).reverse() : echo(body))

/** What `work` is rejected with. */
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('it resolved'),
    ({ name, code, message, data }) => ({ name, code, message, data }),
  )

describe('the provider', () => {
  const realFetch = window.fetch
  let wallet: Wallet
  let provider: Provider

  beforeEach(async () => {
    wallet = createWallet()
    provider = wallet.provider
    await wallet.init({ network: { host: NODE } })
  })

  afterEach(async () => {
    window.fetch = realFetch
    await wallet.cleanUp()
  })

  it('answers what it knows, without the frame or the node', async () => {
    const { request } = provider
    expect(await request({ method: 'eth_chainId' })).to.equal('0x7a69')
    expect(await request({ method: 'net_version' })).to.equal('31337')
    expect(await request({ method: 'eth_accounts' })).to.deep.equal([])
  })

  it('asks the person for accounts once', async () => {
    const heard: string[][] = []
    provider.on('accountsChanged', (accounts) => heard.push(accounts))
    expect(await provider.request({ method: 'eth_requestAccounts' })).to.deep.equal([ACCOUNT])
    expect(await provider.request({ method: 'eth_requestAccounts' })).to.deep.equal([ACCOUNT])
    expect(heard).to.deep.equal([[ACCOUNT]])
  })

  it('sends what needs an account, a signature or a person to the frame', async () => {
    const posted = standInNode(echoAll)
    for (const method of [
      'personal_sign',
      'eth_sign',
      'eth_signTypedData',
      'eth_signTypedData_v4',
      'eth_sendTransaction',
      'eth_signTransaction',
      'eth_decrypt',
      'eth_getEncryptionPublicKey',
    ]) {
      const params = ['0x00']
      expect(await provider.request({ method, params })).to.deep.equal({ byFrame: method, params })
    }
    expect(posted).to.deep.equal([])
  })

  it('sends to the frame, without what JSON has no word for, what a port cannot carry', async () => {
    const method = 'eth_sendTransaction'
    // Vue makes such a proxy of each object of a page's state.
    const transaction = new Proxy({ to: ACCOUNT, nonce: undefined, onSent: () => {} }, {})
    const params = [{ to: ACCOUNT }]
    const answer = await provider.request({ method, params: [transaction] })
    expect(answer).to.deep.equal({ byFrame: method, params })
    const loop: object[] = [new Proxy({}, {})]
    loop.push(loop)
    const { code, message } = await failureOf(provider.request({ method, params: loop }))
    expect(code).to.equal(-32602)
    expect(message).to.contain('eth_sendTransaction: params are not JSON')
    expect(wallet.state.isAsking).to.be.false
  })

  it('sends reads of one tick to the node as one batch, whatever the order of the answers', async () => {
    const posted = standInNode(echoAll)
    const methods = ['eth_blockNumber', 'eth_gasPrice', 'eth_getBalance']
    const answers = await Promise.all(methods.map((method) => provider.request({ method })))
    expect(answers).to.deep.equal(methods.map((method) => `${method} by the node`))
    expect(posted.length).to.equal(1)
    await provider.request({ method: 'eth_call', params: [{}] })
    expect(posted[1]).to.deep.include({ method: 'eth_call', params: [{}] })
  })

  it('sends no more than 50 calls at once', async () => {
    const posted = standInNode(echoAll)
    const calls = Array.from({ length: 120 }, () => provider.request({ method: 'eth_call' }))
    await Promise.all(calls)
    expect(posted.map((body) => (body as Rpc[]).length)).to.deep.equal([50, 50, 20])
  })

  it('remembers a node that refuses batches', async () => {
    const refusal = { error: { code: -32600, message: 'no batches' } }
    const posted = standInNode((body) => (Array.isArray(body) ? refusal : echo(body)))
    const two = () =>
      Promise.all(['eth_getA', 'eth_getB'].map((method) => provider.request({ method })))
    expect(await two()).to.deep.equal(['eth_getA by the node', 'eth_getB by the node'])
    await two()
    expect(posted.map(Array.isArray)).to.deep.equal([true, false, false, false, false])
  })

  it('sends one by one what a node refuses as too many at once, whatever id its refusal has', async () => {
    const error = { code: -32600, message: 'batch too large' }
    for (const refused of [1, null]) {
      await wallet.setNetwork(`${NODE}${refused}`)
      standInNode((body) => {
        if (!Array.isArray(body)) return echo(body)
        return [{ jsonrpc: '2.0', id: refused && body[0]!.id, error }]
      })
      const methods = ['eth_getA', 'eth_getB']
      const answers = await Promise.all(methods.map((method) => provider.request({ method })))
      expect(answers).to.deep.equal(methods.map((method) => `${method} by the node`))
    }
  })

  it("keeps the code, message and data of a node's own error", async () => {
    const error = { code: 3, message: 'execution reverted', data: '0x08c379a0' }
    standInNode(() => ({ jsonrpc: '2.0', id: 1, error }))
    const failure = await failureOf(provider.request({ method: 'eth_call' }))
    expect(failure).to.deep.equal({ name: 'ProviderRpcError', ...error })
  })

  it('reads through the frame where the direct way is forbidden, and then stays there', async () => {
    let tries = 0
    window.fetch = async () => {
      tries++
      throw new TypeError('Failed to fetch')
    }
    const byFrame = { byFrame: 'eth_blockNumber', params: undefined }
    expect(await provider.request({ method: 'eth_blockNumber' })).to.deep.equal(byFrame)
    expect(await provider.request({ method: 'eth_blockNumber' })).to.deep.equal(byFrame)
    expect(tries).to.equal(1)
  })

  it('says that the chain cannot be reached when a node answers no JSON', async () => {
    window.fetch = async () => new Response('<h1>Bad gateway</h1>', { status: 502 })
    const { code, data } = await failureOf(provider.request({ method: 'eth_blockNumber' }))
    expect(code).to.equal(4901)
    expect(data).to.deep.equal({ walletError: 'CHAIN_DISCONNECTED', detail: 'HTTP 502.' })
  })

  for (const [what, args, code] of [
    ['nothing', undefined, -32600],
    ['a text', 'eth_chainId', -32600],
    ['no method', {}, -32600],
    ['an empty method', { method: '' }, -32600],
    ['params that are a text', { method: 'eth_call', params: 'x' }, -32600],
    ['params that cannot be JSON', { method: 'eth_call', params: [1n] }, -32602],
    ['params that cannot be sent', { method: 'personal_sign', params: [() => {}, 1n] }, -32602],
    ['an unknown method of wallets', { method: 'wallet_fly' }, 4200],
  ] as const) {
    it(`rejects ${what} with ${code}, and never throws`, async () => {
      const failure = await failureOf(provider.request(args as never))
      expect(failure.name).to.equal('ProviderRpcError')
      expect(failure.code).to.equal(code)
    })
  }

  it('tells of changes once each, after its answers have changed', async () => {
    const heard: unknown[] = []
    provider.on('chainChanged', async (chainId) => {
      heard.push(['chainChanged', chainId, await provider.request({ method: 'eth_chainId' })])
    })
    provider.on('accountsChanged', async (accounts) => {
      heard.push(['accountsChanged', accounts, await provider.request({ method: 'eth_accounts' })])
    })
    const change = { chainId: 1, loggedIn: true, accounts: [ACCOUNT] as `0x${string}`[] }
    await order(provider, { state: change })
    await order(provider, { state: change })
    await until(() => heard.length === 2)
    expect(heard).to.deep.equal([
      ['chainChanged', '0x1', '0x1'],
      ['accountsChanged', [ACCOUNT], [ACCOUNT]],
    ])
  })

  it('says connect once, before anything else', async () => {
    const other = createWallet()
    const heard: unknown[] = []
    other.provider.on('connect', (info) => heard.push(info))
    await other.init()
    await order(other.provider, { state: { chainId: 5 } })
    await other.cleanUp()
    expect(heard).to.deep.equal([{ chainId: '0x7a69' }])
  })

  it('does not mind junk on the port', async () => {
    const junk = [null, 7, 'x', {}, { jsonrpc: '2.0', id: 99, result: 1 }, { jsonrpc: '1.0' }, []]
    await order(provider, { junk, notices: { constructor: 1, unknown: null } })
    expect(await provider.request({ method: 'personal_sign' })).to.have.property('byFrame')
  })

  it('says NOT_INITIALIZED if nobody starts the wallet', async () => {
    const { provider: idle } = createWallet()
    const realTimeout = window.setTimeout
    window.setTimeout = ((run: () => void) => realTimeout(run, 0)) as typeof setTimeout
    try {
      const { data } = await failureOf(idle.request({ method: 'eth_accounts' }))
      expect(data).to.deep.equal({ walletError: 'NOT_INITIALIZED' })
    } finally {
      window.setTimeout = realTimeout
    }
  })
})

describe('discovery of the provider (EIP-6963)', () => {
  function discover(): ProviderDetail[] {
    const found: ProviderDetail[] = []
    const listener = (event: Event) => found.push((event as CustomEvent<ProviderDetail>).detail)
    window.addEventListener('eip6963:announceProvider', listener)
    window.dispatchEvent(new Event('eip6963:requestProvider'))
    window.removeEventListener('eip6963:announceProvider', listener)
    return found
  }

  const realTimeout = window.setTimeout
  const wallets: Wallet[] = []

  const made = (url?: string): Wallet => {
    const wallet = createWallet(url)
    wallets.push(wallet)
    return wallet
  }

  /** The wallet may be slower than the second that the page waits for its operator's name. */
  const initialized = async (host?: string) => {
    const wait = ((run: () => void, ms: number) =>
      realTimeout(run, ms === 1_000 ? 60_000 : ms)) as typeof setTimeout
    window.setTimeout = wait
    const wallet = made()
    await wallet.init(host ? { network: { host } } : {})
    return wallet
  }

  beforeEach(() => localStorage.clear())

  afterEach(async () => {
    window.setTimeout = realTimeout
    for (const wallet of wallets.splice(0)) await wallet.cleanUp()
  })

  it("shows the operator's name and icon, with the next load before the wallet is there", async () => {
    const first = await initialized('branded')
    const { name, icon } = discover()[0]!.info
    expect({ name, icon }).to.deep.equal(BRAND)
    await first.cleanUp()
    const second = made()
    const announced = new Promise((resolve) => {
      const hear = (event: Event) =>
        resolve([(event as CustomEvent<ProviderDetail>).detail.info.name, second.isInitialized])
      window.addEventListener('eip6963:announceProvider', hear, { once: true })
    })
    const started = second.init({ network: { host: 'branded' } })
    expect(await announced).to.deep.equal([BRAND.name, false])
    await started
  })

  it('is for good once it is made: what the operator changes comes with the next load', async () => {
    const { origin } = new URL(STAND_IN)
    localStorage.setItem(KEPT, JSON.stringify({ name: 'Old name', origin }))
    await initialized('branded')
    expect(discover()[0]!.info.name).to.equal('Old name')
    expect(JSON.parse(localStorage.getItem(KEPT)!)).to.deep.equal({ ...BRAND, origin })
  })

  it("never shows the name of a different operator's wallet that the page had", async () => {
    localStorage.setItem(KEPT, JSON.stringify({ name: 'Theirs', origin: 'https://theirs.example' }))
    await initialized('branded')
    expect(discover()[0]!.info.name).to.equal(BRAND.name)
  })

  it('comes without the wallet, too, which may be slow, and without the page\u2019s storage', async () => {
    localStorage.setItem(KEPT, 'not JSON')
    const wallet = made(`${STAND_IN}mute/`)
    const started = wallet.init({ network: { host: 'branded' } })
    started.catch(() => {})
    expect(discover()).to.deep.equal([])
    await until('the announcement', () => discover().length)
    expect(discover()[0]!.info.name).to.equal('Wallet')
  })

  it('answers at once, with the same frozen detail each time, until cleanUp', async () => {
    const wallet = await initialized()
    const [detail, ...others] = discover()
    expect(others.length).to.equal(0)
    expect(detail?.provider === wallet.provider).to.be.true
    expect(Object.isFrozen(detail) && Object.isFrozen(detail?.info)).to.be.true
    expect(detail?.info.uuid).to.match(
      /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
    )
    expect(detail?.info.rdns).to.equal('dev.wallet-embed')
    expect(discover()[0] === detail).to.be.true
    const icon = new Image()
    icon.src = detail?.info.icon ?? ''
    await icon.decode()
    await wallet.cleanUp()
    expect(discover()).to.deep.equal([])
  })

  it('is announced again, as the same, by a wallet that starts anew and by a tag that is put back', async () => {
    const heard: string[] = []
    const hear = (event: Event) =>
      heard.push((event as CustomEvent<ProviderDetail>).detail.info.uuid)
    window.addEventListener('eip6963:announceProvider', hear)
    try {
      const wallet = await initialized()
      await wallet.cleanUp()
      expect(discover()).to.deep.equal([])
      await wallet.init()
      const element = document.querySelector('wallet-embed')!
      element.remove()
      await Promise.resolve()
      expect(discover()).to.deep.equal([])
      document.body.append(element)
      await element.init()
      expect(heard.length).to.equal(3)
      expect(new Set(heard).size).to.equal(1)
    } finally {
      window.removeEventListener('eip6963:announceProvider', hear)
    }
  })
})
