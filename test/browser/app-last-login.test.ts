import { expect, fixture, fixtureCleanup, html } from '@open-wc/testing'

import '../../src/app/screens/app.js'
import '../../src/app/screens/lazy-screens.js'
import type { Home } from '../../src/app/screens/home/home.js'
import { watchLogins } from '../../src/app/wallet/watch/last-login.js'
import { ADDRESS, OTHER, signedIn, USER } from './app-support.js'
import { until } from './support.js'

const ITEM = 'wallet-embed:last-login'
const stored = () => JSON.parse(localStorage.getItem(ITEM) ?? 'null')

/** Somebody signs in; then the home is drawn, in place of the last. */
async function signIn(verifier: string, address: string): Promise<{ home: Home; text(): string }> {
  const userInfo = { ...USER, verifier, typeOfLogin: verifier }
  const { app } = signedIn({}, { addresses: [address as `0x${string}`], userInfo })
  await watchLogins(app)
  fixtureCleanup()
  const home = await fixture<Home>(html`<we-home .app=${app}></we-home>`)
  const notice = home.shadowRoot!.querySelector('we-other-account')!
  await notice.updateComplete
  return { home, text: () => notice.shadowRoot!.textContent!.replace(/\s+/g, ' ').trim() }
}

describe('a person who signs in', () => {
  beforeEach(() => localStorage.removeItem(ITEM))
  after(() => localStorage.removeItem(ITEM))

  it('for the first time, or as last time, is told nothing', async () => {
    expect((await signIn('google', ADDRESS)).text()).to.equal('')
    expect((await signIn('google', ADDRESS)).text()).to.equal('')
  })

  it('in another way is told that this is another account, until they say that they know', async () => {
    await signIn('google', ADDRESS)
    const { home, text } = await signIn('github', OTHER)
    expect(text()).to.contain('This is another account')
    expect(text()).to.contain(
      'Last time you signed in with Google. GitHub opens a different account',
    )
    await expect(home).to.be.accessible()
    const again = await signIn('github', OTHER)
    expect(again.text()).to.contain('This is another account')
    const notice = again.home.shadowRoot!.querySelector('we-other-account')!
    notice.shadowRoot!.querySelector('button')!.click()
    await notice.updateComplete
    expect(again.text()).to.equal('')
    await until(() => again.home.shadowRoot!.activeElement?.localName === 'h1')
    expect((await signIn('github', OTHER)).text()).to.equal('')
  })

  it('with a recovery phrase, or after one, is told of it by name', async () => {
    await signIn('google', ADDRESS)
    const typed = await signIn('', OTHER)
    expect(typed.text()).to.contain('with Google. Recovery phrase opens a different account')
    localStorage.removeItem(ITEM)
    await signIn('', ADDRESS)
    const { text } = await signIn('google', OTHER)
    expect(text()).to.contain('Last time you signed in with Recovery phrase. Google opens')
  })

  it('in another way that leads to the same account is told nothing', async () => {
    await signIn('google', ADDRESS)
    expect((await signIn('github', ADDRESS)).text()).to.equal('')
  })

  it('in the same way with another account is told nothing', async () => {
    await signIn('google', ADDRESS)
    expect((await signIn('google', OTHER)).text()).to.equal('')
  })

  it('leaves neither e-mail nor address behind', async () => {
    await signIn('google', ADDRESS)
    await signIn('github', OTHER)
    const text = JSON.stringify(stored()).toLowerCase()
    for (const secret of [ADDRESS, OTHER, USER.email]) {
      expect(text.includes(secret.toLowerCase())).to.equal(false)
    }
  })
})
