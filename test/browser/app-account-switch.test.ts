/** Which of several accounts a site sees: the person says so when they sign in, connect, or switch. */
import { expect, fixture, fixtureCleanup, html } from '@open-wc/testing'
import { resetMouse, setViewport } from '@web/test-runner-commands'

import '../../src/app/screens/app.js'
import { asking } from '../../demo/states/asking.js'
import type { App } from '../../src/app/screens/app.js'
import { noteOnboarding } from '../../src/app/session/backup.js'
import type { WalletApp } from '../../src/app/wallet/wallet-app.js'
import {
  ADDRESS,
  buttonOf,
  clearStorage,
  createApp,
  fakeSigner,
  OTHER,
  rpcCodeOf,
  SITE,
  signedIn,
  THIRD,
  textOf,
  USER,
} from './app-support.js'
import { clickOn } from './mouse.js'
import { until } from './support.js'

const TWO = { addresses: [ADDRESS, OTHER] }
const signIn = (app: WalletApp) => app.life.begin({ addresses: [ADDRESS], userInfo: USER })

/** The wallet as it is drawn, with the screen that is shown now. */
async function drawn(app: WalletApp) {
  const element = await fixture<App>(html`<we-app .app=${app}></we-app>`)
  const shown = () => element.querySelector<HTMLElement>('we-shell > :not([hidden])')
  return {
    screen: async (name: string) => {
      await until(() => shown()?.localName === name && shown()!.shadowRoot?.querySelector('h1'))
      return shown()!
    },
  }
}

const boxesOf = (screen: HTMLElement) => [
  ...screen.shadowRoot!.querySelectorAll<HTMLInputElement>('.accounts input'),
]

const account2 = (screen: HTMLElement) =>
  screen.shadowRoot!.querySelectorAll<HTMLElement>('button.choice')[1]!

/** A question takes no press before it was seen for a moment. */
async function approve(screen: HTMLElement, name = 'Connect'): Promise<void> {
  await until(() => buttonOf(screen, name).ariaDisabled === 'false')
  await clickOn(buttonOf(screen, name))
  await resetMouse()
}

describe('which account a site sees', () => {
  // So high that nothing has to be read on.
  before(() => setViewport({ width: 400, height: 1200 }))
  beforeEach(() => {
    clearStorage()
    // Home, and not the welcome of new people in its place.
    noteOnboarding(ADDRESS)
  })
  afterEach(() => {
    fixtureCleanup()
    clearStorage()
  })
  after(() => setViewport({ width: 1000, height: 800 }))

  it('a person with one account who signs in is not asked', async () => {
    const { app } = createApp()
    await signIn(app)
    expect(app.own.given).to.deep.equal([ADDRESS])
    expect(app.requests.size).to.equal(0)
  })

  it('a person with several who signs in is asked, and until then the site sees none', async () => {
    const { app } = signedIn()
    await app.own.add()
    await app.logout()
    const { app: later } = createApp()
    const asked = later.core.rpc('eth_requestAccounts', [])
    await until(() => later.requests.current?.kind === 'signIn')
    await signIn(later)
    expect([later.requests.current?.kind, later.requests.size]).to.deep.equal(['connect', 1])
    expect([later.own.given, later.state.loggedIn]).to.deep.equal([[], false])
    const question = later.requests.current!
    if (question.kind === 'connect') question.approve([OTHER])
    expect(await asked).to.deep.equal([OTHER])
  })

  it('the panel stays open from the sign-in to that question', async () => {
    const { app: first } = signedIn()
    await first.own.add()
    await first.logout()
    const { app, told } = createApp()
    app.core.rpc('eth_requestAccounts', []).catch(() => {})
    await until(() => app.requests.current)
    await signIn(app)
    await until(() => app.requests.size === 1 && app.requests.current?.kind === 'connect')
    expect(told).to.deep.include(['panel', { open: true }])
    expect(told).not.to.deep.include(['panel', { open: false }])
  })

  it('one no answers all requests that wait for it', async () => {
    const { app } = signedIn({}, { ...TWO, connected: [] })
    const asked = [1, 2].map(() => rpcCodeOf(app.core.rpc('eth_requestAccounts', [])))
    await until(() => app.requests.current)
    expect(app.requests.size).to.equal(1)
    app.requests.current!.reject()
    expect(await Promise.all(asked)).to.deep.equal([4001, 4001])

    const out = createApp().app
    const waiting = [1, 2].map(() => rpcCodeOf(out.core.rpc('eth_requestAccounts', [])))
    await until(() => out.requests.current)
    expect(out.requests.size, 'one sign-in').to.equal(1)
    out.escape()
    expect(await Promise.all(waiting)).to.deep.equal([4001, 4001])
  })

  it('those that the site saw last are picked already when it connects again', async () => {
    const { app } = signedIn({}, { ...TWO, chosen: OTHER })
    await drawn(app)
    await until(() => localStorage.getItem(`wallet-embed:site-accounts:${ADDRESS}`))
    app.life.disconnect()
    fixtureCleanup()
    const asked = app.core.rpc('eth_requestAccounts', [])
    const { screen } = await drawn(app)
    const connect = await screen('we-connect')
    expect(boxesOf(connect).map(({ checked }) => checked)).to.deep.equal([true, false])
    await expect(connect).to.be.accessible()
    await approve(connect)
    expect(await asked).to.deep.equal([ADDRESS])
    expect(app.own.chosen, 'the person goes on with one that the site sees').to.equal(ADDRESS)
  })

  it('a question without an account takes no yes', async () => {
    const { app } = signedIn({}, { ...TWO, connected: [] })
    app.core.rpc('eth_requestAccounts', []).catch(() => {})
    const { screen } = await drawn(app)
    const connect = await screen('we-connect')
    boxesOf(connect)[0]!.click()
    await until(() => connect.shadowRoot!.textContent.includes('Choose an account first.'))
    expect(buttonOf(connect, 'Connect').ariaDisabled).to.equal('true')
    app.dismiss()
  })

  it('may be a new one for this site alone', async () => {
    const { app } = signedIn({}, { connected: [] })
    const asked = app.core.rpc('eth_requestAccounts', [])
    const { screen } = await drawn(app)
    const connect = await screen('we-connect')
    buttonOf(connect, 'Use a new address for this site').click()
    await until(() => boxesOf(connect).length === 2)
    expect(boxesOf(connect).map(({ checked }) => checked)).to.deep.equal([false, true])
    await approve(connect)
    expect(await asked).to.deep.equal([OTHER])
  })

  it('is asked the same in a window, which has no keys to add one', async () => {
    const accounts = [ADDRESS, OTHER].map((address, index) => ({
      ...{ address: address as `0x${string}`, index, name: '' },
    }))
    const choice = { accounts, picked: [OTHER as `0x${string}`], isFull: false }
    const shell = await fixture(html`<div>${asking('connect', null, { choice })}</div>`)
    const connect = shell.querySelector<HTMLElement>('we-connect')!
    await until(() => boxesOf(connect).length === 2)
    expect(boxesOf(connect).map(({ checked }) => checked)).to.deep.equal([false, true])
    expect(!!buttonOf(connect, 'Use a new address for this site')).to.equal(false)
  })

  it('says so if a new one could not be added', async () => {
    const { signer } = fakeSigner({ addresses: new Error('gone') })
    const { app } = signedIn({ signer }, { connected: [] })
    app.core.rpc('eth_requestAccounts', []).catch(() => {})
    const { screen } = await drawn(app)
    const connect = await screen('we-connect')
    buttonOf(connect, 'Use a new address for this site').click()
    await until(() => textOf(connect).includes('The account could not be added.'))
    expect(app.own.all.length).to.equal(1)
    app.dismiss()
  })

  it('switching asks whether the site may see the other; yes tells the page', async () => {
    const { app, told } = signedIn({}, TWO)
    app.show('accounts')
    const { screen } = await drawn(app)
    account2(await screen('we-accounts')).click()
    const question = await screen('we-use-account')
    expect(textOf(question)).to.contain('Use Account 2 on shop.example.test?')
    expect(textOf(question)).to.contain('sees Account 1 now')
    expect(app.own.given, 'nothing is told before').to.deep.equal([ADDRESS])
    await expect(question).to.be.accessible()
    buttonOf(question, 'Use Account 2').click()
    expect(app.own.given, 'a press before it was seen does not count').to.deep.equal([ADDRESS])
    await until(() => textOf(question).includes('Press once more.'))
    await approve(question, 'Use Account 2')
    expect(textOf(await screen('we-home'))).to.contain('shop.example.test sees this account.')
    expect(told.findLast(([name]) => name === 'state')![1]).to.deep.include({
      accounts: [OTHER, ADDRESS],
    })
  })

  it('switching back and forth between two that it sees asks nothing', async () => {
    const { app } = signedIn({}, { ...TWO, given: { [SITE]: [ADDRESS, OTHER] } })
    app.show('accounts')
    const { screen } = await drawn(app)
    account2(await screen('we-accounts')).click()
    await screen('we-home')
    expect(app.own.given).to.deep.equal([OTHER, ADDRESS])
  })

  it('home says if it is another than the one in use, and a no changes nothing', async () => {
    const { app } = signedIn({}, { ...TWO, chosen: OTHER })
    app.show('home')
    const { screen } = await drawn(app)
    const home = await screen('we-home')
    expect(textOf(home)).to.contain('shop.example.test sees Account 1, not this account.')
    buttonOf(home, 'Use Account 2').click()
    buttonOf(await screen('we-use-account'), 'Not now').click()
    await screen('we-home')
    expect([app.own.given, app.own.chosen]).to.deep.equal([[ADDRESS], OTHER])
  })

  it('home says if it sees none', async () => {
    const { app } = signedIn({}, { connected: [] })
    app.show('home')
    const { screen } = await drawn(app)
    expect(textOf(await screen('we-home'))).to.contain('shop.example.test sees no account.')
  })

  it('is changed in the connected sites, where those that it sees are picked', async () => {
    const addresses = [ADDRESS, OTHER, THIRD]
    const { app } = signedIn({}, { addresses, given: { [SITE]: [ADDRESS, THIRD] } })
    app.show('sites')
    const { screen } = await drawn(app)
    buttonOf(await screen('we-sites'), 'Change accounts').click()
    const connect = await screen('we-connect')
    expect(boxesOf(connect).map(({ checked }) => checked)).to.deep.equal([true, false, true])
    boxesOf(connect)[0]!.click()
    await approve(connect)
    expect(textOf(await screen('we-sites'))).to.contain('Sees: Account 3')
    expect([app.own.given, app.own.chosen]).to.deep.equal([[THIRD], THIRD])
  })
})
