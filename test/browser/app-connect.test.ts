/** What a person reads before a site sees an account. */
import { expect, fixture, fixtureCleanup, html } from '@open-wc/testing'

import type { App } from '../../src/app/screens/app.js'
import '../../src/app/screens/app.js'
import { SITE, signedIn } from './app-support.js'
import { until } from './support.js'

type Wallet = ReturnType<typeof signedIn>['app']

/** The site asks for the accounts, and the person has not answered. */
async function asked(app: Wallet) {
  const accounts = app.core.rpc('eth_requestAccounts', []).catch(({ code }) => code)
  const element = await fixture<App>(html`<we-app .app=${app}></we-app>`)
  const root = () => element.querySelector('we-connect')?.shadowRoot
  await until(() => root()?.querySelector('footer'))
  return { accounts, root: root()!, text: () => root()!.querySelector('main')!.innerText }
}

describe('a site that asks to connect', () => {
  beforeEach(() => sessionStorage.clear())
  afterEach(() => {
    fixtureCleanup()
    sessionStorage.clear()
  })

  it('is named by its origin, with what it will see and what it never may', async () => {
    const { app } = signedIn({}, { connected: [] })
    const { text } = await asked(app)
    expect(text()).to.include('Connect to shop.example.test?').and.include('for the first time')
    expect(text()).to.include('the e-mail address').and.include('never')
    app.dismiss()
  })

  it('is one of before where it was connected and is not any more', async () => {
    const { app } = signedIn({}, { connected: [] })
    const first = await asked(app)
    if (app.requests.current?.kind === 'connect') app.requests.current.approve(null)
    await first.accounts
    app.life.disconnect()
    fixtureCleanup()
    const { text } = await asked(app)
    expect(text()).to.include('You have connected this site before')
    app.dismiss()
  })

  it('takes a second step where it passes for one that is connected', async () => {
    const { app } = signedIn({ site: 'https://shop.examp1e.test' }, { connected: [SITE] })
    const { root, text } = await asked(app)
    expect(text()).to.include('This is not shop.example.test, which you have connected')
    expect(root.querySelector<HTMLInputElement>('input[type=checkbox]')!.checked).to.equal(false)
    expect(root.querySelector('footer .primary')!.ariaDisabled).to.equal('true')
    app.dismiss()
  })
})
