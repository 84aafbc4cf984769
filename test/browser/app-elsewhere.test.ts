/** What home shows of the account on networks that are not in use. */
import { expect, fixture, fixtureCleanup, html, nextFrame } from '@open-wc/testing'

import '../../src/app/screens/lazy-screens.js'
import { forgetLists } from '../../src/app/operator-files/token-lists.js'
import type { Home } from '../../src/app/screens/home/home.js'
import { assetsOf } from '../../src/app/stores/assets.js'
import type { Chain } from '../../src/chain/networks/networks.js'
import type { Rpc } from '../../src/chain/rpc/rpc.js'
import { WalletError } from '../../src/shared/errors.js'
import {
  ADDRESS,
  buttonOf,
  CHAIN,
  CONFIG,
  clearStorage,
  fakeNode,
  OTHER,
  signedIn,
  textOf,
} from './app-support.js'
import { until } from './support.js'

const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`
const network = (chainId: number, networkName: string) => ({
  ...{
    host: `n${chainId}`,
    chainId,
    networkName,
    rpcUrl: `https://node${chainId}.example.test`,
    ticker: 'ETH',
  },
  tickerName: 'Ether',
})
const NAMES = { 901: 'Harbour', 902: 'Empty field', 903: 'Silent bay' }
const HALF = '0x6f05b59d3b20000' // 0.5 ETH
const DOWN = new WalletError('CHAIN_DISCONNECTED')

/** Home of an account on four networks of the operator's and one of the site's. */
async function openHome({ silent = DOWN as unknown, token = word(7_250_000n) as unknown } = {}) {
  const chains = Object.entries(NAMES).map(([id, name]) => network(Number(id), name))
  const prices = {
    url: 'https://prices.example.test/{currency}',
    coins: { [CHAIN.chainId]: 'ether', 901: 'ether' },
    tokens: { 901: { [OTHER.toLowerCase()]: 'sample-dollar' } },
    currencies: ['USD'],
  }
  window.fetch = async () => Response.json({ ether: { usd: 100 }, 'sample-dollar': { usd: 1 } })
  const { app, told } = signedIn({
    config: { ...CONFIG, chains: [...CONFIG.chains, ...chains], prices },
  })
  const nodes: Record<number, ReturnType<typeof fakeNode>> = {
    901: fakeNode({ eth_getBalance: HALF, eth_call: token }),
    902: fakeNode({ eth_getBalance: '0x0' }),
    903: fakeNode({ eth_getBalance: silent, eth_call: DOWN }),
    904: fakeNode({ eth_getBalance: HALF }),
  }
  const own = app.chains.node
  const nodeOf = ({ chainId }: Chain): Rpc => nodes[chainId]?.node ?? own
  Object.assign(app.chains, { nodeOf })
  app.chains.add({ chainId: 904, rpcUrl: 'https://site.example.test', said: { name: 'Theirs' } })
  assetsOf(app).add(
    { account: ADDRESS, chainId: 901 },
    { type: 'ERC20', address: OTHER, symbol: 'SUSD', decimals: 6 },
  )
  const home = await fixture<Home>(html`<we-home .app=${app}></we-home>`)
  const askedOf = (chainId: number) =>
    nodes[chainId]!.asked.filter(([method]) => method === 'eth_getBalance').length
  return { app, told, home, askedOf }
}
const sectionOf = (home: Home) => home.shadowRoot!.querySelector('[aria-labelledby=elsewhere]')
const saidBy = (element?: Element | null) =>
  (element?.textContent ?? '').replace(/\s+/g, ' ').trim()

describe('what the account has on other networks', () => {
  const { fetch } = window
  beforeEach(() => {
    clearStorage()
    forgetLists()
  })
  afterEach(() => {
    window.fetch = fetch
    fixtureCleanup()
    clearStorage()
    forgetLists()
  })

  it('is at home, with its worth; no total without the network that is silent', async () => {
    const { home } = await openHome()
    await until(() => /Does not answer/.test(saidBy(sectionOf(home))))
    await until(() => /\$57\.25/.test(saidBy(sectionOf(home))))
    expect(saidBy(sectionOf(home))).to.equal(
      'On other networks H Harbour 0.5 ETH 7.25 SUSD $57.25 Does not answer: Silent bay.',
    )
    expect(textOf(home)).to.include('$100.00').and.not.to.include('on all networks')
    await expect(home).to.be.accessible()
  })

  it('has neither worth nor total where an amount that has a price is not known', async () => {
    const { home } = await openHome({ silent: '0x0', token: '0x' })
    await until(() => saidBy(sectionOf(home)) === 'On other networks H Harbour 0.5 ETH')
    await until(() => textOf(home).includes('$100.00'))
    await home.updateComplete
    expect(textOf(home)).not.to.include('on all networks')
  })

  it('is in the total; nobody asks a node that the site chose', async () => {
    const { home, askedOf } = await openHome({ silent: '0x0' })
    await until(() => textOf(home).includes('$157.25 on all networks'))
    expect([901, 902, 903, 904].map(askedOf)).to.deep.equal([1, 1, 1, 0])
    await expect(home).to.be.accessible()
  })

  it('is one press away: the network changes, and the focus goes to the new total', async () => {
    const { app, told, home } = await openHome()
    const name = 'H Harbour 0.5 ETH 7.25 SUSD $57.25'
    await until(() => buttonOf(home, name))
    buttonOf(home, name).click()
    expect(app.chains.current.chainId).to.equal(901)
    expect(told).to.deep.include(['state', app.state])
    expect(home.shadowRoot!.activeElement?.localName).to.equal('h1')
    await until(() => saidBy(sectionOf(home)).includes(`${CHAIN.name} 1 ETH`))
    expect(saidBy(sectionOf(home))).not.to.include('Harbour')
  })

  it('is asked for again at every eighth look at the network in use', async () => {
    const { home, askedOf } = await openHome()
    await until(() => sectionOf(home))
    const look = async () => {
      dispatchEvent(new Event('online'))
      await nextFrame()
      await home.updateComplete
    }
    for (let time = 0; time < 7; time++) await look()
    expect(askedOf(901)).to.equal(1)
    await look()
    await until(() => askedOf(901) === 2)
  })
})
