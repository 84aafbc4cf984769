import { expect } from '@open-wc/testing'

import type { Wallet } from '../../src/wallet.js'
import { createWallet, order } from './support.js'

const NODE = 'https://node.example.test/rpc'
const OTHER = 'https://other.example.test'

describe('a node that only the page named', () => {
  const realFetch = window.fetch
  let wallet: Wallet
  let posted: string[]
  let answer: () => Response | Promise<Response>

  beforeEach(async () => {
    posted = []
    answer = () => new Response('{"jsonrpc":"2.0","id":1,"result":"0x7"}')
    window.fetch = async (url) => {
      posted.push(`${url}`)
      return answer()
    }
    wallet = createWallet()
    await wallet.init({ network: { host: NODE } })
  })

  afterEach(async () => {
    window.fetch = realFetch
    await wallet.cleanUp()
  })

  /** The wallet asks the page. */
  const ask = (url: unknown, method = 'eth_blockNumber') =>
    order(wallet.provider, { node: { url, method, params: [] } })

  it('is asked by the page for the wallet', async () => {
    expect(await ask(NODE)).to.equal('0x7')
    expect(posted).to.deep.equal([NODE])
  })

  it('is asked at no URL that the page did not name', async () => {
    for (const url of [OTHER, `${NODE}/`, 'file:///etc', '', undefined, 7, {}]) {
      expect(await ask(url)).to.deep.include({ code: 4100 })
    }
    expect(posted).to.deep.equal([])
  })

  it('may be one that the page adds or goes to later', async () => {
    const added = { chainId: '0x5', rpcUrls: [OTHER, 'ipc://here', 'http://third.example.test'] }
    const request = { method: 'wallet_addEthereumChain', params: [added] }
    await wallet.provider.request(request).catch(() => {})
    expect(await ask(OTHER)).to.equal('0x7')
    expect(await ask('http://third.example.test')).to.equal('0x7')
    expect(await ask('ipc://here')).to.deep.include({ code: 4100 })
    await wallet.setNetwork('https://fourth.example.test/')
    expect(await ask('https://fourth.example.test/')).to.equal('0x7')
  })

  it('keeps the code, message and data of its errors', async () => {
    const error = { code: 3, message: 'execution reverted', data: '0x08c379a0' }
    answer = () => new Response(JSON.stringify({ jsonrpc: '2.0', id: 1, error }))
    expect(await ask(NODE, 'eth_call')).to.deep.equal(error)
  })

  it('that cannot be reached is said to be so, and nobody goes round in circles', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'))
    expect(await ask(NODE)).to.deep.include({ code: 4901 })
    expect(await ask(NODE)).to.deep.include({ code: 4901 })
    expect(posted).to.deep.equal([NODE, NODE])
  })

  it('answers the reads of its chain once the chain has changed', async () => {
    await wallet.provider.request({ method: 'eth_blockNumber' })
    const changed = new Promise((resolve) => wallet.provider.once('chainChanged', resolve))
    await order(wallet.provider, { state: { chainId: 5, rpcUrl: OTHER } })
    expect(await changed).to.equal('0x5')
    await wallet.provider.request({ method: 'eth_blockNumber' })
    expect(posted).to.deep.equal([NODE, OTHER])
  })

  it('has its news told as messages', async () => {
    const heard: unknown[] = []
    wallet.provider.on('message', (message) => heard.push(message))
    const message = { type: 'eth_subscription', data: { subscription: '0x1', result: {} } }
    await order(wallet.provider, { notices: { message } })
    expect(heard).to.deep.equal([message])
  })
})

describe('nodes that a page named before it was loaded again', () => {
  const realFetch = window.fetch
  const kept = () => localStorage.getItem('wallet-embed:nodes')

  beforeEach(() => {
    localStorage.removeItem('wallet-embed:nodes')
    window.fetch = async () => new Response('{"jsonrpc":"2.0","id":1,"result":"0x7"}')
  })

  afterEach(() => {
    window.fetch = realFetch
    localStorage.removeItem('wallet-embed:nodes')
  })

  async function ask(url: string, named: string[] = []) {
    const wallet = createWallet()
    await wallet.init()
    const request = { method: 'wallet_addEthereumChain', params: [{ rpcUrls: named }] }
    await wallet.provider.request(request).catch(() => {})
    const answer = await order(wallet.provider, { node: { url, method: 'eth_chainId' } })
    await wallet.cleanUp()
    return answer
  }

  const urls = (length: number) =>
    Array.from({ length }, (_, at) => `https://node${at}.example.test/`)

  it('are asked for the wallet, which comes back to the chain that they are of', async () => {
    await ask(NODE, [NODE])
    expect(await ask(NODE)).to.equal('0x7')
    expect(await ask(OTHER)).to.deep.include({ code: 4100 })
  })

  it('are not those that the wallet says it is on', async () => {
    const wallet = createWallet()
    await wallet.init()
    await order(wallet.provider, { state: { chainId: 5, rpcUrl: OTHER } })
    const answer = await order(wallet.provider, { node: { url: OTHER, method: 'eth_chainId' } })
    expect(answer).to.deep.include({ code: 4100 })
    await wallet.cleanUp()
  })

  it('are asked where the first of a long list answered', async () => {
    await ask(NODE, [NODE, ...urls(40)])
    expect(await ask(NODE)).to.equal('0x7')
  })

  it('are kept once each, the latest two hundred', async () => {
    const named = urls(205)
    await ask(NODE, [...named, ...named])
    expect(JSON.parse(kept()!)).to.deep.equal(named.slice(5))
  })

  it('are read with care: the page’s storage is not only ours', async () => {
    for (const text of ['{', '7', '"file:///etc"', '[null, {"url": 1}, "ipc://here"]']) {
      localStorage.setItem('wallet-embed:nodes', text)
      expect(await ask('ipc://here')).to.deep.include({ code: 4100 })
    }
  })
})
