import { expect, fixture, html } from '@open-wc/testing'
import { render } from 'lit'

import '../../src/app/screens/app.js'
import '../../src/app/screens/lazy-screens.js'
import { onboard } from '../../src/app/login-window/login-onboarding.js'
import type { App } from '../../src/app/screens/app.js'
import type { RecoveryPhrase } from '../../src/app/screens/recovery/recovery-phrase.js'
import type { WalletApp } from '../../src/app/wallet/wallet-app.js'
import { exportPublicKey, generateKeyPair } from '../../src/shared/jwe.js'
import { ADDRESS, createApp, fakeSigner, type Setup, signedIn, USER } from './app-support.js'
import { until } from './support.js'

const ITEM = 'wallet-embed:onboarded'
const DAY = 86_400_000

// A separate account each time: what a document has asked it remembers.
let count = 0
const someone = () => `${ADDRESS.slice(0, -4)}${String(++count).padStart(4, '0')}` as const

const forget = () => {
  localStorage.clear()
  sessionStorage.clear()
}

const draw = (app: WalletApp) => fixture<App>(html`<we-app .app=${app}></we-app>`)
const welcomeOf = (drawn: App) => drawn.querySelector('we-recovery-welcome')
const homeOf = (drawn: App) => drawn.querySelector('we-home')
const press = (drawn: App, name: string) => {
  const buttons = [...welcomeOf(drawn)!.shadowRoot!.querySelectorAll('button')]
  buttons.find(({ textContent }) => textContent?.trim() === name)!.click()
}

/** The wallet's home, of somebody who is signed in. */
async function openHome(address = someone() as string, setup: Setup = {}) {
  const { app } = signedIn(setup, { addresses: [address] })
  const drawn = await draw(app)
  app.show('home')
  await until(() => welcomeOf(drawn)?.shadowRoot?.querySelector('h1') ?? homeOf(drawn))
  return { app, drawn, address }
}

describe('the screen for somebody new', () => {
  beforeEach(forget)
  afterEach(forget)

  it('stands in the place of home, is read from its heading, and is accessible', async () => {
    const { drawn } = await openHome()
    expect(homeOf(drawn)).to.equal(null)
    const welcome = welcomeOf(drawn)!
    await until(() => welcome.shadowRoot!.activeElement?.localName === 'h1')
    expect(welcome.shadowRoot!.textContent).to.include('Keep your account')
    await expect(welcome).to.be.accessible()
  })

  it('gives way to home after "Not now", which does not remind before the next visit', async () => {
    const { app, drawn, address } = await openHome()
    press(drawn, 'Not now')
    await until(() => homeOf(drawn)?.shadowRoot?.textContent?.includes('Receive'))
    expect(welcomeOf(drawn)).to.equal(null)
    expect(homeOf(drawn)!.shadowRoot!.textContent).not.to.include('Save it now')
    expect(app.router.current).to.equal('home')
    expect(Object.keys(JSON.parse(localStorage.getItem(ITEM)!))).to.deep.equal([address])
  })

  it('leads to the words', async () => {
    const { app, drawn } = await openHome()
    press(drawn, 'Save your recovery phrase')
    await until(() => drawn.querySelector('we-recovery-phrase'))
    expect(app.router.current).to.equal('phrase')
  })

  it('adds a passkey, and says so if that failed', async () => {
    const { app, drawn } = await openHome()
    let fails = true
    app.addPasskey = async () => {
      if (fails) throw new Error('cancelled')
    }
    press(drawn, 'Add a passkey')
    await until(() => welcomeOf(drawn)!.shadowRoot!.querySelector('[role=alert]'))
    fails = false
    press(drawn, 'Add a passkey')
    await until(() => homeOf(drawn))
    const hidden = await openHome(someone(), {
      params: { enabledVerifiers: { webauthn: false } },
    })
    expect(welcomeOf(hidden.drawn)!.shadowRoot!.textContent).not.to.include('passkey')
  })

  it('counts as asked when the wallet is closed', async () => {
    const { app, drawn } = await openHome()
    app.escape()
    expect(app.router.current).to.equal(undefined)
    await until(() => !welcomeOf(drawn))
    app.show('home')
    await until(() => homeOf(drawn))
    expect(welcomeOf(drawn)).to.equal(null)
  })

  for (const [name, days, isAsked] of [
    ['does not come again on a later visit', 29, false],
    ['comes again after 30 days', 31, true],
  ] as const) {
    it(name, async () => {
      const address = someone()
      localStorage.setItem(ITEM, JSON.stringify({ [address]: Date.now() - days * DAY }))
      const { drawn } = await openHome(address)
      expect(!!welcomeOf(drawn)).to.equal(isAsked)
      if (isAsked) return
      await until(() => homeOf(drawn)!.shadowRoot!.textContent!.includes('Save it now'))
    })
  }

  it('does not come to who has saved the words', async () => {
    const address = someone()
    localStorage.setItem('wallet-embed:backed-up', JSON.stringify([address]))
    const { drawn } = await openHome(address)
    expect(welcomeOf(drawn)).to.equal(null)
  })

  it('is left out with skipKeyOnboarding', async () => {
    const { drawn } = await openHome(someone(), { params: { skipKeyOnboarding: true } })
    expect(welcomeOf(drawn)).to.equal(null)
  })

  it('lets a question of the site go first, and is there after it', async () => {
    const { app, drawn } = await openHome()
    const asked = app.requests.ask('connect', null)
    await until(() => drawn.querySelector('we-connect'))
    expect(welcomeOf(drawn)!.offsetHeight).to.equal(0)
    app.requests.approveAll('connect')
    await asked
    await until(() => welcomeOf(drawn)!.offsetHeight)
  })
})

describe('a login that a page asked for', () => {
  let prepare: object
  before(async () => {
    const key = await exportPublicKey((await generateKeyPair()).publicKey)
    prepare = { id: 'prepared', key, nonce: 'nonce-of-the-key' }
  })
  beforeEach(forget)
  afterEach(forget)

  it('is done before somebody new is asked anything, and who typed the words is not asked at all', async () => {
    const { signer } = fakeSigner({ prepare, take: { addresses: [someone()] } })
    const { app, told } = createApp({ site: null, signer })
    const login = app.login({})
    app.flow.restore()
    await until(() => app.flow.status.name === 'phrase')
    if (app.flow.status.name === 'phrase') await app.flow.status.onSecret(new Uint8Array(32))
    expect((await login).loggedIn).to.equal(true)
    expect(told.filter(([name]) => name === 'panel').at(-1)?.[1]).to.deep.equal({ open: false })
    const drawn = await draw(app)
    app.show('home')
    await until(() => homeOf(drawn))
    expect(welcomeOf(drawn)).to.equal(null)
  })
})

describe('the screen for somebody new in a login window', () => {
  afterEach(forget)

  it('shows the phrase of who signed in, also where an earlier login has come late', async () => {
    const address = someone()
    const ask = async (_: string, __: null, ___: 0, first?: string) => `the words of ${first}`
    const host = await fixture<HTMLElement>(html`<div></div>`)
    void onboard({
      ...{ signer: { ask } as never, person: { addresses: [address], userInfo: USER } as never },
      ...{ clientId: 'shop', application: 'Shop', offersPasskey: false },
      show: (content) => render(content, host),
    })
    host.querySelector('we-recovery-welcome')!.onSave!()
    const words = await host.querySelector<RecoveryPhrase>('we-recovery-phrase')!.reveal()
    expect(words).to.equal(`the words of ${address}`)
  })
})
