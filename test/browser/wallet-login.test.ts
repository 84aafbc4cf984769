import { expect, fixture, fixtureCleanup, html } from '@open-wc/testing'
import { sendMouse } from '@web/test-runner-commands'

import type { SignInRequest } from '../../src/index.js'
import type { Wallet } from '../../src/wallet.js'
import { ACCOUNT } from './stand-in/orders.js'
import { askedOf, codeOf, createWallet, order, STAND_IN, until } from './support.js'

describe('the window of a login', () => {
  const realOpen = window.open
  let wallet: Wallet
  let opened: { url: string; name: string; closed: boolean }[]

  beforeEach(async () => {
    opened = []
    window.open = (url, name) => {
      const popup = { url: `${url}`, name: `${name}`, closed: false }
      opened.push(popup)
      return { close: () => Object.assign(popup, { closed: true }) } as unknown as Window
    }
    wallet = createWallet()
    await wallet.init()
  })

  afterEach(async () => {
    window.open = realOpen
    fixtureCleanup()
    await wallet.cleanUp()
  })

  /** A real click, which a browser takes for a gesture. */
  async function click<T>(work: () => Promise<T>): Promise<T> {
    const button = await fixture<HTMLButtonElement>(html`<button type="button">Go</button>`)
    const done = new Promise<T>((resolve, reject) => {
      button.addEventListener('click', () => work().then(resolve, reject))
    })
    done.catch(() => {})
    const { left, top } = button.getBoundingClientRect()
    await sendMouse({ type: 'click', position: [Math.round(left) + 5, Math.round(top) + 5] })
    return done
  }

  it('opens in the click itself, under a name that the wallet is told, and is gone when somebody is signed in', async () => {
    let atOnce = 0
    const work = () => {
      const login = wallet.login({ verifier: 'google' })
      atOnce = opened.length
      return login
    }
    expect(await click(work)).to.deep.equal([ACCOUNT])
    expect(atOnce).to.equal(1)
    expect(opened[0]!.url).to.equal(`${STAND_IN}login#wait`)
    const [asked] = await askedOf(wallet.provider, 'login')
    expect(asked).to.deep.equal({ verifier: 'google', popup: opened[0]!.name })
    expect(opened[0]!.name.length).to.be.at.least(20)
    // The wallet may have had no use for it.
    expect(opened[0]!.closed).to.be.true
  })

  it('has another name each time, and closes when the login fails', async () => {
    const login = () => wallet.login({ verifier: 'refused' })
    expect(await codeOf(click(login))).to.equal('USER_REJECTED')
    expect(await codeOf(click(login))).to.equal('USER_REJECTED')
    expect(opened.map(({ closed }) => closed)).to.deep.equal([true, true])
    expect(opened[0]!.name).not.to.equal(opened[1]!.name)
  })

  it('does not open where it is of no use, and the login goes on without', async () => {
    await click(() => wallet.login())
    await click(() => wallet.login({ verifier: 'google' }))
    expect(opened).to.deep.equal([])
    expect(await askedOf(wallet.provider, 'login')).to.deep.equal([{}, { verifier: 'google' }])
    await wallet.logout()
    window.open = () => null
    await click(() => wallet.login({ verifier: 'google' }))
    expect((await askedOf(wallet.provider, 'login')).at(-1)).to.deep.equal({ verifier: 'google' })
  })
})

describe('what a page asks for with an object of its state', () => {
  const wallet = createWallet()

  after(() => wallet.cleanUp())

  it('goes to the wallet as a copy: Vue makes a proxy of it, which no port carries', async () => {
    await wallet.init()
    const asked = { login_hint: 'sample.one@example.test' }
    expect(await wallet.login(new Proxy(asked, {}))).to.deep.equal([ACCOUNT])
    // What is no object stays so, for the wallet to refuse.
    await wallet.login('google' as never)
    await wallet.login(null as never)
    expect(await askedOf(wallet.provider, 'login')).to.deep.equal([asked, 'google', null])
    // The stand-in has no tokens.
    const token = wallet.getIdToken(new Proxy({ nonce: 'of-the-server' }, {}))
    expect(await codeOf(token)).to.equal('UNSUPPORTED_METHOD')
  })
})

describe("a login that signs in to the site's server, too", () => {
  const SIGNED = { accounts: [ACCOUNT], signature: '0x01' }
  let wallet: Wallet

  beforeEach(async () => {
    wallet = createWallet()
    await wallet.init()
  })
  afterEach(() => wallet.cleanUp())

  it("asks once, with the site's fields and the chain of the wallet", async () => {
    const signIn = { nonce: 'abcd1234', statement: 'Enter.' }
    const { message, ...rest } = await wallet.login({ signIn })
    expect(rest).to.deep.equal(SIGNED)
    expect(JSON.parse(message)).to.deep.equal({ chainId: '0x7a69', ...signIn })
    expect(await askedOf(wallet.provider, 'login')).to.deep.equal([])
    for (const [chainId, expected] of [
      [1, 1],
      [undefined, '0x7a69'],
    ]) {
      const asked = { signIn: { ...signIn, chainId } } as SignInRequest
      expect(JSON.parse((await wallet.login(asked)).message).chainId).to.equal(expected)
    }
  })

  it('fails with the code of a login', async () => {
    const refused = wallet.login({ signIn: { nonce: 'abcd1234', statement: 'No' } })
    expect(await codeOf(refused)).to.equal('USER_REJECTED')
  })
})

describe('a login that leaves the page', () => {
  it('comes back to where the page says that it is', async () => {
    const wallet = createWallet()
    await wallet.init()
    expect(await order(wallet.provider, { address: true })).to.equal(location.href)
    await wallet.cleanUp()
  })

  it('hands what comes back to the wallet, and takes nothing else out of the URL', async () => {
    const { href } = location
    const wallet = createWallet()
    history.replaceState({ at: 7 }, '', `${href}#/route?x=1&wallet-embed-return=abc.d-e_f`)
    await wallet.init()
    expect(location.href).to.equal(`${href}#/route?x=1`)
    expect(history.state).to.deep.equal({ at: 7 })
    expect((await askedOf(wallet.provider, 'init'))[0]).to.include({ returned: 'abc.d-e_f' })
    await wallet.cleanUp()
    // A hash router begins a route with a slash.
    for (const before of ['#', '#/']) {
      history.replaceState(null, '', `${href}${before}wallet-embed-return=abc`)
      await wallet.init()
      expect(location.href).to.equal(href)
      expect((await askedOf(wallet.provider, 'init'))[0]).to.include({ returned: 'abc' })
      await wallet.cleanUp()
    }
    await wallet.init()
    expect((await askedOf(wallet.provider, 'init'))[0]).not.to.have.property('returned', 'abc')
    await wallet.cleanUp()
    await until(() => !document.querySelector('wallet-embed'))
  })
})
