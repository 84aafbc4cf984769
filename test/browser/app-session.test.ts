/** A session that is begun, ended or replaced in another frame or tab of the same storage. */
import { expect, fixture, fixtureCleanup, html } from '@open-wc/testing'

import type { App } from '../../src/app/screens/app.js'
import '../../src/app/screens/app.js'
import type { Signer } from '../../src/app/signer/signer.js'
import { WalletError } from '../../src/shared/errors.js'
import {
  ADDRESS,
  createApp,
  fakeSigner,
  OTHER,
  rpcCodeOf,
  signedIn,
  storedSession,
  storeSession,
  THIRD,
  USER,
} from './app-support.js'
import { until } from './support.js'

const REPLACED = { addresses: [OTHER], sealed: { keyId: 'other', iv: 'iv', data: 'data' } }

/** As the browser tells of what another document stored. */
const tellOfStorage = () =>
  dispatchEvent(
    new StorageEvent('storage', { storageArea: sessionStorage, key: 'wallet-embed:session' }),
  )

describe('a session of several documents', () => {
  beforeEach(() => sessionStorage.clear())
  afterEach(() => {
    // Apps of the other tests hear of it too.
    sessionStorage.clear()
    tellOfStorage()
  })

  it('that begins elsewhere answers who waits for a sign-in here', async () => {
    const { app } = createApp()
    const accounts = app.core.rpc('eth_requestAccounts', [])
    await until(() => app.requests.current)
    storeSession()
    tellOfStorage()
    expect(await accounts).to.deep.equal([ADDRESS])
    expect(app.state.loggedIn).to.be.true
  })

  it('that connects elsewhere answers who waits for that here', async () => {
    const addresses = [ADDRESS, OTHER]
    const { app } = signedIn({}, { addresses, connected: [] })
    const accounts = app.core.rpc('eth_requestAccounts', [])
    await until(() => app.requests.current?.kind === 'connect')
    storeSession({ addresses })
    tellOfStorage()
    expect(await accounts).to.deep.equal([ADDRESS])
  })

  it('that changes elsewhere answers no question about the accounts that a site sees', async () => {
    const { app } = signedIn({}, { addresses: [ADDRESS, OTHER] })
    const asked = rpcCodeOf(app.core.rpc('wallet_requestPermissions', [{ eth_accounts: {} }]))
    await until(() => app.requests.current)
    const question = app.requests.current!
    storeSession({ addresses: [ADDRESS, OTHER, THIRD] })
    tellOfStorage()
    expect(app.own.all.length).to.equal(3)
    expect(app.requests.current).to.equal(question)
    question.reject()
    expect(await asked).to.equal(4001)
  })

  it('that is replaced by another account’s has proven nothing of the new person', async () => {
    const { app } = createApp()
    await app.life.begin({ addresses: [ADDRESS], userInfo: USER }, true)
    expect([app.life.isFresh, app.life.isNew]).to.deep.equal([true, true])
    storeSession(REPLACED)
    tellOfStorage()
    expect(app.own.chosen).to.equal(OTHER)
    expect([app.life.isFresh, app.life.isNew]).to.deep.equal([false, false])
  })

  it('that is replaced by another account’s answers nothing that the first was asked', async () => {
    const { app, told } = signedIn()
    const signature = rpcCodeOf(app.core.rpc('personal_sign', ['0x6869', ADDRESS]))
    await until(() => app.requests.current)
    storeSession(REPLACED)
    tellOfStorage()
    expect(await signature).to.equal(4100)
    expect(app.requests.current).to.deep.include({ kind: 'ended' })
    expect(app.requests.current!.subject).to.deep.include({ why: 'replaced' })
    app.requests.current!.reject()
    expect(app.state.accounts).to.deep.equal([OTHER])
    expect(told.filter(([name]) => name === 'panel').at(-1)?.[1]).to.deep.equal({ open: false })
  })

  it('that expired does not end the one that took its place meanwhile', async () => {
    const expiring: ((error: Error) => void)[] = []
    const ask = (method: string, params: { keyId?: string }) =>
      method === 'unlock' && params.keyId === 'key'
        ? new Promise((_, reject) => expiring.push(reject))
        : Promise.resolve(null)
    const { app, told } = signedIn({ signer: { ask } as unknown as Signer })
    storeSession(REPLACED)
    tellOfStorage()
    expect(expiring).to.have.length(1)
    expiring[0]!(new WalletError('SESSION_EXPIRED'))
    await app.sign('signMessage', null as never)
    expect(app.state.accounts).to.deep.equal([OTHER])
    expect(storedSession()).to.contain(OTHER)
    expect(told.some(([name]) => name === 'sessionExpired')).to.be.false
  })

  it('that expires before it hears of the one that took its place leaves that one alone', async () => {
    const { app, told } = signedIn()
    storeSession(REPLACED)
    app.life.lock()
    expect(storedSession()).to.contain(OTHER)
    expect(app.state.accounts).to.deep.equal([OTHER])
    expect(told.some(([name]) => name === 'sessionExpired')).to.be.false
  })

  it('that is replaced by another account’s leaves the signer the new secret alone', () => {
    const kept: unknown[] = []
    const ask = async (method: string, { others }: { others?: boolean }, _: 0, first: string) =>
      method === 'lock' && others && kept.push(first)
    signedIn({ signer: { ask } as unknown as Signer })
    storeSession(REPLACED)
    tellOfStorage()
    expect(kept).to.deep.equal([ADDRESS, OTHER])
  })

  it('that ends elsewhere ends here, with what was asked', async () => {
    const { app } = signedIn()
    const signature = rpcCodeOf(app.core.rpc('personal_sign', ['0x6869', ADDRESS]))
    await until(() => app.requests.current)
    sessionStorage.clear()
    tellOfStorage()
    expect(await signature).to.equal(4100)
    expect(app.state).to.deep.include({ loggedIn: false, accounts: [] })
  })
})

/** Somebody is signed in until `expire` is called. */
function expiring() {
  let expire = () => {}
  const unlock = () =>
    new Promise((_, reject) => {
      expire = () => reject(new WalletError('SESSION_EXPIRED'))
    })
  const { signer, asked } = fakeSigner({ unlock })
  return { ...signedIn({ signer }), asked, expire: () => expire() }
}

/** What the person reads, and what they can press. */
async function shown(app: App['app']) {
  const element = await fixture<App>(html`<we-app .app=${app}></we-app>`)
  const root = () => element.querySelector('we-ended')?.shadowRoot
  await until(() => root()?.querySelector('footer button'))
  const buttons = [...root()!.querySelectorAll<HTMLElement>('button')]
  return { text: root()!.querySelector('main')!.innerText, buttons }
}

describe('a session that ends while the person is asked', () => {
  beforeEach(() => sessionStorage.clear())
  afterEach(() => {
    fixtureCleanup()
    sessionStorage.clear()
    tellOfStorage()
  })

  it('says so, that nothing was signed, and signs in again; who asked hears it at once', async () => {
    const { app, told, asked, expire } = expiring()
    app.show('settings')
    const signature = app.core.rpc('personal_sign', ['0x6869', ADDRESS]).catch(({ code }) => code)
    await until(() => app.requests.current)
    expire()
    expect(await signature).to.equal('SESSION_EXPIRED')
    const { text, buttons } = await shown(app)
    expect(text).to.include('Your session has ended').and.include('Nothing was signed')
    expect(asked).not.to.include('signMessage')
    buttons.find((button) => button.innerText === 'Sign in again')!.click()
    expect(app.requests.current?.kind).to.equal('signIn')
    storeSession()
    tellOfStorage()
    await until(() => app.router.current === 'settings')
    expect(app.requests.size).to.equal(0)
    expect(told).to.deep.include(['panel', { open: true }])
    expect(told).not.to.deep.include(['panel', { open: false }])
  })

  it('in another tab says that, and can be closed', async () => {
    const { app, told } = signedIn()
    const signature = app.core.rpc('personal_sign', ['0x6869', ADDRESS]).catch(({ code }) => code)
    await until(() => app.requests.current)
    sessionStorage.clear()
    tellOfStorage()
    expect(await signature).to.equal('NOT_LOGGED_IN')
    const { text, buttons } = await shown(app)
    expect(text).to.include('You signed out in another tab').and.include('Nothing was signed')
    buttons.find((button) => button.innerText === 'Close')!.click()
    expect(app.requests.size).to.equal(0)
    expect(told.filter(([name]) => name === 'panel').at(-1)?.[1]).to.deep.equal({ open: false })
  })

  it('says so too when it was approved and not yet signed', async () => {
    const { app, asked, expire } = expiring()
    const signature = app.core.rpc('personal_sign', ['0x6869', ADDRESS]).catch(({ code }) => code)
    await until(() => app.requests.current)
    if (app.requests.current?.kind === 'message') app.requests.current.approve(null)
    expire()
    expect(await signature).to.equal('SESSION_EXPIRED')
    expect(app.requests.current?.subject).to.deep.include({ why: 'expired' })
    expect(asked).not.to.include('signMessage')
  })

  it('does not say that nothing was sent of what is on its way to a silent node', async () => {
    const { app } = signedIn()
    // As after two seconds without an answer.
    app.requests.ask('silent', null).catch(() => {})
    await app.core.load()
    sessionStorage.clear()
    tellOfStorage()
    expect(app.own.chosen).to.equal(undefined)
    expect(app.requests.current?.kind).to.equal(undefined)
  })

  it('has nothing more to say once somebody is signed in again', async () => {
    const { app, expire } = expiring()
    app.core.rpc('personal_sign', ['0x6869', ADDRESS]).catch(() => {})
    await until(() => app.requests.current)
    expire()
    await until(() => app.requests.current?.kind === 'ended')
    storeSession({ sealed: { keyId: 'next', iv: 'iv', data: 'data' } })
    tellOfStorage()
    expect(app.requests.size).to.equal(0)
  })
})
