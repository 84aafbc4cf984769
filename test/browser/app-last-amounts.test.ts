/** What home shows while the network does not answer: what it said last, with when, and never a number for "not known". */
import { expect, fixture, fixtureCleanup, html } from '@open-wc/testing'

import '../../src/app/screens/lazy-screens.js'
import { forgetLists } from '../../src/app/operator-files/token-lists.js'
import type { Home } from '../../src/app/screens/home/home.js'
import { assetKey, assetsOf } from '../../src/app/stores/assets.js'
import type { Rpc } from '../../src/chain/rpc/rpc.js'
import { ProviderRpcError, WalletError } from '../../src/shared/errors.js'
import {
  ADDRESS,
  CHAIN,
  clearStorage,
  fakeNode,
  OTHER,
  signedIn,
  THIRD,
  textOf,
} from './app-support.js'
import { until } from './support.js'

const OWNER = { account: ADDRESS, chainId: CHAIN.chainId } as const
const DOWN = new WalletError('CHAIN_DISCONNECTED')
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`
const COIN = '0x22b1c8c1227a0000' // 2.5 ETH
const NOW = Date.now
const STORED = 'last-amounts'

/** Home, at a node that answers, or that does not. */
async function openHome(answers: Record<string, unknown>, node = fakeNode(answers).node) {
  const { app } = signedIn({ node })
  assetsOf(app).add(OWNER, { type: 'ERC20', address: OTHER, symbol: 'OURS', decimals: 6 })
  const home = await fixture<Home>(html`<we-home .app=${app}></we-home>`)
  const list = home.shadowRoot!.querySelector('we-holdings')!
  const amountOf = (row: number) =>
    list.shadowRoot!.querySelectorAll('.amount')[row]?.textContent?.trim()
  const coins = () => home.shadowRoot!.querySelector('h1')!.textContent!.replace(/\s+/g, ' ').trim()
  const news = () => home.shadowRoot!.querySelector('.news')!.textContent!.trim()
  return { app, home, list, amountOf, coins, news }
}

const up = { eth_getBalance: COIN, eth_call: word(7_250_000n) }
const down = { eth_getBalance: DOWN, eth_call: DOWN, eth_getCode: DOWN }

describe('while the network does not answer, home', () => {
  const { fetch } = window
  beforeEach(() => {
    clearStorage()
    forgetLists()
  })
  afterEach(() => {
    Date.now = NOW
    window.fetch = fetch
    fixtureCleanup()
    clearStorage()
    forgetLists()
  })

  /** It answers once, at that time. */
  async function sawOnce(time: string) {
    Date.now = () => Date.parse(time)
    const { amountOf, coins, home } = await openHome(up)
    await until(() => coins() === '2.5 ETH' && amountOf(0) === '7.25')
    Date.now = NOW
    home.remove()
  }

  it('says at once that the device is offline, and reads again when it is back', async () => {
    const { coins, news } = await openHome(up)
    await until(() => coins() === '2.5 ETH')
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
    try {
      dispatchEvent(new Event('offline'))
      await until(() => /^You are offline\. Amounts are as of /.test(news()))
      expect(coins()).to.equal('2.5 ETH')
    } finally {
      // Its own, beneath, tells the truth again.
      Reflect.deleteProperty(navigator, 'onLine')
    }
    dispatchEvent(new Event('online'))
    await until(() => news() === '')
  })

  it('shows what it said last, with when that was, and takes both back when it answers', async () => {
    await sawOnce('2025-03-05T10:20:00')
    const { app, home, amountOf, coins, news } = await openHome(down)
    await until(() => coins() === '2.5 ETH' && amountOf(0) === '7.25')
    expect(news()).to.match(/does not answer\. Amounts are as of Mar 5, 2025.*10:20/)
    await expect(home).to.be.accessible()
    // As after a change of the node.
    Object.assign(app.chains, { node: fakeNode({ ...up, eth_getBalance: '0x0' }).node })
    document.dispatchEvent(new Event('visibilitychange'))
    await until(() => coins() === '0 ETH' && news() === '')
  })

  it("shows it on the token's own screen, too, with when that was", async () => {
    await sawOnce('2025-03-05T10:20:00')
    const { app } = signedIn({ node: fakeNode(down).node })
    app.show('asset', assetKey({ address: OTHER }))
    const asset = await fixture(html`<we-asset .app=${app}></we-asset>`)
    await until(() => /7\.25.* OURS/.test(textOf(asset)))
    expect(textOf(asset)).to.match(/does not answer\. Amounts are as of Mar 5, 2025.*10:20/)
    await expect(asset).to.be.accessible()
    Object.assign(app.chains, { node: fakeNode({ ...up, eth_call: word(0n) }).node })
    document.dispatchEvent(new Event('visibilitychange'))
    await until(() => textOf(asset).includes('0 OURS') && !textOf(asset).includes('as of'))
  })

  it('shows no number where none was ever read', async () => {
    const { amountOf, coins, news, home } = await openHome(down)
    await until(() => news().includes('does not answer'))
    expect(coins()).to.equal('– ETH')
    expect(amountOf(0)).to.equal('–')
    expect(news()).not.to.include('as of')
    expect(textOf(home)).not.to.include('There is no ETH')
  })

  it('shows no number of another account or network, nor one of a storage that somebody wrote into', async () => {
    await sawOnce('2025-03-05T10:20:00')
    const other = signedIn({ node: fakeNode(down).node }, { addresses: [THIRD] }).app
    const home = await fixture<Home>(html`<we-home .app=${other}></we-home>`)
    await until(() => textOf(home).includes('does not answer'))
    expect(home.shadowRoot!.querySelector('h1')!.textContent).to.include('–')
    home.remove()

    for (const storage of [localStorage, sessionStorage]) {
      for (const name of Object.keys(storage).filter((one) => one.endsWith(STORED))) {
        const kept = JSON.parse(storage.getItem(name)!) as Record<string, unknown>[]
        const wrong = kept.map((one) => ({ ...one, amount: '-1', readAt: 'now' }))
        storage.setItem(name, JSON.stringify(wrong))
      }
    }
    const { amountOf, coins } = await openHome(down)
    await until(() => coins() === '– ETH')
    expect(amountOf(0)).to.equal('–')
  })

  it('shows nothing that a node of the site’s choice said', async () => {
    const asked = async (answers: Record<string, unknown>, isOwn: boolean) => {
      const { app } = signedIn({ node: fakeNode(answers).node })
      const { nodeUrl, ...chosen } = app.chains.current
      if (!isOwn) app.chains.current = chosen
      const home = await fixture<Home>(html`<we-home .app=${app}></we-home>`)
      return () => home.shadowRoot!.querySelector('h1')!.textContent!.trim()
    }
    const first = await asked(up, false)
    await until(() => first().startsWith('2.5'))
    const second = await asked(down, true)
    await until(() => second().startsWith('–'))
  })

  it('finds again what the operator lists and the account had', async () => {
    const token = { chainId: CHAIN.chainId, address: THIRD, symbol: 'LST', decimals: 6 }
    const empty = { ...token, address: ADDRESS, name: 'Empty token' }
    const files: Record<string, object> = {
      '/config.json': { tokenLists: ['main.json'] },
      '/tokens/main.json': {
        ...{ name: 'Ours', timestamp: '2026-11-23T00:00:00Z' },
        version: { major: 1, minor: 0, patch: 0 },
        tokens: [{ ...token, name: 'Held token' }, empty],
      },
    }
    window.fetch = async (url) => {
      const file = Object.entries(files).find(([name]) => String(url).startsWith(name))?.[1]
      return new Response(JSON.stringify(file), { status: file ? 200 : 404 })
    }
    const node = fakeNode({ eth_getBalance: COIN, eth_getCode: '0x' }).node
    const request = async (method: string, params: unknown) => {
      if (method !== 'eth_call') return node.request(method, params as unknown[])
      const [{ to }] = params as [{ to?: string }]
      if (!to) throw new ProviderRpcError(-32602, 'missing field `to`')
      return word(to.toLowerCase() === THIRD.toLowerCase() ? 7_250_000n : 0n)
    }
    const before = await openHome({}, { ...node, request } as Rpc)
    const text = ({ list }: typeof before) => list.shadowRoot!.textContent!
    await until(() => text(before).includes('Held token'))
    before.home.remove()
    const now = await openHome(down)
    await until(() => text(now).includes('Held token') && text(now).includes('7.25'))
    expect(text(now)).not.to.include('Empty token')
  })

  it('gives nothing to count with: what can be sent is what the network says now', async () => {
    await sawOnce('2025-03-05T10:20:00')
    const { app } = await openHome(down)
    const send = await fixture(html`<we-send .app=${app}></we-send>`)
    await until(() =>
      textOf(send).includes('The network does not answer. The wallet keeps trying.'),
    )
    expect(send.shadowRoot!.textContent).not.to.match(/2\.5|7\.25/)
  })

  it('leaves out what was not read with the rest', async () => {
    await sawOnce('2025-03-05T10:20:00')
    // Days later the coin's amount came, and the token's did not.
    Date.now = () => Date.parse('2025-03-09T10:20:00')
    const later = await openHome({ ...up, eth_call: DOWN })
    await until(() => later.coins() === '2.5 ETH')
    Date.now = NOW
    later.home.remove()
    const { amountOf, coins, news } = await openHome(down)
    await until(() => coins() === '2.5 ETH')
    expect(news()).to.include('Mar 9')
    expect(amountOf(0)).to.equal('–')
  })
})
