import { expect, fixture, fixtureCleanup, html } from '@open-wc/testing'
import { setViewport } from '@web/test-runner-commands'

import '../../src/app/screens/app.js'
import '../../src/app/screens/rest.js'
import { isLanguage, LANGUAGES } from '../../src/app/locale/languages.js'
import { log } from '../../src/app/log.js'
import { type LoginOption, loginOptions } from '../../src/app/login-options.js'
import { lookOf } from '../../src/app/look.js'
import type { WalletApp } from '../../src/app/wallet-app.js'
import type { InitParams } from '../../src/protocol/messages.js'
import { LOGIN_TYPES } from '../../src/shared/options.js'
import { ADDRESS, CONFIG, createApp, SITE, signedIn } from './app-support.js'
import { codeOf, everything, until } from './support.js'

const LOGO = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"/>')}`
const WHITE_LABEL = { theme: { isDark: false, colors: {} }, logoDark: LOGO, logoLight: LOGO }

const all = (selector: string) =>
  [...everything(document.body)].filter((one) => one.matches(selector)) as HTMLElement[]
const nameOf = (button: HTMLElement) =>
  button.getAttribute('aria-label') ?? button.textContent?.trim().replace(/\s+/g, ' ') ?? ''
const names = () => all('button').map(nameOf)
const text = () =>
  [...everything(document.body)]
    .map((one) => one.shadowRoot)
    .flatMap((root) => [...(root?.childNodes ?? [])].map((node) => node.textContent))
    .join(' ')
    .replace(/\s+/g, ' ')

/** What is warned of on the console. */
const warned: string[] = []
const { warn } = console

async function show(app: WalletApp): Promise<void> {
  await fixture(html`<we-app .app=${app}></we-app>`)
  await until(() => all('h1').length)
}

/** A wallet as the page wants it, at its sign-in screen or, signed in, at home. */
async function open(params: InitParams, create = createApp): Promise<WalletApp> {
  const { app } = create({ params })
  await app.looks.apply(params)
  app.show('home')
  await show(app)
  return app
}

describe('how the wallet looks and speaks', () => {
  beforeEach(() => {
    warned.length = 0
    console.warn = (...parts: unknown[]) => void warned.push(parts.join(' '))
  })
  afterEach(async () => {
    console.warn = warn
    fixtureCleanup()
    localStorage.clear()
    sessionStorage.clear()
    await createApp().app.looks.apply({})
    await setViewport({ width: 1000, height: 800 })
  })

  it('changes its language and direction live, and tells the page its words', async () => {
    const app = await open({ language: 'en' })
    const [screen] = all('we-sign-in')
    expect(names()).to.include('Continue with Google')
    const { texts } = await app.configure({ language: 'ar-EG' })
    await until(() => names().includes('المتابعة باستخدام Google'))
    expect([document.documentElement.lang, document.documentElement.dir]).to.deep.equal([
      'ar',
      'rtl',
    ])
    expect(texts).to.deep.equal({
      ...{ lang: 'ar', dir: 'rtl' },
      ...{ title: 'المحفظة', open: 'فتح المحفظة', close: 'إغلاق المحفظة' },
    })
    expect(app.locale).to.equal('ar-EG-u-nu-latn')
    const back = await app.configure({ language: 'en' })
    await until(() => names().includes('Continue with Google'))
    expect(back.texts).to.deep.equal({
      ...{ lang: 'en', dir: 'ltr' },
      ...{ title: 'Wallet', open: 'Open wallet', close: 'Close wallet' },
    })
    expect(document.documentElement.dir).to.equal('ltr')
    expect(all('we-sign-in')[0] === screen, 'the same screen').to.equal(true)
  })

  it('takes the page’s language, then its default, then the person’s, then the browser’s', async () => {
    const { app } = createApp()
    const of = async (params: InitParams) => {
      await app.looks.apply(params)
      return app.looks.language
    }
    const whiteLabel = { ...WHITE_LABEL, defaultLanguage: 'fr-CA' }
    await app.chooseLanguage('ja')
    expect(await of({ language: 'de', whiteLabel })).to.equal('de')
    expect(await of({ language: 'xx', whiteLabel })).to.equal('fr')
    expect(await of({})).to.equal('ja')
    expect(createApp().app.looks.own, 'remembered').to.equal('ja')
    await app.chooseLanguage(undefined)
    const [browsers = ''] = navigator.language.split('-')
    expect(app.looks.language).to.equal(isLanguage(browsers) ? browsers : 'en')
  })

  it('lets the person choose in the settings, unless the page has', async () => {
    const app = await open({}, signedIn)
    app.show('settings')
    await until(() => all('select#language').length)
    const [select] = all('select#language') as HTMLSelectElement[]
    expect(select!.options.length).to.equal(Object.keys(LANGUAGES).length + 1)
    select!.value = 'tr'
    select!.dispatchEvent(new Event('change'))
    await until(() => names().includes('Oturumu kapat'))
    await app.configure({ language: 'de' })
    await until(() => text().includes('Von der Website gewählt'))
    expect(all('select#language').length).to.equal(0)
  })

  it('puts the page’s words over its own, in English too, as text and per key', async () => {
    const customTranslations = {
      en: { 'Continue with {0}': 'Go with <b>{0}</b>', 'Continue wiht {0}': 'x', Approve: 'Next' },
      de: { 'Continue with {0}': '{0}, los!', Terms: 'Das {1} da' },
    }
    const app = await open({ language: 'en', whiteLabel: { ...WHITE_LABEL, customTranslations } })
    expect(names()).to.include('Go with <b>Google</b>')
    expect(warned.join('\n')).to.include('did you mean Continue with {0}?')
    expect(warned.join('\n')).to.include('"Approve": this text is the wallet’s own')
    await app.configure({ language: 'de', whiteLabel: { ...WHITE_LABEL, customTranslations } })
    await until(() => names().includes('Google, los!'))
    expect(text()).to.include('Anmelden und verbinden mit')
    expect(warned.join('\n')).to.include('{1} is not in the English text')
    await app.configure({ language: 'de' })
    await until(() => names().includes('Weiter mit Google'))
  })

  it('says what a page may not reword in its own words', async () => {
    const customTranslations = { en: { 'Sign this message?': 'Hello!', Reject: 'Approve' } }
    const params = { language: 'en', whiteLabel: { ...WHITE_LABEL, customTranslations } }
    const app = await open(params, signedIn)
    const asked = codeOf(app.rpc('personal_sign', ['0x6869', ADDRESS]))
    await until(() => names().includes('Reject'))
    expect(text()).to.include('Sign this message?')
    app.dismiss()
    expect(await asked).to.equal('USER_REJECTED')
  })

  for (const language of ['de', 'ar', 'ja'] as const) {
    it(`fits a phone and is accessible in ${language}`, async () => {
      await setViewport({ width: 320, height: 640 })
      const app = await open({ language }, signedIn)
      for (const place of ['home', 'settings', 'receive', 'send', 'phrase'] as const) {
        app.show(place)
        await until(() => all(`we-${place === 'phrase' ? 'recovery-phrase' : place}`).length)
        const wide = all('main, footer, header').filter((one) => one.scrollWidth > one.clientWidth)
        expect(wide.map((one) => `${place} ${one.localName}`)).to.deep.equal([])
        await expect(document.querySelector('we-app')!).to.be.accessible()
      }
    })
  }

  it('keeps addresses left to right in a language that is not', async () => {
    const app = await open({ language: 'ar' }, signedIn)
    app.show('receive')
    await until(() => all('.address').length && !all('we-home').length)
    const directions = all('.address, .mono').map((one) => getComputedStyle(one).direction)
    expect(directions.length > 0 && directions.every((direction) => direction === 'ltr')).to.equal(
      true,
    )
  })

  it('applies theme and colours live, named or with colours', async () => {
    const app = await open({ theme: 'light' })
    const shell = () => getComputedStyle(all('we-shell')[0]!)
    expect(shell().colorScheme).to.equal('light')
    await app.configure({ theme: { isDark: true, colors: { walletBrand1: '#ffd166' } } })
    await until(() => shell().colorScheme === 'dark')
    expect(shell().getPropertyValue('--brand')).to.include('#ffd166')
    await app.configure({ theme: 'auto' })
    await until(() => shell().colorScheme === 'light dark')
  })

  it('shows the logo for its scheme, and its own mark where that does not load', async () => {
    const dark = `${location.origin}/no-such-logo.svg`
    const app = await open({ whiteLabel: { ...WHITE_LABEL, logoDark: LOGO, logoLight: dark } })
    const image = () => all('we-brand img')[0] as HTMLImageElement | undefined
    await until(() => all('img').some((one) => (one as HTMLImageElement).src === LOGO))
    expect(all('img')[0]?.getAttribute('referrerpolicy')).to.equal('no-referrer')
    const theme = { isDark: true, colors: {} }
    await app.configure({ whiteLabel: { ...WHITE_LABEL, theme, logoLight: dark } })
    await until(() => !image() && all('img').length === 0)
  })

  it('links to the page’s terms in a new window, without an opener', async () => {
    await open({
      language: 'de',
      whiteLabel: {
        ...WHITE_LABEL,
        tncLink: { de: 'https://shop.example.test/agb', en: 'https://shop.example.test/terms' },
        privacyPolicy: { en: 'javascript:alert(1)' },
      },
    })
    const links = all('a') as HTMLAnchorElement[]
    expect(links.map(({ href, target, rel }) => [href, target, rel])).to.deep.equal([
      ['https://shop.example.test/agb', '_blank', 'noopener noreferrer'],
    ])
  })

  it('drops the disclaimer only where all special logins are hidden', async () => {
    const hidden = { typeOfLogin: 'google', showOnModal: false } as const
    const whiteLabel = { ...WHITE_LABEL, disclaimerHide: true }
    const app = await open({ language: 'en', whiteLabel })
    const disclaimer = () => text().includes('only confirms who you are')
    expect(disclaimer()).to.equal(true)
    const loginConfig = { google: hidden, discord: { ...hidden, typeOfLogin: 'discord' as const } }
    await app.configure({ language: 'en', whiteLabel, loginConfig })
    await until(() => !disclaimer())
    await app.configure({ language: 'en', loginConfig })
    await until(disclaimer)
  })
})

describe('loginConfig', () => {
  beforeEach(() => {
    warned.length = 0
    console.warn = (...parts: unknown[]) => void warned.push(parts.join(' '))
  })
  afterEach(() => {
    console.warn = warn
    fixtureCleanup()
  })

  const draw = async (logins: LoginOption[], params: InitParams = {}) => {
    await fixture(
      html`<we-shell><we-sign-in .site=${SITE} .logins=${logins} .look=${lookOf(params, 'en')}></we-sign-in></we-shell>`,
    )
    await until(() => all('button').length)
  }

  it('gives a full-length button with a description, an icon button without', async () => {
    await draw(
      loginOptions(CONFIG.verifiers, {
        loginConfig: {
          github: { typeOfLogin: 'github', description: 'Use your work account' },
          google: { typeOfLogin: 'google' },
        },
      }),
    )
    const width = (name: string) =>
      all('button').find((one) => nameOf(one) === name)?.offsetWidth ?? 0
    expect(width('Use your work account')).to.be.greaterThan(200)
    expect(width('Continue with Google')).to.be.lessThan(150)
  })

  it('adds a login by one of the operator’s verifiers, with its own client id and words', () => {
    const options = loginOptions(CONFIG.verifiers, {
      loginConfig: {
        work: { typeOfLogin: 'github', clientId: 'ours', description: 'Work' },
        tenant: {
          typeOfLogin: 'weibo',
          jwtParameters: { domain: 'https://provider.example.test', client_id: 'tenant' },
        },
      },
    })
    const [work, tenant] = ['work', 'tenant'].map((key) => options.find((one) => one.key === key))
    expect([work?.verifier, work?.clientId, work?.isShown]).to.deep.equal(['github', 'ours', true])
    expect([tenant?.verifier, tenant?.clientId]).to.deep.equal(['weibo', 'tenant'])
    expect(options.filter(({ verifier }) => verifier === 'github').length).to.equal(2)
    expect(warned).to.deep.equal([])
  })

  it('makes no dead button of a verifier that the operator does not know, and says so', () => {
    const options = loginOptions(CONFIG.verifiers, {
      loginConfig: {
        mine: { typeOfLogin: 'jwt', jwtParameters: { domain: 'https://other.example.test' } },
      },
    })
    expect(options.map(({ key }) => key)).to.not.include('mine')
    expect(warned.join()).to.include('loginConfig.mine: UNKNOWN_VERIFIER')
  })

  it('warns of JWT parameters that are the operator’s to set', () => {
    const jwtParameters = {
      domain: 'https://other.example.test',
      leeway: 5,
      verifierIdField: 'email',
      redirect_uri: 'https://other.example.test/back',
    }
    loginOptions(CONFIG.verifiers, {
      loginConfig: { google: { typeOfLogin: 'google', jwtParameters } },
    })
    expect(warned.map((line) => /jwtParameters\.(\w+)/.exec(line)?.[1])).to.deep.equal([
      'domain',
      'redirect_uri',
      'verifierIdField',
      'leeway',
    ])
  })

  it('hides, also by enabledVerifiers', async () => {
    await draw(
      loginOptions(CONFIG.verifiers, {
        loginConfig: { github: { typeOfLogin: 'github', showOnModal: false } },
        enabledVerifiers: { discord: false },
      }),
    )
    expect(names()).to.deep.equal(['Continue with Google', 'Continue with Weibo'])
  })

  it('shows its logos: for light, for dark, and under the pointer', async () => {
    const logos = {
      logoDark: `${LOGO}#dark`,
      logoLight: `${LOGO}#light`,
      logoHover: `${LOGO}#hover`,
    }
    const logins = loginOptions(CONFIG.verifiers, {
      loginConfig: { google: { typeOfLogin: 'google', ...logos } },
    })
    const shown = () => all('img').map((one) => new URL((one as HTMLImageElement).src).hash)
    await draw(logins, { theme: 'light' })
    expect(shown()).to.deep.equal(['#dark', '#hover'])
    fixtureCleanup()
    await draw(logins, { theme: 'dark' })
    expect(shown()).to.deep.equal(['#light', '#hover'])
  })

  it('has a mark for every type of login', async () => {
    const [one] = loginOptions(CONFIG.verifiers, {})
    await draw(
      LOGIN_TYPES.map((typeOfLogin) => ({
        ...one!,
        key: typeOfLogin,
        typeOfLogin,
        name: typeOfLogin,
      })),
    )
    const marks = all('svg').filter(
      (svg) => (svg.getRootNode() as ShadowRoot).host?.localName === 'we-login-mark',
    )
    expect(marks.length).to.equal(LOGIN_TYPES.length)
    expect(LOGIN_TYPES.length).to.equal(14)
    expect(marks.every((svg) => svg.childElementCount > 0)).to.equal(true)
  })
})

describe('top-up and billboard', () => {
  const topup = [{ id: 'card', name: 'Card shop', url: 'https://card.example.test/?to={address}' }]
  const billboard = {
    title: { en: 'News', de: 'Neues' },
    text: { en: 'Something is new.' },
    url: 'https://news.example.test',
  }
  before(() => Object.assign(CONFIG, { topup, billboard }))
  after(() => {
    Reflect.deleteProperty(CONFIG, 'topup')
    Reflect.deleteProperty(CONFIG, 'billboard')
  })
  afterEach(() => {
    fixtureCleanup()
    sessionStorage.clear()
  })

  it('are on the wallet’s home, and lead to the service with the address in it', async () => {
    const app = await open({ language: 'en' }, signedIn)
    await until(() => names().includes('Top up'))
    expect(text()).to.include('Something is new.')
    app.show('topup')
    await until(() => all('we-topup a').length || all('a.button').length)
    const [link] = all('a.button') as HTMLAnchorElement[]
    expect([link?.href, link?.target, link?.rel]).to.deep.equal([
      `https://card.example.test/?to=${ADDRESS}`,
      '_blank',
      'noopener noreferrer',
    ])
    app.show('topup', 'card')
    await until(() => text().includes('Open Card shop'))
  })

  it('are hidden where the page says so, and then TOPUP_UNAVAILABLE', async () => {
    const whiteLabel = { ...WHITE_LABEL, topupHide: true, featuredBillboardHide: true }
    const app = await open({ language: 'en', whiteLabel }, signedIn)
    expect(names()).to.not.include('Top up')
    expect(text()).to.not.include('Something is new.')
    expect(await codeOf((async () => app.show('topup'))())).to.equal('TOPUP_UNAVAILABLE')
    await app.configure({ language: 'de' })
    await until(() => names().includes('Aufladen') && text().includes('Neues'))
    expect(await codeOf((async () => app.show('topup', 'bank'))())).to.equal('TOPUP_UNAVAILABLE')
  })
})

describe('the log', () => {
  const lines: string[] = []
  const { debug } = console
  beforeEach(() => {
    lines.length = 0
    console.debug = (...parts: unknown[]) => void lines.push(parts.join(' '))
  })
  afterEach(() => {
    console.debug = debug
    log.isOn = false
  })

  it('is off in production, on elsewhere, and changes live', async () => {
    const { app } = createApp({ params: { buildEnv: 'testing' } })
    await app.configure({ enableLogging: false })
    expect(log.isOn).to.equal(false)
    await app.configure({})
    expect(log.isOn).to.equal(true)
    const production = createApp({ params: {} }).app
    await production.configure({})
    expect(log.isOn).to.equal(false)
    await production.configure({ enableLogging: true })
    expect(log.isOn).to.equal(true)
  })

  it('names methods and how they ended, and nothing that was in them', async () => {
    log.isOn = true
    await log.request('personal_sign', () => 'SECRET')
    const fails = () => Promise.reject(new Error('SECRET'))
    await log.request('eth_sendTransaction', fails).catch(() => {})
    await log.request('SECRET stuff', () => 1)
    expect(lines.join('\n')).to.match(/personal_sign done \d+ ms/)
    expect(lines.join('\n')).to.match(/eth_sendTransaction failed INTERNAL \d+ ms/)
    expect(lines.join('\n').includes('SECRET')).to.equal(false)
  })
})
