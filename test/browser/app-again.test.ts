import { expect, fixture, html } from '@open-wc/testing'

import '../../src/app/screens/app.js'
import '../../src/app/screens/lazy-screens.js'
import type { App } from '../../src/app/screens/app.js'
import type { WalletApp } from '../../src/app/wallet/wallet-app.js'
import { toBase64Url, utf8 } from '../../src/shared/encoding.js'
import { ADDRESS, fakeSigner, OTHER, type Setup, signedIn, USER } from './app-support.js'
import { PopupStandIn } from './popup-support.js'
import { until } from './support.js'

const { open, fetch } = window
const now = () => Math.floor(Date.now() / 1000)

/** A provider that signs somebody in at once, and says so. Nobody here checks what it signs. */
class StandIn {
  /** Where it was asked. */
  url = new URL('about:blank')
  /** @param claims - Of the ID token. */
  constructor(claims: object) {
    window.open = () => {
      const popup = new PopupStandIn()
      void popup.onward().then((url) => {
        this.url = url
        const state = url.searchParams.get('state')!
        popup.say({ type: 'callback', state, query: `?code=abc&state=${state}` })
      })
      return popup.window
    }
    const idToken = `e30.${toBase64Url(utf8(JSON.stringify(claims)))}.`
    window.fetch = async () => Response.json({ idToken })
  }
}

const screenOf = (drawn: App, name: string) => drawn.querySelector(name)?.shadowRoot
const buttonOf = (root: ShadowRoot | null | undefined, name: string) =>
  [...(root?.querySelectorAll('button') ?? [])].find((one) => one.innerText.trim() === name)

/** Somebody whose session was taken up wants to see the words. */
async function askForWords(setup: Setup = {}, session: Record<string, unknown> = {}) {
  localStorage.setItem('wallet-embed:onboarded', JSON.stringify({ [ADDRESS]: Date.now() }))
  const { app } = signedIn(setup, session)
  const drawn = await fixture<App>(html`<we-app .app=${app}></we-app>`)
  app.show('phrase')
  await until(() => screenOf(drawn, 'we-recovery-phrase')?.querySelector('footer'))
  await app.flow.prepare()
  const words = () => screenOf(drawn, 'we-recovery-phrase')
  return { app, drawn, words }
}

const signInAgain = async ({
  words,
  app,
}: {
  words(): ShadowRoot | null | undefined
  app: WalletApp
}) => {
  buttonOf(words(), 'Sign in again')!.click()
  await until(() => app.flow.status.name === 'ready')
}

describe('the recovery phrase', () => {
  beforeEach(() => sessionStorage.clear())
  afterEach(() => {
    window.open = open
    window.fetch = fetch
  })

  it('is shown once the provider has asked again, at the account of before', async () => {
    const provider = new StandIn({ auth_time: now() })
    const all = await askForWords()
    expect(buttonOf(all.words(), 'Show the words')).to.equal(undefined)
    await signInAgain(all)
    const { searchParams, hostname } = provider.url
    expect(hostname).to.equal('provider.example.test')
    expect(searchParams.get('client_id'), 'as before').to.equal('client of google')
    const asked = ['prompt', 'max_age', 'login_hint'].map((name) => searchParams.get(name))
    expect(asked).to.deep.equal(['login', '0', USER.email])
    await until(() => buttonOf(all.words(), 'Show the words'))
    expect([all.app.router.current, all.app.own.isFresh]).to.deep.equal(['phrase', true])
  })

  it('stays hidden if the provider went by what it remembered', async () => {
    new StandIn({ auth_time: now() - 600 })
    const { signer, asked } = fakeSigner()
    const all = await askForWords({ signer })
    await signInAgain(all)
    const { status } = all.app.flow
    expect(status.name === 'ready' && status.error?.code).to.equal('LOGIN_FAILED')
    expect([all.app.own.isFresh, asked.includes('login')]).to.deep.equal([false, false])
  })

  for (const [clock, ahead] of [
    ['fast', -600],
    ['slow', 86_400],
  ] as const) {
    it(`goes by the provider’s clock where that of the device is ${clock}`, async () => {
      const iat = now() + ahead
      for (const [age, isFresh] of [
        [3600, false],
        [0, true],
      ] as const) {
        new StandIn({ iat, auth_time: iat - age })
        const all = await askForWords()
        await signInAgain(all)
        expect(all.app.own.isFresh, `${age} seconds ago`).to.equal(isFresh)
      }
    })
  }

  it('is believed to a provider that does not say when it asked', async () => {
    new StandIn({})
    const all = await askForWords()
    await signInAgain(all)
    expect(all.app.own.isFresh).to.equal(true)
  })

  it('of another account than before is not shown: the wallet closes', async () => {
    new StandIn({ auth_time: now() })
    const { signer } = fakeSigner({ login: { addresses: [OTHER], userInfo: USER } })
    const all = await askForWords({ signer })
    await signInAgain(all)
    await until(() => !all.app.router.current)
    expect(all.app.own.chosen).to.equal(OTHER)
  })

  it('goes back to where it was when the person gives the sign-in up', async () => {
    const far = { closed: false, close: () => {}, location: new URL('about:blank') }
    window.open = () => far as unknown as Window
    const all = await askForWords()
    buttonOf(all.words(), 'Sign in again')!.click()
    await until(() => buttonOf(screenOf(all.drawn, 'we-sign-in'), 'Cancel'))
    buttonOf(screenOf(all.drawn, 'we-sign-in'), 'Cancel')!.click()
    await until(() => buttonOf(all.words(), 'Sign in again')?.offsetWidth)
    expect([all.app.router.current, all.app.requests.current]).to.deep.equal(['phrase', undefined])
  })

  it('needs nothing more right after the first sign-in, from the onboarding alone', async () => {
    const provider = new StandIn({})
    const { app } = signedIn()
    await app.logout()
    const drawn = await fixture<App>(html`<we-app .app=${app}></we-app>`)
    app.show('home')
    await app.flow.prepare()
    app.flow.start(app.logins[0]!)
    await until(() => screenOf(drawn, 'we-recovery-welcome')?.querySelector('button'))
    expect(provider.url.searchParams.get('prompt'), 'a first sign-in').to.equal(null)
    buttonOf(screenOf(drawn, 'we-recovery-welcome'), 'Save your recovery phrase')!.click()
    await until(() => buttonOf(screenOf(drawn, 'we-recovery-phrase'), 'Show the words'))
    app.show('settings')
    app.show('phrase')
    await until(() => buttonOf(screenOf(drawn, 'we-recovery-phrase'), 'Sign in again'))
  })
})
