import { expect, fixture, html } from '@open-wc/testing'

import '../../src/app/screens/lazy-screens.js'
import type { Home } from '../../src/app/screens/home/home.js'
import type { Send } from '../../src/app/screens/send/send.js'
import type { Settings } from '../../src/app/screens/settings/settings.js'
import { assetsOf } from '../../src/app/stores/assets.js'
import { fiat } from '../../src/app/stores/prices.js'
import type { Chain } from '../../src/chain/networks/networks.js'
import type { Asset } from '../../src/chain/reads/asset.js'
import type { AppConfig } from '../../src/protocol/service.js'
import { ProviderRpcError } from '../../src/shared/errors.js'
import { ADDRESS, CHAIN, CONFIG, fakeNode, OTHER, signedIn, textOf } from './app-support.js'
import { until } from './support.js'

const { fetch } = window
const ETHER = 10n ** 18n
/** Without a price. */
const UNPRICED = '0x27b1fdb04752bbc536007a920d24acb045561c26'
const PRICES = {
  url: 'https://prices.example.test/simple?ids=ethereum&vs={currency}',
  coins: { [CHAIN.chainId]: 'ethereum' },
  currencies: ['USD', 'EUR'],
}

/** A wallet whose operator named this source, which answers so. */
function walletOf(
  answer: () => unknown,
  prices: NonNullable<AppConfig['prices']> | null = PRICES,
  node = fakeNode().node,
) {
  const asked: string[] = []
  window.fetch = async (url) => {
    // Asked for token lists, and whether there is sync.
    if (!String(url).startsWith('/config.json')) asked.push(String(url))
    return Response.json(answer())
  }
  const { app } = signedIn({
    config: { ...CONFIG, ...(prices && { prices }) },
    node,
  })
  return { app, asked }
}
const worthOf = (home: Home) => home.shadowRoot!.querySelector('.worth')?.textContent

describe('prices', () => {
  afterEach(() => {
    window.fetch = fetch
    sessionStorage.clear()
    localStorage.clear()
  })

  it('are at home beside the balance, asked for once, in the currency of the settings', async () => {
    const { app, asked } = walletOf(() => ({ ethereum: { usd: 2_500.5, eur: 2_000 } }))
    const home = await fixture<Home>(html`<we-home .app=${app}></we-home>`)
    await until(() => worthOf(home) === '$2,500.50')
    await expect(home).to.be.accessible()
    expect(fiat(app, CHAIN, { amount: 2n * ETHER })).to.equal('$5,001.00')
    expect(asked).to.deep.equal(['https://prices.example.test/simple?ids=ethereum&vs=usd'])
    const settings = await fixture<Settings>(html`<we-settings .app=${app}></we-settings>`)
    const select = settings.shadowRoot!.querySelector<HTMLSelectElement>('#currency')!
    expect([...select.options].map(({ text }) => text)).to.deep.equal(['US Dollar', 'Euro'])
    select.value = 'EUR'
    select.dispatchEvent(new Event('change'))
    await until(() => fiat(app, CHAIN, { amount: ETHER }) === '€2,000.00')
    expect(asked.at(-1)).to.equal('https://prices.example.test/simple?ids=ethereum&vs=eur')
  })

  it('of tokens are beside each amount, in all at home, at the token, and where it is sent', async () => {
    const tokens = { [CHAIN.chainId]: { [OTHER.toLowerCase()]: 'sample-dollar' } }
    const { app } = walletOf(
      () => ({ ethereum: { usd: 2_500.5 }, 'sample-dollar': { usd: 1.5 } }),
      { ...PRICES, tokens },
      fakeNode({ eth_call: `0x${3_000_000n.toString(16).padStart(64, '0')}` }).node,
    )
    const of = { account: ADDRESS as `0x${string}`, chainId: CHAIN.chainId }
    for (const [address, symbol] of [
      [OTHER, 'SUSD'],
      [UNPRICED, 'FAKE'],
    ] as const)
      assetsOf(app).add(of, { type: 'ERC20', address, symbol, decimals: 6 })
    const home = await fixture<Home>(html`<we-home .app=${app}></we-home>`)
    const list = home.shadowRoot!.querySelector('we-holdings')!
    const rows = () =>
      [...list.shadowRoot!.querySelectorAll('.amount')].map(({ textContent }) => textContent)
    await until(() => rows().join() === '3$4.50,3')
    const worths = () =>
      [...home.shadowRoot!.querySelectorAll('.worth')].map(({ textContent }) => textContent)
    await until(() => worths().join(' ') === '$2,500.50 $2,505.00 with tokens')
    await expect(home).to.be.accessible()
    await expect(list).to.be.accessible()

    app.show('asset', `${OTHER},`)
    const token = await fixture(html`<we-asset .app=${app}></we-asset>`)
    await until(() => textOf(token).includes('$4.50'))
    app.show('send', `${OTHER},`)
    const send = await fixture<Send>(html`<we-send .app=${app}></we-send>`)
    const amount = send.shadowRoot!.querySelector<HTMLInputElement>('[name=amount]')!
    amount.value = '2'
    amount.dispatchEvent(new InputEvent('input', { bubbles: true }))
    await until(() => textOf(send).includes('≈ $3.00'))
  })

  it('make no total without an amount that has a price, but cannot be read', async () => {
    const silent = UNPRICED
    const tokens = { [CHAIN.chainId]: { [OTHER.toLowerCase()]: 'dollar', [silent]: 'euro' } }
    const reads = fakeNode()
    const { request } = reads.node
    reads.node.request = async (method, params) => {
      if (method !== 'eth_call') return request(method, params)
      const [{ to }] = params as [{ to?: string }]
      if (to?.toLowerCase() !== OTHER.toLowerCase()) throw new ProviderRpcError(-32000, 'reverted')
      return `0x${3_000_000n.toString(16).padStart(64, '0')}`
    }
    const { app } = walletOf(
      () => ({ ethereum: { usd: 2_500 }, dollar: { usd: 1.5 }, euro: { usd: 2 } }),
      { ...PRICES, tokens },
      reads.node,
    )
    const of = { account: ADDRESS as `0x${string}`, chainId: CHAIN.chainId }
    for (const [address, symbol] of [
      [OTHER, 'SUSD'],
      [silent, 'SEUR'],
    ] as const)
      assetsOf(app).add(of, { type: 'ERC20', address, symbol, decimals: 6 })
    const home = await fixture<Home>(html`<we-home .app=${app}></we-home>`)
    const list = home.shadowRoot!.querySelector('we-holdings')!
    const amounts = () =>
      [...list.shadowRoot!.querySelectorAll('.amount')].map(({ textContent }) => textContent)
    await until(() => amounts().join() === '3$4.50,–')
    await home.updateComplete
    expect(textOf(home)).to.include('$2,500.00').and.not.to.include('with tokens')
  })

  it('are for the operator’s nodes alone, in whatever letters an address is written', async () => {
    const upper = `0x${OTHER.slice(2).toUpperCase()}`
    const tokens = { [CHAIN.chainId]: { [upper]: 'sample-dollar' } }
    const { app } = walletOf(() => ({ ethereum: { usd: 2_500 }, 'sample-dollar': { usd: 1.5 } }), {
      ...PRICES,
      tokens,
    })
    const asset: Asset = { type: 'ERC20', address: OTHER, symbol: 'SUSD', decimals: 6 }
    const amount = 2_000_000n
    await until(() => fiat(app, CHAIN, { amount, asset }) === '$3.00')
    const sites: Chain = { ...CHAIN, nodeUrl: undefined }
    expect([fiat(app, sites, { amount, asset }), fiat(app, sites, { amount })]).to.deep.equal([
      undefined,
      undefined,
    ])
  })

  it('are beside an amount of the coin that is to be sent', async () => {
    const { app } = walletOf(() => ({ ethereum: { usd: 2_500.5 } }))
    const send = await fixture<Send>(html`<we-send .app=${app}></we-send>`)
    app.addEventListener('change', () => send.requestUpdate())
    const amount = send.shadowRoot!.querySelector<HTMLInputElement>('[name=amount]')!
    amount.value = '2'
    amount.dispatchEvent(new InputEvent('input', { bubbles: true }))
    await until(() => send.shadowRoot!.textContent!.includes('≈ $5,001.00'))
    await expect(send).to.be.accessible()
  })

  it('are neither asked for nor shown where the operator named no source, or no coin of the chain', async () => {
    const { app, asked } = walletOf(() => ({ ethereum: { usd: 1 } }), null)
    const home = await fixture<Home>(html`<we-home .app=${app}></we-home>`)
    await until(() => home.shadowRoot!.querySelector('h1')!.textContent!.includes('1'))
    const settings = await fixture<Settings>(html`<we-settings .app=${app}></we-settings>`)
    const other = walletOf(() => ({ ethereum: { usd: 1 } }), {
      ...PRICES,
      coins: { 1: 'ethereum' },
    })
    expect(fiat(other.app, CHAIN, { amount: ETHER })).to.equal(undefined)
    expect([worthOf(home), settings.shadowRoot!.querySelector('#currency')]).to.deep.equal([
      undefined,
      null,
    ])
    expect([...asked, ...other.asked]).to.deep.equal([])
  })

  for (const [what, answer] of [
    ['no object', () => 'down'],
    ['an error', () => ({ error: { code: 'LIMIT_EXCEEDED' } })],
    ['no number', () => ({ ethereum: { usd: 'a lot' } })],
    ['less than nothing', () => ({ ethereum: { usd: -1 } })],
    ['another coin', () => ({ bitcoin: { usd: 1 } })],
  ] as const) {
    it(`are not shown where the source answers with ${what}, and it is not asked again at once`, async () => {
      const { app, asked } = walletOf(answer)
      const seen: (string | undefined)[] = []
      app.addEventListener('change', () => seen.push(fiat(app, CHAIN, { amount: ETHER })))
      const home = await fixture<Home>(html`<we-home .app=${app}></we-home>`)
      await until(
        () => asked.length && home.shadowRoot!.querySelector('h1')!.textContent!.includes('1'),
      )
      await new Promise((resolve) => setTimeout(resolve))
      expect([fiat(app, CHAIN, { amount: ETHER }), worthOf(home)]).to.deep.equal([
        undefined,
        undefined,
      ])
      expect([seen.some(Boolean), asked.length]).to.deep.equal([false, 1])
    })
  }
})
