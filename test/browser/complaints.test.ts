/** Mistakes of a page's developer that would be silent: one line on the console each, with what to do. */
import { expect, fixtureCleanup } from '@open-wc/testing'

import '../../components/define.js'
import { WalletError } from '../../src/shared/errors.js'
import { Wallet } from '../../src/wallet.js'
import { askedOf, next, STAND_IN, until } from './support.js'

describe('on the console', () => {
  const { error, warn } = console
  const { setTimeout } = window
  let lines: string[]

  beforeEach(() => {
    lines = []
    console.error = console.warn = (line: unknown) => void lines.push(`${line}`)
  })
  afterEach(() => {
    Object.assign(console, { error, warn })
    window.setTimeout = setTimeout
    fixtureCleanup()
  })

  const failing = async (attributes: Record<string, string>) => {
    const element = document.createElement('wallet-embed')
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    const failed = next(element, 'wallet-error')
    document.body.append(element)
    await failed
    element.remove()
  }

  it('a tag without a URL is told where to set one, and where to read on', async () => {
    await failing({})
    expect(lines).to.deep.equal([
      'wallet-embed: Wallet url missing. Set walletUrls.production (Wallet.configure, option) or the attribute wallet-url. ' +
        'docs/errors.md#wallet_url_missing',
    ])
  })

  it('a tag with a URL that is none, or not secure, is told so', async () => {
    await failing({ 'wallet-url': 'wallet' })
    expect(lines.length).to.equal(1)
    expect(lines[0]).to.match(
      /^wallet-embed: Invalid argument\. wallet URL: https, .+#invalid_argument$/,
    )
  })

  it('the link leads to where the page says that the explanations are', async () => {
    Wallet.configure({ docsUrl: 'https://docs.example/errors' })
    try {
      expect(new WalletError('TIMEOUT').docsUrl).to.equal('https://docs.example/errors#timeout')
    } finally {
      Wallet.configure({ docsUrl: 'docs/errors.md' })
    }
  })

  it('a button is told what it lacks, and what it has that is nearly right', async () => {
    const waiting: (() => void)[] = []
    window.setTimeout = ((run: () => void) => waiting.push(run)) as never
    const bare = document.createElement('login-button')
    const own = document.createElement('login-button')
    const near = document.createElement('login-button')
    own.client = near.client = { login: () => new Promise(() => {}) }
    near.setAttribute('class', 'wide')
    near.setAttribute('provder', 'google')
    document.body.append(bare, own, near)
    for (const run of waiting) run()
    window.setTimeout = setTimeout
    await until('both lines', () => lines.length >= 2)
    expect(lines.sort()).to.deep.equal([
      'login-button needs client-id or client.',
      'login-button: attribute provder: unknown, did you mean provider?',
    ])
    for (const button of [bare, own, near]) button.remove()
  })

  it('a button that cannot start is told why', async () => {
    const element = document.createElement('login-button')
    element.clientId = 'a'
    const failed = next(element, 'login-error')
    document.body.append(element)
    await failed
    expect(lines.length).to.equal(1)
    expect(lines[0]).to.match(/^login-button: Wallet url missing\. .+#wallet_url_missing$/)
    element.remove()
  })

  it('a listener for an event that does not exist is told which there are', () => {
    const wallet = new Wallet()
    wallet.on('change', () => {})
    expect(lines).to.deep.equal([])
    wallet.on('logedIn' as 'login', () => {})
    expect(lines.length).to.equal(1)
    expect(lines[0]).to.match(
      /^wallet-embed: unknown event logedIn; there are ready, change, login,/,
    )
  })

  it('a tag that the page hides is told, once, since its button is nowhere', async () => {
    const element = document.createElement('wallet-embed')
    element.walletUrl = STAND_IN
    element.style.display = 'none'
    document.body.append(element)
    await element.init()
    element.buttonPosition = 'top-left'
    expect(lines).to.deep.equal(['wallet-embed: hidden by display: none; use hide-button.'])
    await element.cleanUp()
    element.remove()
  })

  it('the wallet hears which attributes a tag has, and which it reads', async () => {
    const element = document.createElement('wallet-embed')
    element.setAttribute('netwrok', 'sepolia')
    element.walletUrl = STAND_IN
    document.body.append(element)
    await element.init()
    const [init] = await askedOf<{ attributes: string[][] }>(element.provider, 'init')
    const [names, known] = init!.attributes
    expect(names).to.deep.equal(['netwrok', 'wallet-url'])
    expect(known).to.include.members(['network', 'wallet-url'])
    expect(lines).to.deep.equal([])
    await element.cleanUp()
    element.remove()
  })

  it('a page that is not secure is told so', async () => {
    const real = Object.getOwnPropertyDescriptor(window, 'isSecureContext')!
    Object.defineProperty(window, 'isSecureContext', { value: false, configurable: true })
    try {
      await failing({ 'wallet-url': STAND_IN })
    } finally {
      Object.defineProperty(window, 'isSecureContext', real)
    }
    expect(lines.length).to.equal(1)
    expect(lines[0]).to.match(/^wallet-embed: Load failed\. The page needs https\. /)
  })
})
