import { expect, fixture, html } from '@open-wc/testing'
import { setViewport } from '@web/test-runner-commands'

import '../../src/app/screens/lazy-screens.js'
import { loadRpc } from '../../src/app/provider/load-rpc.js'
import type { OtherDevices } from '../../src/app/screens/settings/other-devices.js'
import type { PrivateKey } from '../../src/app/screens/settings/private-key.js'
import type { Settings } from '../../src/app/screens/settings/settings.js'
import { AutoLock } from '../../src/app/session/auto-lock.js'
import { SessionManager } from '../../src/app/session/session-manager.js'
import { SiteStore } from '../../src/app/sites/site-store.js'
import { KnownSessions } from '../../src/app/stores/known-sessions.js'
import type { WalletApp } from '../../src/app/wallet/wallet-app.js'
import type { WhiteLabelParams } from '../../src/shared/options.js'
import {
  ADDRESS,
  buttonOf,
  CONFIG,
  clearStorage,
  createApp,
  fakeSigner,
  OTHER,
  SITE,
  signedIn,
  USER,
} from './app-support.js'
import { clickOn } from './mouse.js'
import { until } from './support.js'

const KEY = `0x${'ab'.repeat(32)}`
const shadowText = (element: Element) =>
  (element.shadowRoot?.textContent ?? '').replace(/\s+/g, ' ')

describe('the private key', () => {
  beforeEach(clearStorage)
  after(clearStorage)

  it('is not shown to who has not signed in just now: a sign-in is asked for', async () => {
    const { signer, asked } = fakeSigner({ privateKey: KEY })
    const { app } = signedIn({ signer })
    const screen = await fixture<PrivateKey>(html`<we-private-key .app=${app}></we-private-key>`)
    expect(!!buttonOf(screen, 'Show the key')).to.equal(false)
    await expect(screen).to.be.accessible()
    buttonOf(screen, 'Sign in again').click()
    expect(app.requests.current?.kind).to.equal('signIn')
    expect(asked.includes('privateKey')).to.equal(false)
  })

  it('is shown after a sign-in of just now and a press, and forgotten when the screen goes', async () => {
    await setViewport({ width: 400, height: 700 })
    const { signer, accounts } = fakeSigner({ privateKey: KEY })
    const { app } = signedIn({ signer }, { addresses: [ADDRESS, OTHER], chosen: OTHER })
    Object.defineProperty(app.own, 'isFresh', { value: true })
    const screen = await fixture<PrivateKey>(html`<we-private-key .app=${app}></we-private-key>`)
    await until(() => buttonOf(screen, 'Show the key').ariaDisabled === 'false')
    expect(shadowText(screen).includes(KEY)).to.equal(false)
    await clickOn(buttonOf(screen, 'Show the key'))
    await until(() => shadowText(screen).includes(KEY))
    expect(accounts.at(-1), 'of the account in use').to.equal(1)
    app.own.choose(ADDRESS)
    screen.requestUpdate()
    await screen.updateComplete
    expect(shadowText(screen), 'of the account it is of').to.include('private key of Account 2')
    screen.remove()
    document.body.append(screen)
    await screen.updateComplete
    expect(shadowText(screen).includes(KEY)).to.equal(false)
    screen.remove()
  })

  it('is asked for again after five minutes and after a reload, and a sign-in keeps what the site may see', async () => {
    const nothing = () => {}
    const { signer } = fakeSigner({ addresses: { addresses: [ADDRESS, OTHER] } })
    const siteStore = new SiteStore(false, SITE)
    const create = () =>
      new SessionManager({
        ...{ isLasting: false, signer, site: SITE, siteStore, onOvertaken: nothing },
        ...{ onBegun: nothing, onConnected: nothing, onChanged: nothing, onEnded: nothing },
        ...{ onExpired: nothing, elsewhere: loadRpc },
      })
    const life = create()
    await life.begin({ addresses: [ADDRESS], userInfo: USER })
    expect([life.isNew, life.isFresh], 'as the provider remembers').to.deep.equal([true, false])
    await life.begin({ addresses: [ADDRESS], userInfo: USER }, true)
    expect(life.isFresh).to.equal(true)
    const now = Date.now
    Date.now = () => now() + 300_001
    expect(life.isFresh).to.equal(false)
    Date.now = now
    life.change({ addresses: [ADDRESS, OTHER], given: { [SITE]: [ADDRESS, OTHER] } })
    await life.begin({ addresses: [ADDRESS], userInfo: USER })
    expect(life.current!.given).to.deep.equal({ [SITE]: [ADDRESS, OTHER] })
    const later = create()
    later.restore()
    expect([!!later.current, later.isFresh]).to.deep.equal([true, false])
  })
})

it('the settings say that one is signed in with a recovery phrase', async () => {
  const unnamed = { ...USER, email: '', name: '', verifier: '', verifierId: '', typeOfLogin: '' }
  const { app } = signedIn({}, { userInfo: unnamed })
  const screen = await fixture<Settings>(html`<we-settings .app=${app}></we-settings>`)
  expect(screen.shadowRoot!.querySelector('.row')!.textContent).to.include('Recovery phrase')
})

it('a browser without a name is called by where it is signed in, also by its button', async () => {
  const { app } = signedIn()
  const session = { browser: '', used: Date.now(), expires: Date.now() + 60_000 }
  const known = new KnownSessions(app.own.first)
  known.note({ ...session, id: 'one', site: SITE })
  known.note({ ...session, id: 'other', site: '' })
  const sync = { state: 'none' }
  const screen = await fixture<OtherDevices>(
    html`<we-other-devices .app=${app} .sync=${sync}></we-other-devices>`,
  )
  const names = [...screen.shadowRoot!.querySelectorAll('li')].map((one) => [
    one.querySelector('strong')!.textContent,
    one.querySelector('button')!.ariaLabel,
  ])
  expect(names).to.have.deep.members([
    ['shop.example.test', 'Log out: shop.example.test'],
    [location.host, `Log out: ${location.host}`],
  ])
})

it('what is saved is deleted and saved again with the focus at the heading, not at a button that went', async () => {
  const { app } = signedIn()
  const sync = {
    state: 'saved',
    begin: () => (sync.state = 'saved'),
    forget: async () => (sync.state = 'off'),
  }
  const screen = await fixture<OtherDevices>(
    html`<we-other-devices .app=${app} .sync=${sync}></we-other-devices>`,
  )
  for (const name of ['Delete what is saved', 'Save again']) {
    const button = buttonOf(screen, name)
    button.focus()
    button.click()
    await until(() => !button.isConnected)
    await until(() => screen.shadowRoot!.activeElement?.localName === 'h1')
  }
})

describe('the lock', () => {
  beforeEach(clearStorage)
  after(clearStorage)

  it('is never, until the person sets a time, which is remembered', async () => {
    const { app } = signedIn()
    expect(app.autoLock.minutes).to.equal(0)
    const screen = await fixture<Settings>(html`<we-settings .app=${app}></we-settings>`)
    const select = screen.shadowRoot!.querySelector<HTMLSelectElement>('#lock')!
    select.value = '5'
    select.dispatchEvent(new Event('change'))
    expect(new AutoLock(() => {}).minutes).to.equal(5)
    await expect(screen).to.be.accessible()
  })

  it('ends a session that nobody used for as long, also one that is taken up later', () => {
    const { app, told } = signedIn()
    app.autoLock.choose(1)
    localStorage.setItem('wallet-embed:last-use', String(Date.now() - 61_000))
    const later = signedIn()
    expect([app.own.chosen, later.app.own.chosen]).to.deep.equal([ADDRESS, undefined])
    expect(later.told.some(([name]) => name === 'sessionExpired')).to.equal(true)
    expect(told.some(([name]) => name === 'sessionExpired')).to.equal(false)
  })

  it('does not count the time before a sign-in, also one by the page\u2019s own button', async () => {
    const { app } = createApp()
    app.autoLock.choose(5)
    localStorage.setItem('wallet-embed:last-use', String(Date.now() - 86_400_000))
    await app.life.begin({ addresses: [ADDRESS], userInfo: USER })
    const next = createApp()
    next.app.restore()
    expect(next.app.own.chosen).to.equal(ADDRESS)
  })
})

const LABEL: WhiteLabelParams = {
  theme: { isDark: false, colors: {} },
  logoDark: '',
  logoLight: '',
}
const OPERATOR = {
  ...CONFIG,
  topup: [{ id: 'corner', name: 'Corner shop', url: 'https://shop.example.test/{address}' }],
  billboard: { title: { en: 'Sample notice' } },
}

/** The words and links of a place, as a page's wishes make them. */
async function drawn(
  app: WalletApp,
  whiteLabel: Partial<WhiteLabelParams> | undefined,
  place: 'home' | 'settings',
) {
  await app.appearance.apply(whiteLabel ? { whiteLabel: { ...LABEL, ...whiteLabel } } : {})
  const screen =
    place === 'home'
      ? await fixture(html`<we-home .app=${app}></we-home>`)
      : await fixture(html`<we-settings .app=${app}></we-settings>`)
  const parts = [...screen.shadowRoot!.querySelectorAll('button, h2, we-billboard, .legal a, h1')]
  const links = parts.map((part) => part.getAttribute('href') ?? '')
  return parts.map(
    (part, at) => `${part.localName} ${part.ariaLabel ?? part.textContent!.trim()} ${links[at]}`,
  )
}

for (const [where, site] of [
  ['in a frame', SITE],
  ['in the full wallet', null],
] as const) {
  describe(`what a page may hide and name, ${where}`, () => {
    beforeEach(clearStorage)
    after(async () => {
      clearStorage()
      await signedIn().app.appearance.apply({})
    })

    const changeOf = async (wish: Partial<WhiteLabelParams>, place: 'home' | 'settings') => {
      const { app } = signedIn({ site, config: OPERATOR })
      const before = await drawn(app, undefined, place)
      const after = await drawn(app, wish, place)
      return {
        gone: before.filter((part) => !after.includes(part)),
        new: after.filter((part) => !before.includes(part)),
      }
    }

    it('topupHide hides the top-up, and nothing else', async () => {
      const change = await changeOf({ topupHide: true }, 'home')
      expect(change).to.deep.equal({ gone: ['button Top up '], new: [] })
    })

    it('featuredBillboardHide hides the billboard, and nothing else', async () => {
      const change = await changeOf({ featuredBillboardHide: true }, 'home')
      expect(change).to.deep.equal({ gone: ['we-billboard  '], new: [] })
    })

    it('links to terms, privacy and contact are added to the settings, and nothing else', async () => {
      const wish = {
        tncLink: { en: 'https://site.example.test/terms' },
        privacyPolicy: { en: 'https://site.example.test/privacy' },
        contactLink: { en: 'https://site.example.test/contact' },
      }
      expect(await changeOf(wish, 'settings')).to.deep.equal({
        gone: [],
        new: [
          'a Terms https://site.example.test/terms',
          'a Privacy https://site.example.test/privacy',
          'a Contact https://site.example.test/contact',
        ],
      })
    })

    it('a custom translation replaces its text, and nothing else', async () => {
      const wish = { customTranslations: { en: { Receive: 'Get coins' } } }
      const change = await changeOf(wish, 'home')
      expect(change).to.deep.equal({ gone: ['button Receive '], new: ['button Get coins '] })
    })

    it('disclaimerHide and logos change nothing past the sign-in', async () => {
      const logo = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"/>')}`
      const wish = { disclaimerHide: true, logoDark: logo, logoLight: logo }
      expect(await changeOf(wish, 'home')).to.deep.equal({ gone: [], new: [] })
    })
  })
}
