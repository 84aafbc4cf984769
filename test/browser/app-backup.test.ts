import { expect, fixture, html } from '@open-wc/testing'
import { sendKeys } from '@web/test-runner-commands'

import '../../src/app/screens/app.js'
import '../../src/app/screens/lazy-screens.js'
import type { App } from '../../src/app/screens/app.js'
import type { Home } from '../../src/app/screens/home/home.js'
import type { Route } from '../../src/app/wallet/router.js'
import type { WalletApp } from '../../src/app/wallet/wallet-app.js'
import { ADDRESS, buttonOf, fakeSigner, signedIn } from './app-support.js'
import { until } from './support.js'

/** Answers what is asked, as the person remembers it. */
async function answer(screen: Element, remember: (word: string) => string): Promise<void> {
  const inputs = () => [...screen.shadowRoot!.querySelectorAll('input')]
  await until(() => inputs().length)
  const words = (await fakeSigner().signer.ask('phrase', null)).split(' ')
  for (const input of inputs()) input.value = remember(words[Number(input.name)]!)
  buttonOf(screen, 'Done').click()
}

async function drawApp(app: WalletApp, place: Route): Promise<App> {
  const drawn = await fixture<App>(html`<we-app .app=${app}></we-app>`)
  app.show(place)
  return drawn
}

async function showWords(app: WalletApp): Promise<Element> {
  // They proved just now that it is them.
  Object.defineProperty(app.own, 'isFresh', { value: true })
  const drawn = await drawApp(app, 'phrase')
  await until(() => drawn.querySelector('we-recovery-phrase'))
  const screen = drawn.querySelector('we-recovery-phrase')!
  await until(() => buttonOf(screen, 'Show the words'))
  const show = buttonOf(screen, 'Show the words')
  await until(() => show.getAttribute('aria-disabled') === 'false')
  show.focus()
  await sendKeys({ press: 'Enter' })
  await until(() => !!buttonOf(screen, 'I have saved them'))
  return screen
}

const drawHome = (params = {}): Promise<Home> =>
  fixture<Home>(html`<we-home .app=${signedIn({ params }).app}></we-home>`)

describe('the reminder to save the recovery phrase', () => {
  // A separate account each time: what a document postpones it remembers.
  let count = 0
  const address = () => `${ADDRESS.slice(0, -4)}${String(++count).padStart(4, '0')}`
  const homeOf = (own: string, params = {}) =>
    fixture<Home>(html`<we-home .app=${signedIn({ params }, { addresses: [own] }).app}></we-home>`)

  afterEach(() => localStorage.removeItem('wallet-embed:backed-up'))

  it('is shown to somebody new', async () => {
    expect(buttonOf(await drawHome(), 'Save it now')).to.exist
  })

  it('is left out with skipKeyOnboarding', async () => {
    const home = await drawHome({ skipKeyOnboarding: true })
    expect(buttonOf(home, 'Save it now')).to.equal(undefined)
  })

  it('offers a passkey as well, unless the page offers none', async () => {
    const { app } = signedIn({}, { addresses: [address()] })
    let added = 0
    app.addPasskey = async () => {
      added += 1
    }
    const home = await fixture<Home>(html`<we-home .app=${app}></we-home>`)
    buttonOf(home, 'Add a passkey').click()
    expect(added).to.equal(1)
    const hidden = await drawHome({ enabledVerifiers: { webauthn: false } })
    expect(buttonOf(hidden, 'Add a passkey')).to.equal(undefined)
  })

  it('is gone after "Not now", for this document only', async () => {
    const own = address()
    const home = await homeOf(own)
    buttonOf(home, 'Not now').click()
    await until(() => !buttonOf(home, 'Save it now'))
    await until(() => home.shadowRoot!.activeElement?.localName === 'h1')
    expect(localStorage.getItem('wallet-embed:backed-up')).to.equal(null)
  })

  it('ends when the person has saved the words', async () => {
    const own = address()
    const { app } = signedIn({}, { addresses: [own] })
    const screen = await showWords(app)
    buttonOf(screen, 'I have saved them').click()
    await answer(screen, (word) => word)
    expect(app.router.current).to.equal('home')
    expect(buttonOf(await homeOf(own), 'Save it now')).to.equal(undefined)
    expect(localStorage.getItem('wallet-embed:backed-up')).to.contain(own)
  })
})

describe('the check that the words were saved', () => {
  it('asks for three words, in their order, and takes no other', async () => {
    const { app } = signedIn({}, { addresses: [`${ADDRESS.slice(0, -4)}9999`] })
    const screen = await showWords(app)
    buttonOf(screen, 'I have saved them').click()
    await answer(screen, () => 'another')
    await until(() => screen.shadowRoot!.querySelector('[role=alert]'))
    const inputs = [...screen.shadowRoot!.querySelectorAll('input')]
    const places = inputs.map(({ name }) => Number(name))
    expect(places).to.have.length(3)
    expect([...places].sort((one, other) => one - other)).to.deep.equal(places)
    expect(inputs.map((input) => input.ariaInvalid)).to.deep.equal(['true', 'true', 'true'])
    expect(localStorage.getItem('wallet-embed:backed-up')).to.equal(null)
    // Said again: an alert that stays the same is not read twice.
    const done = buttonOf(screen, 'Done')
    done.focus()
    done.click()
    await until(() => screen.shadowRoot!.activeElement === inputs[0])
    await expect(screen).to.be.accessible()
    buttonOf(screen, 'Show the words again').click()
    await until(() => screen.shadowRoot!.querySelectorAll('li').length === 24)
  })
})
