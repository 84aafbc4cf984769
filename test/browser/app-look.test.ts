import { expect, fixtureCleanup } from '@open-wc/testing'
import { emulateMedia, executeServerCommand, setViewport } from '@web/test-runner-commands'
import { isLanguage, LANGUAGES } from '../../src/app/appearance/locale/languages.js'
import type { InitParams } from '../../src/protocol/messages.js'
import { all, LOGO, names, open, text, WHITE_LABEL, warn, warned } from './app-look-support.js'
import { ADDRESS, createApp, signedIn } from './app-support.js'
import { codeOf, until } from './support.js'

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
    await createApp().app.appearance.apply({})
    await setViewport({ width: 1000, height: 800 })
  })

  it('draws secondary text and lines like text where a person asks for more contrast', async () => {
    const emulate = (value: string) => {
      const params = { features: [{ name: 'prefers-contrast', value }] }
      return executeServerCommand('devtools', { method: 'Emulation.setEmulatedMedia', params })
    }
    await open({ language: 'en', theme: 'light' })
    const shell = getComputedStyle(all('we-shell')[0]!)
    const colours = () =>
      ['--text', '--muted', '--line', '--line-strong'].map((name) => shell.getPropertyValue(name))
    expect(new Set(colours()).size).to.equal(4)
    await emulate('more')
    expect(matchMedia('(prefers-contrast: more)').matches).to.equal(true)
    const [text, ...others] = colours()
    expect(new Set(others)).to.deep.equal(new Set([text]))
    await emulate('')
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
    expect(app.appearance.locale).to.equal('ar-EG-u-nu-latn')
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
      await app.appearance.apply(params)
      return app.appearance.language
    }
    const whiteLabel = { ...WHITE_LABEL, defaultLanguage: 'fr-CA' }
    await app.chooseLanguage('ja')
    expect(await of({ language: 'de', whiteLabel })).to.equal('de')
    expect(await of({ language: 'xx', whiteLabel })).to.equal('fr')
    expect(await of({})).to.equal('ja')
    expect(createApp().app.appearance.own, 'remembered').to.equal('ja')
    await app.chooseLanguage(undefined)
    const [browsers = ''] = navigator.language.split('-')
    expect(app.appearance.language).to.equal(isLanguage(browsers) ? browsers : 'en')
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
    const asked = codeOf(app.core.rpc('personal_sign', ['0x6869', ADDRESS]))
    await until(() => names().includes('Reject'))
    expect(text()).to.include('Sign this message?')
    app.dismiss()
    expect(await asked).to.equal('USER_REJECTED')
  })

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
    await until(() => all('img').some((one) => (one as HTMLImageElement).src === LOGO))
    expect(all('img')[0]?.getAttribute('referrerpolicy')).to.equal('no-referrer')
    const theme = { isDark: true, colors: {} }
    await app.configure({ whiteLabel: { ...WHITE_LABEL, theme, logoLight: dark } })
    await until(() => all('img').length === 0)
  })

  it('shows the logo for the browser’s scheme, and its own mark in that alone where there is none', async () => {
    const light = `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' id='light'/>`
    const shown = () => all('we-brand')[0]?.shadowRoot?.querySelector('img')?.currentSrc
    try {
      await emulateMedia({ colorScheme: 'dark' })
      const app = await open({
        theme: 'auto',
        whiteLabel: { ...WHITE_LABEL, logoLight: light, logoDark: '' },
      })
      await until(() => shown()?.includes("id='light'"))
      await emulateMedia({ colorScheme: 'light' })
      await until(() => !shown())
      await app.configure({ theme: 'auto', whiteLabel: { ...WHITE_LABEL, logoLight: '' } })
      await until(() => shown() === LOGO)
      await emulateMedia({ colorScheme: 'dark' })
      await until(() => !shown())
    } finally {
      await emulateMedia({ colorScheme: 'light' })
    }
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
