import { expect, fixture, fixtureCleanup, html } from '@open-wc/testing'
import { sendKeys, setViewport } from '@web/test-runner-commands'

import { noteOnboarding } from '../../src/app/session/backup.js'
import '../../src/app/screens/app.js'
import '../../src/app/screens/lazy-screens.js'
import type { WalletApp } from '../../src/app/wallet/wallet-app.js'
import { ADDRESS, createApp, OTHER, signedIn } from './app-support.js'
import { codeOf, everything, until } from './support.js'

/** What has the focus. */
const focused = (): HTMLElement | null => {
  let element = document.activeElement
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
  return element as HTMLElement | null
}

const said = (element: Element | null): string =>
  (element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim().replace(/\s+/g, ' ')

const press = (key: string) => sendKeys({ press: key })

async function shiftTab(): Promise<void> {
  await sendKeys({ down: 'Shift' })
  await press('Tab')
  await sendKeys({ up: 'Shift' })
}

/** Presses Tab until what has this name has the focus. @returns What it passed. */
async function tabTo(name: string | RegExp, step = () => press('Tab')): Promise<string[]> {
  const passed: string[] = []
  for (let count = 0; count < 40; count += 1) {
    await step()
    const now = said(focused())
    if (typeof name === 'string' ? now === name : name.test(now)) return passed
    passed.push(now)
  }
  throw new Error(`Tab never gets to ${name}, but to ${passed.join(' | ')}.`)
}

const isShown = (tag: string): boolean =>
  [...everything(document.body)].some((one) => one.localName === tag && one.checkVisibility())

/** All that is read out by itself. */
const announced = (): string =>
  [...everything(document.body)]
    .filter((one) => one.matches('[role=status], [role=alert]') && one.checkVisibility())
    .map(said)
    .join(' | ')

/** @returns Where the focus is, once there is more than a moment to wait. */
async function open(app: WalletApp): Promise<string> {
  await fixture(html`<we-app .app=${app}></we-app>`)
  await until(() => focused()?.localName === 'h1' && !isShown('we-status'))
  return said(focused())
}

/** Presses until it counts, as a press on *Reject* does at once. */
async function answer(name: string, key: string): Promise<void> {
  await tabTo(name)
  const asked = focused()
  await until(`${name} to count`, async () => {
    if (focused() === asked && asked?.ariaDisabled !== 'true') await press(key)
    return focused() !== asked
  })
}

describe('with the keyboard alone one can', () => {
  before(() => setViewport({ width: 400, height: 680 }))
  // Home, and not what somebody new sees in its place.
  beforeEach(() => noteOnboarding(ADDRESS))
  afterEach(() => {
    fixtureCleanup()
    sessionStorage.clear()
    localStorage.clear()
  })
  after(() => setViewport({ width: 1000, height: 800 }))

  it('choose how to sign in, forwards and backwards, and give it up', async () => {
    const { app } = createApp()
    const chosen: string[] = []
    Object.assign(app.flow, { start: ({ name }: { name: string }) => chosen.push(name) })
    app.show('home')
    expect(await open(app)).to.match(/^Sign in to connect to/)
    await tabTo('Continue with Google')
    await press('Enter')
    await tabTo('Continue with Discord')
    await press('Space')
    await tabTo('Continue with Google', shiftTab)
    await press('Enter')
    expect(chosen).to.deep.equal(['Google', 'Discord', 'Google'])
    await press('Escape')
    await until(() => !isShown('we-sign-in'))
  })

  it('connect', async () => {
    const { app } = signedIn({}, { connected: [] })
    const connected = app.enable()
    expect(await open(app)).to.equal('Connect to shop.example.test?')
    await answer('Connect', 'Enter')
    await connected
    expect(app.own.given).to.deep.equal([ADDRESS])
  })

  it('refuse to connect, by the button and by Escape', async () => {
    for (const refuse of [() => answer('Cancel', 'Space'), () => press('Escape')]) {
      const { app } = signedIn({}, { connected: [] })
      const connected = codeOf(app.enable())
      await open(app)
      await refuse()
      expect(await connected).to.equal('USER_REJECTED')
      fixtureCleanup()
    }
  })

  it('read a message to its end, and sign it', async () => {
    const { app } = signedIn()
    const signed = app.core.rpc('personal_sign', [`0x${'6869203a290a'.repeat(200)}`, ADDRESS])
    expect(await open(app)).to.equal('Sign this message?')
    const passed = await tabTo('Reject')
    expect(
      passed.some((one) => one.includes('Message') || one.includes('hi :)')),
      String(passed),
    ).to.equal(true)
    await answer('Approve', 'Enter')
    expect(await signed).to.equal('0xsigned-message')
  })

  it('send: type to whom and how much, hear what is wrong, and approve', async () => {
    const { app } = signedIn()
    app.show('home')
    await open(app)
    await tabTo('Send')
    await press('Enter')
    await until(() => isShown('we-send') && said(focused()) === 'Send')
    await tabTo('Back')
    await press('Tab')
    await sendKeys({ type: OTHER })
    await press('Enter')
    await until(() => announced().includes('Enter an amount'))
    await sendKeys({ type: '0.25' })
    await press('Enter')
    await until(() => isShown('we-send-transaction'))
    expect(said(focused())).to.equal('Send this payment?')
    await answer('Approve', 'Space')
    await until(() => isShown('we-home'))
    await until(() => announced().includes('on its way'))
  })

  it('go to the settings, change the language, and come back', async () => {
    const { app } = signedIn()
    await app.appearance.apply({})
    app.show('home')
    await open(app)
    await tabTo('Settings')
    await press('Enter')
    await until(() => isShown('we-settings') && focused()?.localName === 'h1')
    await tabTo(/Deutsch/)
    await sendKeys({ type: 'Deu' })
    await until(() => document.documentElement.lang === 'de')
    await app.chooseLanguage(undefined)
    await press('Escape')
    await until(() => isShown('we-home'))
  })

  it('give up what an input method suggests, which leaves no screen', async () => {
    const { app } = signedIn()
    app.show('accounts')
    await open(app)
    await tabTo('Rename Account 1')
    await press('Enter')
    await until(() => focused()?.localName === 'input')
    const giveUp = (isComposing: boolean) =>
      focused()!.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', isComposing, bubbles: true, composed: true }),
      )
    giveUp(true)
    expect(app.router.current).to.equal('accounts')
    giveUp(false)
    expect(app.router.current).to.equal('home')
  })
})
