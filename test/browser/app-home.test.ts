import { expect, fixture, html } from '@open-wc/testing'
import { setViewport } from '@web/test-runner-commands'

import '../../src/app/screens/app.js'
import '../../src/app/screens/lazy-screens.js'
import { sentOne, withSent } from '../../demo/states/sent.js'
import { idOf } from '../../src/app/activity/record.js'
import type { App } from '../../src/app/screens/app.js'
import type { Home } from '../../src/app/screens/home/home.js'
import { assetsOf } from '../../src/app/stores/assets.js'
import { Contacts } from '../../src/app/stores/contacts.js'
import { ADDRESS, buttonOf, CONFIG, fakeNode, type Setup, signedIn } from './app-support.js'
import { until } from './support.js'

const textOf = (element: Element) => (element.shadowRoot?.textContent ?? '').replace(/\s+/g, ' ')

function walletOf(setup: Setup = {}) {
  localStorage.setItem('wallet-embed:onboarded', JSON.stringify({ [ADDRESS]: Date.now() }))
  const { app } = signedIn(setup)
  const sent = [
    sentOne({ status: 'done' }, 4),
    sentOne({ status: 'cancelled' }, 3),
    sentOne({ status: 'failed' }, 2),
    sentOne({}, 1),
  ]
  return { app: withSent(app, ...sent), newest: sent.at(-1)! }
}

async function drawAll(setup?: Setup) {
  const all = walletOf(setup)
  const drawn = await fixture<App>(html`<we-app .app=${all.app}></we-app>`)
  all.app.show('home')
  await until(() => drawn.querySelector('we-home')?.shadowRoot?.querySelector('h1'))
  return { ...all, drawn, home: drawn.querySelector<Home>('we-home')! }
}

/** The text as it is broken into lines. */
function linesOf(element: Element): string[] {
  const range = document.createRange()
  const lines = new Map<number, string>()
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    for (let at = 0; at < text.textContent!.length; at++) {
      range.setStart(text, at)
      range.setEnd(text, at + 1)
      const { top } = range.getBoundingClientRect()
      lines.set(top, (lines.get(top) ?? '') + range)
    }
  }
  return [...lines.values()]
}

describe('home', () => {
  afterEach(() => {
    sessionStorage.clear()
    return setViewport({ width: 800, height: 600 })
  })

  it('shows the last three things that were sent, with what became of them, and the way to all', async () => {
    const { app, home } = await drawAll()
    const rows = [...home.shadowRoot!.querySelectorAll('ul.sent li')]
    const statuses = rows.map((row) => row.querySelector('.amount .sub')!.textContent)
    expect(statuses).to.deep.equal(['On its way', 'Failed', 'Cancelled'])
    await expect(home).to.be.accessible()
    home.shadowRoot!.querySelector<HTMLButtonElement>('#all')!.click()
    expect([app.router.current, app.router.subject]).to.deep.equal(['activity', undefined])
  })

  it('breaks the person’s e-mail address before @ and dots, and not within a word', async () => {
    const { home } = await drawAll()
    const shown = home.shadowRoot!.querySelector<HTMLElement>('.who .sub')!
    expect(shown.textContent).to.equal('sample.one@example.test')
    shown.style.cssText = 'display: block; inline-size: 15ch; font-family: monospace'
    expect(linesOf(shown)).to.deep.equal(['sample.one', '@example.test'])
  })

  it('asks once before it logs out, and a no changes nothing', async () => {
    const { app, drawn, home } = await drawAll()
    const asked = async (from: Element) => {
      buttonOf(from, 'Log out').click()
      await until(() =>
        drawn.querySelector('we-log-out:not([hidden])')?.shadowRoot?.querySelector('h1'),
      )
      return drawn.querySelector('we-log-out')!
    }
    const question = await asked(home)
    await expect(question).to.be.accessible()
    expect(app.own.chosen).to.equal(ADDRESS)
    buttonOf(question, 'Stay signed in').click()
    expect([app.router.current, app.own.chosen]).to.deep.equal(['home', ADDRESS])
    await until(() => drawn.querySelector('we-home'))
    buttonOf(await asked(drawn.querySelector('we-home')!), 'Log out').click()
    expect(app.own.chosen).to.equal(undefined)
  })

  it('says how much of a token was sent, and to whom, if the person knows the token', async () => {
    const { app } = signedIn()
    const [to, token] = [`0x${'12'.repeat(20)}`, `0x${'34'.repeat(20)}`] as const
    const data = `0xa9059cbb${to.slice(2).padStart(64, '0')}${(1_500_000).toString(16).padStart(64, '0')}`
    const own = { account: ADDRESS, status: 'done', to: token, data, value: 0n } as const
    withSent(app, sentOne({ ...own, data: data as `0x${string}` }))
    const row = async () => {
      const home = await fixture<Home>(html`<we-home .app=${app}></we-home>`)
      const li = home.shadowRoot!.querySelector<HTMLElement>('ul.sent li')!
      await until(() => li.innerText.includes('Send tokens'))
      return li.innerText.replace(/\s+/g, ' ')
    }
    expect(await row())
      .to.contain('0x3434…3434')
      .and.not.contain('1.5')
    assetsOf(app).add(
      { account: ADDRESS, chainId: app.chains.current.chainId },
      { type: 'ERC20', address: token, symbol: 'SUSD', decimals: 6 },
    )
    new Contacts(ADDRESS).save(to, 'Harbour master')
    expect(await row())
      .to.contain('Harbour master')
      .and.contain('1.5 SUSD')
  })

  it('opens one of them, and one step back is home again', async () => {
    const { app, drawn, home, newest } = await drawAll()
    home.shadowRoot!.querySelector<HTMLButtonElement>('ul.sent button')!.click()
    expect([app.router.current, app.router.subject]).to.deep.equal(['activity', idOf(newest)])
    await until(() => drawn.querySelector('we-activity')?.shadowRoot?.querySelector('we-sent'))
    const one = drawn.querySelector('we-activity')!.shadowRoot!.querySelector('we-sent')!
    await one.updateComplete
    one.shadowRoot!.querySelector<HTMLButtonElement>('[aria-label="Back"]')!.click()
    expect(app.router.current).to.equal('home')
  })

  it('says what to do to whoever has nothing yet, as far as the operator can help', async () => {
    const { node } = fakeNode({ eth_getBalance: '0x0' })
    const { app } = signedIn()
    app.chains.node = node
    const home = await fixture<Home>(html`<we-home .app=${app}></we-home>`)
    await until(() => textOf(home).includes('Receive some at your address.'))
    const topup = [{ id: 'corner', name: 'Coin corner', url: 'https://coins.example.test/' }]
    const helped = signedIn({ config: { ...CONFIG, topup } }).app
    helped.chains.node = node
    const other = await fixture<Home>(html`<we-home .app=${helped}></we-home>`)
    await until(() => textOf(other).includes('Receive some at your address, or top up.'))
  })

  it('asks the network no more once it is left, also if an answer comes after that', async () => {
    let answer = (_: string) => {}
    const eth_getBalance = new Promise<string>((resolve) => {
      answer = resolve
    })
    const { app } = signedIn({ node: fakeNode({ eth_getBalance }).node })
    const home = await fixture<Home>(html`<we-home .app=${app}></we-home>`)
    home.remove()
    await fixture<Home>(html`<we-home .app=${app}></we-home>`)
    const { setTimeout } = window
    const times: unknown[] = []
    window.setTimeout = ((act: () => void, ms?: number) => {
      times.push(ms)
      return setTimeout(act, ms)
    }) as typeof setTimeout
    try {
      answer('0x1')
      await until(() => times.includes(15_000))
      expect(times.filter((ms) => ms === 15_000)).to.have.length(1)
    } finally {
      window.setTimeout = setTimeout
    }
  })

  it('says whose code the account acts by, where it does, and takes no room where it does not', async () => {
    const codeOf = async (code: string) => {
      const { node } = fakeNode({ eth_getCode: code })
      const { app } = signedIn()
      app.chains.node = node
      const home = await fixture<Home>(html`<we-home .app=${app}></we-home>`)
      return home.shadowRoot!.querySelector('we-own-code')!
    }
    const delegated = await codeOf(`0xef0100${'ab'.repeat(20)}`)
    await until(() => textOf(delegated).includes('Your account acts by the code of a contract'))
    expect(textOf(delegated)).to.include('abab')
    await expect(delegated).to.be.accessible()
    const plain = await codeOf('0x')
    await plain.updateComplete
    expect(plain.getBoundingClientRect().height).to.equal(0)
  })

  it('fills a page of its own with two columns where there is room, and a panel with one', async () => {
    await setViewport({ width: 1280, height: 800 })
    const columns = ({ home }: Awaited<ReturnType<typeof drawAll>>) => {
      const left = (name: string) =>
        Math.round(home.shadowRoot!.querySelector(name)!.getBoundingClientRect().left)
      return left('.account') === left('.lists') ? 1 : 2
    }
    const alone = await drawAll({ site: null })
    await until(() => alone.home.offsetWidth > 1000)
    expect(columns(alone)).to.equal(2)
    alone.app.show('settings')
    await until(() => {
      const screen = alone.drawn.querySelector<HTMLElement>('we-settings')
      return screen && screen.offsetWidth > 0 && screen.offsetWidth < 500
    })
    expect(columns(await drawAll())).to.equal(1)
    await setViewport({ width: 390, height: 800 })
    expect(columns(await drawAll({ site: null }))).to.equal(1)
  })
})
