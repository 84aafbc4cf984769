import { expect, fixture, html } from '@open-wc/testing'

import '../../src/app/screens/lazy-screens.js'
import type { Home } from '../../src/app/screens/home/home.js'
import type { Send } from '../../src/app/screens/send/send.js'
import type { Settings } from '../../src/app/screens/settings/settings.js'
import { fiat } from '../../src/app/stores/prices.js'
import { CHAIN, CONFIG, fakeNode, signedIn } from './app-support.js'
import { until } from './support.js'

const { fetch } = window
const ETHER = 10n ** 18n
const PRICES = {
  url: 'https://prices.example.test/simple?ids=ethereum&vs={currency}',
  coins: { [CHAIN.chainId]: 'ethereum' },
  currencies: ['USD', 'EUR'],
}

/** A wallet whose operator named this source, which answers so. */
function walletOf(answer: () => unknown, prices: typeof PRICES | null = PRICES) {
  const asked: string[] = []
  window.fetch = async (url) => {
    // Asked for token lists, and whether there is sync.
    if (!String(url).startsWith('/config.json')) asked.push(String(url))
    return Response.json(answer())
  }
  const { app } = signedIn({
    config: { ...CONFIG, ...(prices && { prices }) },
    node: fakeNode().node,
  })
  return { app, asked }
}
const textOf = (home: Home) => home.shadowRoot!.querySelector('.worth')?.textContent

describe('prices', () => {
  afterEach(() => {
    window.fetch = fetch
    sessionStorage.clear()
    localStorage.clear()
  })

  it('are at home beside the balance, asked for once, in the currency of the settings', async () => {
    const { app, asked } = walletOf(() => ({ ethereum: { usd: 2_500.5, eur: 2_000 } }))
    const home = await fixture<Home>(html`<we-home .app=${app}></we-home>`)
    await until(() => textOf(home) === '$2,500.50')
    await expect(home).to.be.accessible()
    expect(fiat(app, 2n * ETHER, CHAIN)).to.equal('$5,001.00')
    expect(asked).to.deep.equal(['https://prices.example.test/simple?ids=ethereum&vs=usd'])
    const settings = await fixture<Settings>(html`<we-settings .app=${app}></we-settings>`)
    const select = settings.shadowRoot!.querySelector<HTMLSelectElement>('#currency')!
    expect([...select.options].map(({ text }) => text)).to.deep.equal(['US Dollar', 'Euro'])
    select.value = 'EUR'
    select.dispatchEvent(new Event('change'))
    await until(() => fiat(app, ETHER, CHAIN) === '€2,000.00')
    expect(asked.at(-1)).to.equal('https://prices.example.test/simple?ids=ethereum&vs=eur')
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
    expect(fiat(other.app, ETHER, CHAIN)).to.equal(undefined)
    expect([textOf(home), settings.shadowRoot!.querySelector('#currency')]).to.deep.equal([
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
      app.addEventListener('change', () => seen.push(fiat(app, ETHER, CHAIN)))
      const home = await fixture<Home>(html`<we-home .app=${app}></we-home>`)
      await until(
        () => asked.length && home.shadowRoot!.querySelector('h1')!.textContent!.includes('1'),
      )
      await new Promise((resolve) => setTimeout(resolve))
      expect([fiat(app, ETHER, CHAIN), textOf(home)]).to.deep.equal([undefined, undefined])
      expect([seen.some(Boolean), asked.length]).to.deep.equal([false, 1])
    })
  }
})
