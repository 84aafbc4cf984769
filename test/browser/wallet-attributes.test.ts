import { expect, fixture, fixtureCleanup, html } from '@open-wc/testing'

import '../../components/wallet-embed/wallet-embed.define.js'
import type { WalletEmbed } from '../../components/wallet-embed/wallet-embed.js'
import type { InitParams } from '../../src/protocol/messages.js'
import { askedOf, loadOf, next, STAND_IN } from './support.js'

const HERE = new URL(document.baseURI)
const WHITE_LABEL = {
  theme: { isDark: true, colors: { walletText1: '#ffffff' } },
  logoDark: 'https://shop.example.test/dark.svg',
  logoLight: 'https://shop.example.test/light.svg',
  tncLink: { de: 'https://shop.example.test/agb' },
}

/** A tag as HTML has it. */
async function tag(attributes: Record<string, string>): Promise<WalletEmbed> {
  const element = document.createElement('template')
  element.innerHTML = '<wallet-embed></wallet-embed>'
  const wallet = element.content.querySelector('wallet-embed')!
  wallet.setAttribute('wallet-url', STAND_IN)
  for (const [name, value] of Object.entries(attributes)) wallet.setAttribute(name, value)
  return fixture<WalletEmbed>(html`${document.importNode(wallet, true)}`)
}

async function started(attributes: Record<string, string>): Promise<WalletEmbed> {
  const element = await tag(attributes)
  if (!element.isInitialized) await next(element, 'wallet-ready')
  return element
}

const initOf = async ({ provider }: WalletEmbed) =>
  (await askedOf<InitParams>(provider, 'init'))[0]!
const lastOf = async ({ provider }: WalletEmbed) =>
  (await askedOf<InitParams>(provider, 'configure')).at(-1)!

describe('attributes of <wallet-embed>', () => {
  const told: string[] = []
  const { error } = console

  beforeEach(() => {
    told.length = 0
    console.error = (text: string) => told.push(text)
  })

  afterEach(() => {
    console.error = error
    fixtureCleanup()
  })

  it('say objects as JSON', async () => {
    const loginConfig = { google: { typeOfLogin: 'google', showOnModal: false } }
    const element = await started({
      'white-label': JSON.stringify(WHITE_LABEL),
      'login-config': JSON.stringify(loginConfig),
      'enabled-verifiers': '{"discord":false}',
      network: '{"host":"localhost","ticker":"XMP"}',
      theme: '{"isDark":false,"colors":{}}',
      integrity: '{"check":false}',
    })
    expect(element.whiteLabel).to.deep.equal(WHITE_LABEL)
    expect(element.integrity).to.deep.equal({ check: false })
    expect(await initOf(element)).to.deep.include({
      whiteLabel: WHITE_LABEL,
      loginConfig,
      enabledVerifiers: { discord: false },
      network: { host: 'localhost', ticker: 'XMP' },
      theme: { isDark: false, colors: {} },
    })
  })

  it('say no by the word, as Vue and Svelte write false', async () => {
    const names = ['use-local-storage', 'skip-key-onboarding', 'enable-logging', 'hide-button']
    const element = await started(Object.fromEntries(names.map((name) => [name, 'false'])))
    expect(await initOf(element)).to.deep.include({
      useLocalStorage: false,
      skipKeyOnboarding: false,
      enableLogging: false,
      showWalletButton: true,
    })
    element.setAttribute('hide-button', '')
    expect(element.hideButton).to.equal(true)
    element.setAttribute('hide-button', 'false')
    expect(element.hideButton).to.equal(false)
  })

  it('change what they say while it runs, and take it back when they go', async () => {
    const element = await started({ 'white-label': JSON.stringify(WHITE_LABEL) })
    const load = await loadOf(element.provider)
    const changed = { ...WHITE_LABEL, topupHide: true }
    element.setAttribute('white-label', JSON.stringify(changed))
    await element.applied
    expect((await lastOf(element)).whiteLabel).to.deep.equal(changed)
    element.removeAttribute('white-label')
    await element.applied
    expect(element.whiteLabel).to.equal(undefined)
    expect((await lastOf(element)).whiteLabel).to.equal(undefined)
    element.setAttribute('white-label', JSON.stringify(changed))
    element.whiteLabel = WHITE_LABEL
    expect(element.hasAttribute('white-label')).to.be.false
    await element.applied
    expect((await lastOf(element)).whiteLabel).to.deep.equal(WHITE_LABEL)
    expect(await loadOf(element.provider)).to.equal(load)
  })

  it('make a white label of its commonest parts alone, light or dark as the browser is', async () => {
    const element = await started({
      'brand-color': '#0b7a53',
      'logo-dark': 'https://shop.example.test/dark.svg',
      'default-language': 'de',
      'tnc-link': 'https://shop.example.test/terms',
      'privacy-policy': 'https://shop.example.test/privacy',
      'contact-link': 'mailto:help@shop.example.test',
    })
    const { whiteLabel, theme } = await initOf(element)
    expect(theme).to.equal('auto')
    expect(whiteLabel).to.deep.equal({
      theme: { isDark: false, colors: { walletBrand1: '#0b7a53' } },
      logoDark: 'https://shop.example.test/dark.svg',
      logoLight: '',
      defaultLanguage: 'de',
      tncLink: { en: 'https://shop.example.test/terms' },
      privacyPolicy: { en: 'https://shop.example.test/privacy' },
      contactLink: { en: 'mailto:help@shop.example.test' },
    })
    const button = element.shadowRoot!.querySelector('.open')!
    expect(getComputedStyle(button).backgroundColor).to.equal('rgb(11, 122, 83)')
    element.brandColor = '#0000ff'
    expect(element.getAttribute('brand-color')).to.equal('#0000ff')
    await element.applied
    expect((await lastOf(element)).whiteLabel?.theme.colors).to.deep.equal({
      walletBrand1: '#0000ff',
    })
    expect(getComputedStyle(button).backgroundColor).to.equal('rgb(0, 0, 255)')
  })

  it('of a part come before the whole, and leave the rest of it as it is', async () => {
    const element = await started({
      'white-label': JSON.stringify(WHITE_LABEL),
      'brand-color': '#0b7a53',
      'tnc-link': 'https://shop.example.test/terms',
      network: 'localhost',
      'chain-id': '31337',
    })
    const { whiteLabel, theme, network } = await initOf(element)
    expect(theme).to.equal(undefined)
    expect(whiteLabel).to.deep.equal({
      ...WHITE_LABEL,
      theme: { isDark: true, colors: { walletText1: '#ffffff', walletBrand1: '#0b7a53' } },
      tncLink: { ...WHITE_LABEL.tncLink, en: 'https://shop.example.test/terms' },
    })
    expect(network).to.deep.equal({ host: 'localhost', chainId: 31337 })
    expect(element.whiteLabel).to.deep.equal(WHITE_LABEL)
    element.chainId = undefined
    await element.applied
    expect(await lastOf(element)).to.deep.include({
      network: { host: 'localhost' },
      isNetworkAsked: true,
    })
  })

  for (const [attributes, detail] of [
    [{ 'white-label': '{"theme":' }, 'whiteLabel'],
    [
      { 'white-label': '{"theme":{"isDark":"no"}}' },
      'whiteLabel.theme.isDark: expected true or false',
    ],
    [{ 'login-config': '[]' }, 'loginConfig'],
    [
      { 'login-config': '{"acme":{"typeOfLogin":"acme"}}' },
      'loginConfig.acme.typeOfLogin: expected one of google',
    ],
    [{ 'enabled-verifiers': '{"google":0}' }, 'enabledVerifiers.google: expected true or false'],
    [{ network: '{"host":""}' }, 'network.host: expected a network name or the URL of a node'],
    [{ 'chain-id': 'seven', network: 'localhost' }, 'network.chainId: expected a whole number'],
    [{ 'chain-id': '7' }, 'network.host'],
    [
      { 'brand-color': 'green' },
      'whiteLabel.theme.colors.walletBrand1: expected a hex colour such as #0364ff',
    ],
    [{ theme: 'purple' }, 'theme: expected light, dark, auto or a theme'],
    [{ integrity: 'yes' }, 'integrity.check: true or false'],
    [{ integrity: '{"check":true}' }, 'integrity.hash: sha384'],
  ] satisfies [Record<string, string>, string][]) {
    it(`refuse ${JSON.stringify(attributes)}, on the console and as an event, with its path`, async () => {
      const element = document.createElement('wallet-embed')
      element.walletUrl = STAND_IN
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
      const failed = next(element, 'wallet-error')
      document.body.append(element)
      const { code, message, docsUrl } = (await failed).error
      element.remove()
      expect(code).to.equal('INVALID_ARGUMENT')
      expect(message).to.include(detail)
      expect(told).to.deep.equal([`wallet-embed: ${message} ${docsUrl}`])
    })
  }

  it('that are wrong while it runs are told the same way, and the wallet keeps what it had', async () => {
    const element = await started({ 'white-label': JSON.stringify(WHITE_LABEL) })
    const failed = next(element, 'wallet-error')
    element.setAttribute('brand-color', 'green')
    const { message, docsUrl } = (await failed).error
    expect(message).to.include('whiteLabel.theme.colors.walletBrand1: expected a hex colour')
    expect(told).to.deep.equal([`wallet-embed: ${message} ${docsUrl}`])
    element.language = 'de'
    await element.applied
    expect(await lastOf(element)).to.deep.include({ language: 'de', whiteLabel: WHITE_LABEL })
    element.brandColor = '#0b7a53'
    await element.applied
    expect((await lastOf(element)).whiteLabel?.theme.colors.walletBrand1).to.equal('#0b7a53')
  })

  it('and properties may name files and pages as the page does', async () => {
    const element = await started({
      'logo-dark': '/logo.svg',
      'logo-light': 'images/logo.svg?dark',
      'tnc-link': '#terms',
      'contact-link': 'mailto:help@shop.example.test',
    })
    const logoHover = '//cdn.example.test/hover.svg'
    element.loginConfig = {
      google: { typeOfLogin: 'google', description: '/no-url', logoDark: '/google.svg', logoHover },
    }
    element.whiteLabel = {
      ...WHITE_LABEL,
      privacyPolicy: { en: '/privacy', de: 'datenschutz' },
      customTranslations: { en: { Wallet: '/shop' } },
    }
    await element.applied
    const { whiteLabel, loginConfig } = await lastOf(element)
    expect(whiteLabel).to.deep.include({
      logoDark: `${HERE.origin}/logo.svg`,
      logoLight: new URL('images/logo.svg?dark', HERE).href,
      tncLink: { ...WHITE_LABEL.tncLink, en: new URL('#terms', HERE).href },
      privacyPolicy: { en: `${HERE.origin}/privacy`, de: new URL('datenschutz', HERE).href },
      contactLink: { en: 'mailto:help@shop.example.test' },
      customTranslations: { en: { Wallet: '/shop' } },
    })
    expect(loginConfig?.google).to.deep.include({
      description: '/no-url',
      logoDark: `${HERE.origin}/google.svg`,
      logoHover: new URL(logoHover, HERE).href,
    })
    expect(element.logoDark).to.equal('/logo.svg')
  })
})
