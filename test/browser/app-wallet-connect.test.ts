/** `wallet_connect` (ERC-7846): accounts, and a sign-in for the site's server, in one question. */
import { expect, fixture, fixtureCleanup, html } from '@open-wc/testing'
import { parseSiweMessage } from 'viem/siwe'

import '../../src/app/screens/app.js'
import type { App } from '../../src/app/screens/app.js'
import type { WalletApp } from '../../src/app/wallet/wallet-app.js'
import {
  ADDRESS,
  clearStorage,
  createApp,
  fakeSigner,
  OTHER,
  rpcCodeOf,
  SITE,
  signedIn,
  textOf,
  USER,
} from './app-support.js'
import { until } from './support.js'

interface Connected {
  accounts: {
    address: string
    capabilities: { signInWithEthereum?: { message: string; signature: string } }
  }[]
}

const SIGN_IN = { nonce: 'abcdefgh12345678', chainId: '0x7a69' }
const ask = (app: WalletApp, capabilities?: unknown) =>
  app.core.rpc('wallet_connect', [
    { version: '1', ...(capabilities !== undefined && { capabilities }) },
  ]) as Promise<Connected>

/** The question that is asked next. */
async function asked(app: WalletApp, kind: string) {
  await until(() => app.requests.current?.kind === kind)
  return app.requests.current!
}
async function approve(app: WalletApp, kind: string, answer: unknown = null): Promise<void> {
  const question = await asked(app, kind)
  ;(question.approve as (answer: unknown) => void)(answer)
}

describe('wallet_connect', () => {
  beforeEach(clearStorage)
  afterEach(() => {
    fixtureCleanup()
    clearStorage()
  })

  it('without capabilities answers with the accounts, as eth_requestAccounts does', async () => {
    const { app } = signedIn({}, { connected: [] })
    const connecting = ask(app)
    await approve(app, 'connect')
    expect(await connecting).to.deep.equal({ accounts: [{ address: ADDRESS, capabilities: {} }] })
    expect(await ask(app, { somethingElse: {} })).to.deep.equal(await connecting)
  })

  it('with a sign-in asks one question, whose yes connects the site and signs', async () => {
    const { app } = signedIn({}, { connected: [] })
    const connecting = ask(app, { signInWithEthereum: { ...SIGN_IN, statement: 'Hello.' } })
    await asked(app, 'message')
    expect([app.requests.size, app.own.given]).to.deep.equal([1, []])
    await approve(app, 'message')
    const [account] = (await connecting).accounts
    const { message, signature } = account!.capabilities.signInWithEthereum!
    expect([account!.address, signature]).to.deep.equal([ADDRESS, '0xsigned-message'])
    expect(parseSiweMessage(message)).to.deep.include({
      ...{ address: ADDRESS, domain: 'shop.example.test', uri: SITE, statement: 'Hello.' },
      ...{ nonce: SIGN_IN.nonce, chainId: 31_337, version: '1' },
    })
    expect(app.own.given).to.deep.equal([ADDRESS])
  })

  it('shows the site each account once, also after two such questions at the same time', async () => {
    const { app } = signedIn({}, { connected: [] })
    const both = [SIGN_IN, { ...SIGN_IN, nonce: 'hgfedcba87654321' }].map((one) =>
      ask(app, { signInWithEthereum: one }),
    )
    await until(() => app.requests.size === 2)
    await approve(app, 'message')
    await both[0]
    await approve(app, 'message')
    await both[1]
    expect(await app.core.rpc('eth_accounts', [])).to.deep.equal([ADDRESS])
  })

  it('says that the yes also connects, and what the site then sees', async () => {
    const { app } = signedIn({}, { connected: [] })
    ask(app, { signInWithEthereum: SIGN_IN }).catch(() => {})
    const element = await fixture<App>(html`<we-app .app=${app}></we-app>`)
    const screen = () => element.querySelector('we-sign-message')
    await until(() => screen()?.shadowRoot?.querySelector('h1'))
    expect(textOf(screen()!)).to.contain('Sign in to shop.example.test?')
    expect(textOf(screen()!)).to.contain('This also connects the site.')
    await expect(screen()!).to.be.accessible()
    app.dismiss()
  })

  it('warns there of a site that passes for one that is connected', async () => {
    const { app } = signedIn({ site: 'https://shop.examp1e.test' }, { connected: [SITE] })
    ask(app, { signInWithEthereum: SIGN_IN }).catch(() => {})
    const element = await fixture<App>(html`<we-app .app=${app}></we-app>`)
    const screen = () => element.querySelector('we-sign-message')
    await until(() => screen()?.shadowRoot?.querySelector('.second'))
    expect(textOf(screen()!)).to.contain('This is not shop.example.test')
    app.dismiss()
  })

  it('does not say so to a site that is connected', async () => {
    const { app } = signedIn()
    ask(app, { signInWithEthereum: SIGN_IN }).catch(() => {})
    const element = await fixture<App>(html`<we-app .app=${app}></we-app>`)
    const screen = () => element.querySelector('we-sign-message')
    await until(() => screen()?.shadowRoot?.querySelector('h1'))
    expect(textOf(screen()!)).not.to.contain('This also connects the site.')
    app.dismiss()
  })

  it('after a no neither connects nor signs', async () => {
    const { signer, asked: worked } = fakeSigner()
    const { app } = signedIn({ signer }, { connected: [] })
    const code = rpcCodeOf(ask(app, { signInWithEthereum: SIGN_IN }))
    ;(await asked(app, 'message')).reject()
    expect(await code).to.equal(4001)
    expect([app.own.given, worked.includes('signMessage')]).to.deep.equal([[], false])
  })

  it('signs in first whoever is signed out, and then asks one question', async () => {
    const { app } = createApp()
    const connecting = ask(app, { signInWithEthereum: SIGN_IN })
    await asked(app, 'signIn')
    await app.life.begin({ addresses: [ADDRESS], userInfo: USER })
    await approve(app, 'message')
    expect((await connecting).accounts[0]!.capabilities.signInWithEthereum).not.to.equal(undefined)
  })

  it('asks a person with several accounts which, and signs with the first of these', async () => {
    const { app } = signedIn({}, { addresses: [ADDRESS, OTHER], connected: [] })
    const connecting = ask(app, { signInWithEthereum: SIGN_IN })
    await approve(app, 'connect', [OTHER])
    expect((await asked(app, 'message')).account).to.equal(OTHER)
    await approve(app, 'message')
    expect((await connecting).accounts.map(({ address }) => address)).to.deep.equal([OTHER])
  })

  it('shows the site the account that the question named, and no other that came into use meanwhile', async () => {
    const { app } = signedIn({}, { connected: [] })
    const connecting = ask(app, { signInWithEthereum: SIGN_IN })
    await asked(app, 'message')
    await app.own.add()
    expect(app.own.chosen).to.equal(OTHER)
    await approve(app, 'message')
    const { accounts } = await connecting
    expect(accounts.map(({ address }) => address)).to.deep.equal([ADDRESS])
    expect(accounts[0]!.capabilities.signInWithEthereum!.message).to.contain(ADDRESS)
    expect(app.own.given).to.deep.equal([ADDRESS])
  })

  it('puts the account that signed first, whichever is in use', async () => {
    const given = { [SITE]: [ADDRESS, OTHER] }
    const { app } = signedIn({}, { addresses: [ADDRESS, OTHER], given })
    const connecting = ask(app, { signInWithEthereum: SIGN_IN })
    await asked(app, 'message')
    app.own.choose(OTHER)
    await approve(app, 'message')
    const { accounts } = await connecting
    expect(accounts.map(({ address }) => address)).to.deep.equal([ADDRESS, OTHER])
    expect(accounts[1]!.capabilities).to.deep.equal({})
  })

  it('for another site, or on a chain that the wallet does not know, asks nobody', async () => {
    const { app } = signedIn({}, { connected: [] })
    const other = { ...SIGN_IN, domain: 'bank.example.test' }
    expect(await rpcCodeOf(ask(app, { signInWithEthereum: other }))).to.equal(-32602)
    const elsewhere = { ...SIGN_IN, chainId: '0x1234567' }
    expect(await rpcCodeOf(ask(app, { signInWithEthereum: elsewhere }))).to.equal(4902)
    expect(app.requests.size).to.equal(0)
  })

  it('is undone by wallet_disconnect, and the person stays signed in', async () => {
    const { app } = signedIn()
    expect(await app.core.rpc('wallet_disconnect', undefined)).to.equal(null)
    expect([app.own.given, app.own.chosen]).to.deep.equal([[], ADDRESS])
    expect(await app.core.rpc('wallet_disconnect', []), 'again').to.equal(null)
  })
})
