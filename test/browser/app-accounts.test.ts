import { expect, fixture, html } from '@open-wc/testing'
import { sendKeys } from '@web/test-runner-commands'

import '../../src/app/screens/lazy-screens.js'
import { loadRpc } from '../../src/app/provider/load-rpc.js'
import type { AccountsScreen } from '../../src/app/screens/settings/accounts.js'
import type { Sites } from '../../src/app/screens/settings/sites.js'
import { SessionManager } from '../../src/app/session/session-manager.js'
import { SiteStore } from '../../src/app/sites/site-store.js'
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
  storedSession,
  THIRD,
  textOf,
  USER,
} from './app-support.js'
import { until } from './support.js'

const TWO = { addresses: [ADDRESS, OTHER] }

/** Gives the answer that the person would, to the question that is asked next. */
async function connect(app: WalletApp, accounts: `0x${string}`[] | null): Promise<void> {
  await until(() => app.requests.current)
  const question = app.requests.current!
  if (question.kind !== 'connect') throw new Error(question.kind)
  question.approve(accounts)
}

describe('several accounts', () => {
  beforeEach(clearStorage)
  after(clearStorage)

  it('are of one secret: the next is added, used at once, and there again after a reload', async () => {
    const { app } = signedIn()
    await app.own.add()
    await app.own.add()
    expect(app.own.all.map(({ address, index }) => [address, index])).to.deep.equal([
      [ADDRESS, 0],
      [OTHER, 1],
      [THIRD, 2],
    ])
    expect(app.own.chosen).to.equal(THIRD)
    const { app: later } = createApp()
    later.restore()
    expect([later.own.chosen, later.own.all.length]).to.deep.equal([THIRD, 3])
  })

  it('are known to this device after a logout, with their names and the one that was used last', async () => {
    const { app } = signedIn()
    await app.own.add()
    app.own.rename(OTHER, '  Savings  ')
    await app.logout()
    expect(storedSession()).to.equal(null)
    const { signer } = fakeSigner()
    const nothing = () => {}
    const life = new SessionManager({
      ...{ isLasting: false, signer, site: SITE, siteStore: new SiteStore(false, SITE) },
      ...{ onOvertaken: nothing, onBegun: nothing, onConnected: nothing, onChanged: nothing },
      ...{ onEnded: nothing, onExpired: nothing, elsewhere: loadRpc },
    })
    await life.begin({ addresses: [ADDRESS], userInfo: USER })
    const { app: later } = createApp({ signer })
    later.restore()
    expect(later.own.all.map(({ name }) => name)).to.deep.equal(['', 'Savings'])
    expect([later.own.chosen, later.own.given]).to.deep.equal([OTHER, []])
  })

  it('are seen by a site only where the person gave them; the one in use comes first', async () => {
    const { app, told } = signedIn({}, TWO)
    expect(app.own.given).to.deep.equal([ADDRESS])
    app.own.choose(OTHER)
    expect(app.own.given, 'not given to it').to.deep.equal([ADDRESS])
    app.life.connect([...app.own.given, OTHER])
    expect(app.own.given).to.deep.equal([OTHER, ADDRESS])
    app.own.choose(ADDRESS)
    expect(told.at(-1)).to.deep.equal(['state', { ...app.state, accounts: [ADDRESS, OTHER] }])
  })

  it('are asked for when a site connects, and it gets those that the person picked', async () => {
    const { app } = signedIn({}, { ...TWO, connected: [], chosen: OTHER })
    const asked = app.core.rpc('eth_requestAccounts', [])
    await connect(app, [ADDRESS, OTHER])
    expect(await asked).to.deep.equal([OTHER, ADDRESS])
  })

  it('are asked for again by wallet_requestPermissions, which can take one back', async () => {
    const given = { [SITE]: [ADDRESS, OTHER] }
    const { app } = signedIn({}, { ...TWO, given })
    const asked = app.core.rpc('wallet_requestPermissions', [{ eth_accounts: {} }])
    await connect(app, [OTHER])
    const [permission] = (await asked) as { caveats: { value: string[] }[] }[]
    expect(permission!.caveats[0]!.value).to.deep.equal([OTHER])
    expect(await rpcCodeOf(app.core.rpc('personal_sign', ['0x00', ADDRESS]))).to.equal(4100)
  })

  const METHODS: [string, (from: string) => unknown[]][] = [
    ['personal_sign', (from) => ['0x6869', from]],
    ['eth_signTransaction', (from) => [{ from, to: THIRD, value: '0x1' }]],
    ['eth_getEncryptionPublicKey', (from) => [from]],
  ]
  for (const [method, params] of METHODS) {
    it(`${method} is shown for, and signed with, the account that the request names`, async () => {
      const { signer, asked, accounts } = fakeSigner({
        encryptionPublicKey: 'key',
        signTransaction: '0x1',
      })
      const given = { [SITE]: [ADDRESS, OTHER] }
      const { app } = signedIn({ signer }, { ...TWO, given })
      const answer = app.core.rpc(method, params(OTHER.toLowerCase()))
      await until(() => app.requests.current)
      const question = app.requests.current!
      expect(question.account).to.equal(OTHER)
      ;(question.approve as (answer: unknown) => void)({})
      await answer
      expect([asked.at(-1), accounts.at(-1)]).to.deep.equal([
        { personal_sign: 'signMessage', eth_signTransaction: 'signTransaction' }[method] ??
          'encryptionPublicKey',
        1,
      ])
    })

    it(`${method} for an account that the site was not given is 4100, and nobody is asked`, async () => {
      const { app } = signedIn({}, TWO)
      expect(await rpcCodeOf(app.core.rpc(method, params(OTHER)))).to.equal(4100)
      expect(app.requests.size).to.equal(0)
    })
  }

  it('are no more than twenty', async () => {
    const addresses = Array.from({ length: 20 }, (_, at) => `0x${String(at).padStart(40, '1')}`)
    const { app } = signedIn({}, { addresses })
    expect(app.own.isFull).to.equal(true)
    const { code } = await app.own.add().then(
      () => ({ code: '' }),
      (error) => error,
    )
    expect(code).to.equal('LIMIT_EXCEEDED')
  })
})

describe('the screen of accounts', () => {
  beforeEach(clearStorage)
  after(clearStorage)

  it('adds one, names it, and says which the site does not see', async () => {
    const { app } = signedIn()
    const screen = await fixture<AccountsScreen>(html`<we-accounts .app=${app}></we-accounts>`)
    buttonOf(screen, 'Add an account').click()
    await until(() => app.own.all.length === 2)
    screen.requestUpdate()
    await screen.updateComplete
    expect(textOf(screen)).to.contain('Account 2 0x8617…070D · Not shown to shop.example.test')
    buttonOf(screen, 'Rename Account 2').click()
    await until(() => screen.shadowRoot!.activeElement?.localName === 'input')
    await sendKeys({ type: 'Savings' })
    await sendKeys({ press: 'Enter' })
    await until(() => textOf(screen).includes('Savings'))
    expect(app.own.all[1]!.name).to.equal('Savings')
    await until(() => screen.shadowRoot!.activeElement === buttonOf(screen, 'Rename Savings'))
    await expect(screen).to.be.accessible()
  })
})

describe('connected sites', () => {
  beforeEach(clearStorage)
  after(clearStorage)

  it('says what a site sees and since when, and takes it back: the page sees no account any more', async () => {
    const { app, told } = signedIn({}, { ...TWO, given: { [SITE]: [OTHER] } })
    const screen = await fixture<Sites>(html`<we-sites .app=${app}></we-sites>`)
    expect(textOf(screen)).to.match(/shop\.example\.test.*Sees: Account 2.*Connected on/)
    await expect(screen).to.be.accessible()
    buttonOf(screen, `Disconnect shop.example.test`).click()
    expect(told.at(-1)).to.deep.equal(['state', { ...app.state, loggedIn: false, accounts: [] }])
    expect(app.own.chosen, 'the person stays signed in').to.equal(ADDRESS)
    screen.requestUpdate()
    await screen.updateComplete
    expect(textOf(screen)).to.contain('No site is connected here.')
  })

  it('on the wallet’s own page says that it cannot see them, and why', async () => {
    const { app } = signedIn({ site: null }, { connected: [] })
    const screen = await fixture<Sites>(html`<we-sites .app=${app}></we-sites>`)
    expect(textOf(screen)).to.contain('this page cannot see the sites that you connected')
  })
})
