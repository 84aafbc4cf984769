import { expect, fixtureCleanup, html } from '@open-wc/testing'

import type { WalletEmbed } from '../../components/wallet-embed/wallet-embed.js'
import { BUTTON_POSITIONS } from '../../src/shared/options.js'
import { Wallet } from '../../src/wallet.js'
import { part, ready } from './element-support.js'
import { ACCOUNT } from './stand-in/orders.js'
import { askedOf, codeOf, createWallet, loadOf, next, order, STAND_IN } from './support.js'

const configured = ({ provider }: WalletEmbed) => askedOf(provider, 'configure')

describe('settings of <wallet-embed>', () => {
  afterEach(fixtureCleanup)

  it('start a wallet from the tag alone, with every scalar as an attribute', async () => {
    const { provider } = await ready(html`<wallet-embed
      wallet-url=${STAND_IN} build-env="staging" network="localhost" theme="dark" language="de"
      button-position="top-left" hide-button use-local-storage skip-key-onboarding
      enable-logging init-timeout="9000"></wallet-embed>`)
    const [init] = await askedOf(provider, 'init')
    expect(init).to.deep.include({
      buildEnv: 'staging',
      network: { host: 'localhost' },
      theme: 'dark',
      language: 'de',
      buttonPosition: 'top-left',
      showWalletButton: false,
      useLocalStorage: true,
      skipKeyOnboarding: true,
      enableLogging: true,
    })
  })

  it('show as attributes if they are scalars, and objects take the attribute away', async () => {
    const element = document.createElement('wallet-embed')
    element.theme = 'dark'
    element.hideButton = true
    element.initTimeout = 5_000
    element.network = 'localhost'
    expect(element.outerHTML).to.equal(
      '<wallet-embed theme="dark" hide-button="" init-timeout="5000" network="localhost"></wallet-embed>',
    )
    element.theme = { isDark: true, colors: {} }
    element.network = { host: 'matic' }
    element.hideButton = false
    element.initTimeout = undefined
    expect(element.outerHTML).to.equal('<wallet-embed></wallet-embed>')
    expect(element.network).to.deep.equal({ host: 'matic' })
    element.setAttribute('network', 'mainnet')
    expect(element.network).to.equal('mainnet')
    element.removeAttribute('network')
    expect(element.network).to.equal(undefined)
    element.setAttribute('hide-button', 'true')
    expect(element.hideButton).to.be.true
    expect(element.getAttribute('hide-button')).to.equal('true')
    element.removeAttribute('hide-button')
    expect(element.hideButton).to.be.false
  })

  it('win over older attributes when the class comes late', async () => {
    const { WalletEmbed: Class } = await import('../../components/wallet-embed/wallet-embed.js')
    const early = document.createElement('later-wallet') as WalletEmbed
    early.setAttribute('theme', 'light')
    early.setAttribute('network', 'localhost')
    early.theme = 'dark'
    early.network = { host: 'matic' }
    customElements.define('later-wallet', class extends Class {})
    customElements.upgrade(early)
    expect([early.theme, early.getAttribute('theme')]).to.deep.equal(['dark', 'dark'])
    expect(early.network).to.deep.equal({ host: 'matic' })
    expect(early.hasAttribute('network')).to.be.false
  })

  it('apply while it runs: one request for a task, no reload, no logout', async () => {
    const element = await ready()
    await element.login()
    const load = await loadOf(element.provider)
    element.theme = 'dark'
    element.language = 'de'
    element.whiteLabel = { theme: { isDark: true, colors: {} }, logoDark: 'a:b', logoLight: 'a:b' }
    element.loginConfig = { acme: { typeOfLogin: 'jwt' } }
    element.setAttribute('enable-logging', '')
    element.skipKeyOnboarding = true
    element.enabledVerifiers = { google: false }
    element.setAttribute('network', 'matic')
    const moved = next(element, 'wallet-chain-changed')
    await element.applied
    expect((await moved).chainId).to.equal('0x89')
    expect(await configured(element)).to.deep.equal([
      {
        network: { host: 'matic' },
        buttonPosition: undefined,
        enableLogging: true,
        enabledVerifiers: { google: false },
        loginConfig: { acme: { typeOfLogin: 'jwt' } },
        whiteLabel: element.whiteLabel,
        skipKeyOnboarding: true,
        theme: 'dark',
        language: 'de',
        isNetworkAsked: true,
      },
    ])
    expect(await loadOf(element.provider)).to.equal(load)
    expect(element.accounts).to.deep.equal([ACCOUNT])
  })

  it('say that the network is asked for, also if it was so at first, and with no other setting', async () => {
    const element = await ready(
      html`<wallet-embed wallet-url=${STAND_IN} network="localhost"></wallet-embed>`,
    )
    element.network = 'localhost'
    await element.applied
    element.theme = 'dark'
    await element.applied
    const network = { host: 'localhost' }
    const [asked, other] = await configured(element)
    expect(asked).to.deep.include({ network, isNetworkAsked: true })
    expect(other).to.deep.include({ network, theme: 'dark' })
    expect(other).not.to.have.property('isNetworkAsked')
  })

  it('ask for nothing when only the button came or went, or nothing did', async () => {
    const element = await ready()
    element.hideButton = true
    element.hideButton = false
    await element.applied
    expect(await configured(element)).to.deep.equal([])
  })

  it("ask the wallet whether there is such a place for the button, which is at the page's meanwhile", async () => {
    const element = await ready()
    element.buttonPosition = 'top-right'
    await element.applied
    expect((await configured(element))[0]).to.deep.include({ buttonPosition: 'top-right' })
    expect(part(element, '.open').className).to.equal('open top right')
  })

  it('that are set while it starts reach it, once', async () => {
    const element = document.createElement('wallet-embed')
    element.walletUrl = STAND_IN
    document.body.append(element)
    await Promise.resolve()
    element.theme = 'dark'
    await next(element, 'wallet-ready')
    await element.applied
    expect((await askedOf(element.provider, 'init'))[0]).to.include({ theme: 'dark' })
    expect(await configured(element)).to.deep.equal([])
    element.remove()
  })

  it('that the wallet refuses are told by the error event, and spoil nothing that is set after', async () => {
    const element = await ready()
    const failed = next(element, 'wallet-error')
    element.network = { host: 'nowhere' }
    expect((await failed).error.code).to.equal('NETWORK_UNAVAILABLE')
    expect(element.network).to.deep.equal({ host: 'nowhere' })
    element.theme = 'dark'
    await element.applied
    expect((await configured(element)).at(-1)).to.deep.include({
      theme: 'dark',
      network: undefined,
    })
    element.network = { host: 'nowhere' }
    expect(await codeOf(element.applied)).to.equal('NETWORK_UNAVAILABLE')
    element.network = { host: 'matic' }
    await element.applied
    expect((await configured(element)).at(-1)).to.deep.include({ network: { host: 'matic' } })
  })

  it('that the wallet refuses take nothing along that was set with them', async () => {
    const element = await ready()
    const errors: string[] = []
    element.addEventListener('wallet-error', ({ error }) => errors.push(error.code))
    element.network = { host: 'nowhere' }
    element.theme = 'dark'
    expect(await codeOf(element.applied)).to.equal('NETWORK_UNAVAILABLE')
    element.language = 'de'
    await element.applied
    const taken = { theme: 'dark', language: 'de', network: undefined }
    expect((await configured(element)).at(-1)).to.deep.include(taken)
    expect(errors).to.deep.equal(['NETWORK_UNAVAILABLE'])
  })

  it('hold for a frame that loads again', async () => {
    const element = await ready()
    element.theme = 'dark'
    await element.applied
    await order(element.provider, { reload: true }).catch(() => {})
    expect((await askedOf(element.provider, 'init'))[0]).to.include({ theme: 'dark' })
  })

  it('are what cannot change live until the next start', async () => {
    const element = await ready()
    element.useLocalStorage = true
    await element.applied
    expect(await configured(element)).to.deep.equal([])
    await element.cleanUp()
    await element.init()
    expect((await askedOf(element.provider, 'init'))[0]).to.include({ useLocalStorage: true })
  })

  it('name the element in the language of the wallet, in its direction', async () => {
    const element = await ready()
    const labels = () =>
      ['.open', 'dialog', 'dialog button', 'iframe'].map((selector) => {
        const { ariaLabel, title, lang, dir } =
          element.shadowRoot!.querySelector<HTMLElement>(selector)!
        return [ariaLabel || title, lang, dir]
      })
    expect(labels()).to.deep.equal([
      ['Open wallet', 'en', 'ltr'],
      ['Wallet', 'en', 'ltr'],
      ['Close wallet', '', ''],
      ['Wallet', '', ''],
    ])
    element.language = 'ar'
    await element.applied
    expect(labels()).to.deep.equal([
      ['فتح المحفظة', 'ar', 'rtl'],
      ['المحفظة', 'ar', 'rtl'],
      ['إغلاق المحفظة', '', ''],
      ['المحفظة', '', ''],
    ])
  })
})

describe('Wallet, while it runs', () => {
  it('sets network, theme and language, and rejects what the wallet refuses', async () => {
    const wallet = createWallet()
    const errors: string[] = []
    wallet.on('error', ({ code }) => errors.push(code))
    expect(await codeOf(wallet.setNetwork('matic'))).to.equal('NOT_INITIALIZED')
    await wallet.init()
    await wallet.setNetwork('matic')
    expect(await wallet.provider.request({ method: 'eth_chainId' })).to.equal('0x89')
    await wallet.setTheme({ isDark: true, colors: { walletBrand1: '#0b7a53' } })
    await wallet.setLanguage('de')
    expect(await codeOf(wallet.setNetwork({ host: 'nowhere' }))).to.equal('NETWORK_UNAVAILABLE')
    expect(await codeOf(wallet.setTheme('purple' as never))).to.equal('INVALID_ARGUMENT')
    expect(errors).to.deep.equal(['NETWORK_UNAVAILABLE', 'INVALID_ARGUMENT'])
    expect((await askedOf(wallet.provider, 'configure'))[2]).to.deep.include({
      network: { host: 'matic' },
      theme: { isDark: true, colors: { walletBrand1: '#0b7a53' } },
      language: 'de',
    })
    await wallet.cleanUp()
  })

  it('tells each of several changes at once what became of it', async () => {
    const wallet = createWallet()
    await wallet.init()
    const fates = [
      codeOf(wallet.setNetwork({ host: 'nowhere' })),
      wallet.setLanguage('de').then(() => 'taken'),
      codeOf(wallet.setTheme('purple' as never)),
    ]
    expect(await Promise.all(fates)).to.deep.equal([
      'NETWORK_UNAVAILABLE',
      'taken',
      'INVALID_ARGUMENT',
    ])
    await wallet.setTheme('dark')
    await wallet.cleanUp()
  })

  it('rejects also a network that it began with, and that does not answer any more', async () => {
    const wallet = createWallet()
    await wallet.init({ network: { host: 'gone' } })
    expect(await codeOf(wallet.setNetwork({ host: 'gone' }))).to.equal('NETWORK_UNAVAILABLE')
    await wallet.cleanUp()
  })

  it('opens the screen for buying currency', async () => {
    const wallet = createWallet()
    expect(await codeOf(wallet.initiateTopup())).to.equal('NOT_INITIALIZED')
    await wallet.init()
    const shown: string[] = []
    wallet.on('show', () => shown.push('show'))
    await wallet.initiateTopup('acme')
    expect(shown).to.deep.equal(['show'])
    expect(await askedOf(wallet.provider, 'show')).to.deep.equal([
      { screen: 'topup', provider: 'acme' },
    ])
    expect(await codeOf(wallet.initiateTopup('closed'))).to.equal('TOPUP_UNAVAILABLE')
    await wallet.cleanUp()
  })

  it('hands unknown parameters to the wallet, which can say what was meant', async () => {
    const wallet = createWallet()
    const params = { langauge: 'de', hidden: true, innerHTML: 'x' }
    await wallet.init(params as never)
    expect((await askedOf(wallet.provider, 'init'))[0]).to.deep.include(params)
    const element = document.querySelector('wallet-embed')!
    expect(element.hidden).to.be.false
    expect(element.innerHTML).to.equal('')
    await wallet.cleanUp()
  })

  for (const buttonPosition of BUTTON_POSITIONS) {
    it(`has its button at the ${buttonPosition} from the start, whichever way the page reads`, async () => {
      for (const dir of ['ltr', 'rtl']) {
        document.dir = dir
        const wallet = createWallet(STAND_IN, { buttonPosition })
        await wallet.init()
        const root = document.querySelector('wallet-embed')!.shadowRoot!
        const { left, top, right, bottom } = root.querySelector('.open')!.getBoundingClientRect()
        const isAt = { top, left, right: innerWidth - right, bottom: innerHeight - bottom }
        const [vertical, horizontal] = buttonPosition.split('-') as ['top', 'left']
        expect([isAt[vertical], isAt[horizontal]], dir).to.deep.equal([24, 24])
        await wallet.cleanUp()
      }
      document.dir = ''
    })
  }

  it('has its button at the bottom left, unless init says that there is none', async () => {
    const button = () => document.querySelector('wallet-embed')!.shadowRoot!.querySelector('.open')
    const wallet = createWallet()
    for (const params of [{}, { showWalletButton: true }]) {
      await wallet.init(params)
      const { left, bottom } = button()!.getBoundingClientRect()
      expect([left, innerHeight - bottom]).to.deep.equal([24, 24])
      await wallet.cleanUp()
    }
    await wallet.init({ showWalletButton: false })
    expect(button()).to.equal(null)
    await wallet.showWalletButton()
    expect(button()!.matches(':popover-open')).to.be.true
    await wallet.cleanUp()
  })

  it('hands wrong values to the wallet, which refuses them', async () => {
    const wallet = createWallet()
    expect(await codeOf(wallet.init({ showWalletButton: 'no' as never }))).to.equal(
      'INVALID_ARGUMENT',
    )
  })

  it('warns of unknown options', () => {
    const warned: string[] = []
    const { warn } = console
    console.warn = (text: string) => warned.push(text)
    new Wallet({ buttonPositon: 'top-left' } as never)
    console.warn = warn
    expect(warned).to.deep.equal([
      'wallet-embed: unknown option buttonPositon; there are buttonPosition, walletUrls, initTimeout.',
    ])
  })
})
