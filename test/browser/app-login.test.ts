import { expect } from '@open-wc/testing'
import { authorizationUrl, readCallback } from '../../src/app/sign-in/authorization.js'
import { findOption, loginOptions, offersPasskey } from '../../src/app/sign-in/login-options.js'
import { WalletError } from '../../src/shared/errors.js'
import { CONFIG, createApp } from './app-support.js'
import { PopupStandIn } from './popup-support.js'
import { codeOf, until } from './support.js'

const OPTIONS = loginOptions(CONFIG.verifiers, {})
const GOOGLE = findOption(OPTIONS, 'google')!
const ATTEMPT = {
  id: 'id',
  nonce: 'nonce',
  state: 'state',
  codeVerifier: 'verifier',
  codeChallenge: 'challenge',
}

describe('the ways to sign in', () => {
  it('are the operator’s, Google first', () => {
    expect(OPTIONS.map(({ name }) => name)).to.deep.equal(['Google', 'GitHub', 'Discord', 'Weibo'])
  })

  it('can be hidden by the page, and worded', () => {
    const options = loginOptions(CONFIG.verifiers, {
      loginConfig: {
        github: { typeOfLogin: 'github', showOnModal: false },
        google: { typeOfLogin: 'google', description: 'Use your work account' },
      },
      enabledVerifiers: { discord: false },
    })
    const shown = options.filter(({ isShown }) => isShown)
    expect(shown.map(({ verifier }) => verifier)).to.deep.equal(['google', 'weibo'])
    expect(shown[0]?.description).to.equal('Use your work account')
    expect(findOption(options, 'github')?.verifier).to.equal('github')
    expect(findOption(options, 'constructor')).to.equal(undefined)
  })
})

describe('a passkey, among the ways to sign in', () => {
  it('is offered unless the page hides it', () => {
    expect(offersPasskey({})).to.equal('PublicKeyCredential' in window)
    expect(offersPasskey({ enabledVerifiers: { webauthn: false } })).to.be.false
    const item = { typeOfLogin: 'jwt', showOnModal: false } as const
    expect(offersPasskey({ loginConfig: { webauthn: item } })).to.be.false
    const { verifiers } = CONFIG
    const keys = loginOptions(verifiers, { loginConfig: { webauthn: item } }).map(({ key }) => key)
    expect(keys).to.not.include('webauthn')
  })

  it('is not offered in a browser without WebAuthn', () => {
    const { PublicKeyCredential } = window
    Reflect.deleteProperty(window, 'PublicKeyCredential')
    try {
      expect(offersPasskey({})).to.be.false
    } finally {
      if (PublicKeyCredential) window.PublicKeyCredential = PublicKeyCredential
    }
  })

  it('opens the wallet’s own window, which says when the page blocks it', async function () {
    if (!('PublicKeyCredential' in window)) this.skip()
    const { open } = window
    window.open = () => null
    try {
      const { app, told } = createApp()
      const login = codeOf(app.login({ verifier: 'webauthn' }))
      await until(() => app.flow.status.name !== 'unseen')
      // With no click there was none to use up: the window was blocked.
      expect(app.flow.status.name).to.equal('blocked')
      expect(told.map(([name]) => name)).to.include('popupBlocked')
      app.dismiss()
      expect(await login).to.equal('USER_REJECTED')
    } finally {
      window.open = open
    }
  })
})

describe('the authorization request', () => {
  const parameters = (extra = {}) =>
    Object.fromEntries(new URL(authorizationUrl(GOOGLE, ATTEMPT, extra)).searchParams)

  it('is a code request with PKCE, bound to the signer’s key', () => {
    expect(parameters()).to.deep.equal({
      tenant: '1',
      scope: 'openid email',
      response_type: 'code',
      client_id: 'client of google',
      redirect_uri: `${location.origin}/login`,
      state: 'state',
      nonce: 'nonce',
      code_challenge: 'challenge',
      code_challenge_method: 'S256',
    })
  })

  it('carries further options under their own names, but not over ours', () => {
    const { login_hint, max_age, state, nonce, redirect_uri, client_id, domain, odd, scope } =
      parameters({
        login_hint: 'sample.one@example.test',
        max_age: 60,
        state: 'mine',
        nonce: 'mine',
        redirect_uri: 'https://evil.example.test',
        client_id: 'mine',
        domain: 'https://evil.example.test',
        odd: null,
        scope: 'email offline_access',
      })
    expect([login_hint, max_age, scope]).to.deep.equal([
      'sample.one@example.test',
      '60',
      'openid email offline_access',
    ])
    expect([state, nonce, client_id]).to.deep.equal(['state', 'nonce', 'client of google'])
    expect(redirect_uri).to.equal(`${location.origin}/login`)
    expect([domain, odd]).to.deep.equal([undefined, undefined])
  })

  for (const [what, query, expected] of [
    ['a code', 'code=abc&state=state', 'abc'],
    [
      'a code and the issuer',
      `code=abc&state=state&iss=${encodeURIComponent(GOOGLE.issuer)}`,
      'abc',
    ],
    ['another state', 'code=abc&state=other', 'STATE_MISMATCH'],
    ['another issuer', 'code=abc&state=state&iss=https://evil.example.test', 'STATE_MISMATCH'],
    ['a refusal', 'error=access_denied&state=state', 'LOGIN_FAILED'],
    ['nothing', 'state=state', 'LOGIN_FAILED'],
  ] as const) {
    it(`answered with ${what} gives ${expected}`, () => {
      let outcome: string
      try {
        outcome = readCallback(query, 'state', GOOGLE).code
      } catch (error) {
        outcome = WalletError.from(error).code
      }
      expect(outcome).to.equal(expected)
    })
  }
})

describe('a login in a window', () => {
  const { open } = window
  let popups: PopupStandIn[] = []
  const openFrame = (urls: string[]) => (url?: string | URL) => {
    urls.push(String(url))
    const popup = new PopupStandIn()
    popups.push(popup)
    return popup.window
  }
  const say = (message: object) => popups.at(-1)!.say(message)

  afterEach(() => {
    window.open = open
    for (const popup of popups) popup.close()
    popups = []
    sessionStorage.clear()
  })

  it('opens at the wallet’s own page, at once, and is told where to go when it asks', async () => {
    const urls: string[] = []
    window.open = openFrame(urls)
    const { app } = createApp()
    const { state } = await app.flow.prepare()
    app.flow.start(app.logins[0]!)
    expect(app.flow.status.name).to.equal('waiting')
    expect(urls).to.deep.equal([`${location.origin}/login#go`])
    const onward = await popups[0]!.onward()
    expect(onward.searchParams.get('state')).to.equal(state)
    expect(onward.searchParams.get('nonce')).to.equal('nonce-of-the-key')
    app.flow.cancel()
  })

  it('tells nobody else where it goes: no other window, and none once it is given up', async () => {
    window.open = openFrame([])
    const { app } = createApp()
    await app.flow.prepare()
    app.flow.start(app.logins[0]!)
    const heard: unknown[] = []
    const stranger = new PopupStandIn()
    popups.push(stranger)
    for (const { window } of popups)
      window.addEventListener('message', ({ data }) => heard.push(data))
    stranger.say({ type: 'arrived' })
    app.flow.cancel()
    popups[0]!.say({ type: 'arrived' })
    // Messages keep their order: what comes after these two has been heard.
    await new Promise((resolve) => {
      addEventListener('message', resolve, { once: true })
      stranger.say({ type: 'last' })
    })
    await new Promise((resolve) => setTimeout(resolve))
    expect(heard).to.deep.equal([])
  })

  it('that the browser blocks is told, to the page too, and a click opens it', async () => {
    window.open = () => null
    const { app, told } = createApp()
    await app.flow.prepare()
    app.flow.start(app.logins[0]!, { loginHint: 'sample.one@example.test' })
    expect(app.flow.status).to.deep.include({
      name: 'blocked',
      loginHint: 'sample.one@example.test',
    })
    expect(told.map(([name]) => name)).to.deep.equal(['popupBlocked'])
  })

  /** Stands for a window that is at the provider's, and looked at more than once. */
  const farWindow = () => {
    let looks = 0
    const far = {
      closed: false,
      close: () => {},
      get location(): Location {
        looks += 1
        throw new DOMException('', 'SecurityError')
      },
    }
    return { far, looks: () => looks }
  }

  it('that the person closes is over, while the page’s request still waits', async () => {
    const { far, looks } = farWindow()
    window.open = () => far as unknown as Window
    const { app } = createApp()
    const login = codeOf(app.login({}))
    await app.flow.prepare()
    app.flow.start(app.logins[0]!)
    // Seen alive for half a second, at one look in 150 ms.
    await until(() => looks() > 5)
    far.closed = true
    await until(() => app.flow.status.name === 'ready')
    const { status } = app.flow
    expect(status.name === 'ready' && status.error?.code).to.equal('POPUP_CLOSED')
    expect(app.requests.current?.kind).to.equal('signIn')
    app.dismiss()
    expect(await login).to.equal('USER_REJECTED')
  })

  it('that reads as closed before it was seen alive may be open: the person is asked', async () => {
    window.open = openFrame([])
    const { app } = createApp()
    const login = codeOf(app.login({}))
    await app.flow.prepare()
    app.flow.start(app.logins[0]!, { loginHint: 'sample.one@example.test' })
    popups[0]!.close()
    await until(() => app.flow.status.name === 'unseen')
    const urls: string[] = []
    window.open = openFrame(urls)
    app.flow.retry()
    expect(app.flow.status.name).to.equal('waiting')
    const onward = await popups.at(-1)!.onward()
    expect(onward.searchParams.get('login_hint')).to.equal('sample.one@example.test')
    app.dismiss()
    expect(app.flow.status.name).to.equal('ready')
    expect(await login).to.equal('USER_REJECTED')
  })

  it('that comes back to the wallet with the answer is read, if it cannot speak', async () => {
    const back = { closed: false, close: () => {}, location: new URL('about:blank') }
    window.open = () => back as unknown as Window
    const { app } = createApp()
    const { state } = await app.flow.prepare()
    app.flow.start(app.logins[0]!)
    back.location = new URL(`/login?error=access_denied&state=${state}`, location.href)
    await until(() => app.flow.status.name === 'ready')
    const { status } = app.flow
    expect(status.name === 'ready' && status.error?.detail).to.equal('access_denied')
  })

  it('that the page says it opened, and that never comes, is offered to the person', async () => {
    window.open = () => null
    const { app, told } = createApp()
    const login = codeOf(app.login({ verifier: 'google', popup: 'theirs' }))
    expect(app.flow.status.name).to.equal('waiting')
    await until(() => app.flow.status.name === 'blocked')
    expect(told.map(([name]) => name)).to.include('popupBlocked')
    app.dismiss()
    expect(app.flow.status.name).to.equal('ready')
    expect(await login).to.equal('USER_REJECTED')
  })

  it('that the provider refuses says so', async () => {
    window.open = openFrame([])
    const { app } = createApp()
    const { state } = await app.flow.prepare()
    app.flow.start(app.logins[0]!)
    say({ type: 'callback', state: 'another', query: '?code=1&state=another' })
    say({ type: 'callback', state, query: `?error=access_denied&state=${state}` })
    await until(() => app.flow.status.name === 'ready')
    const { status } = app.flow
    expect(status.name === 'ready' && status.error?.detail).to.equal('access_denied')
  })

  it('is SERVICE_UNAVAILABLE when the login service is, and the next one has a new state', async () => {
    window.open = openFrame([])
    const { app } = createApp()
    const { state } = await app.flow.prepare()
    app.flow.start(app.logins[0]!)
    say({ type: 'callback', state, query: `?code=1&state=${state}` })
    await until(() => app.flow.status.name === 'ready')
    const { status } = app.flow
    expect(status.name === 'ready' && status.error?.code).to.equal('SERVICE_UNAVAILABLE')
    expect((await app.flow.prepare()).state).to.not.equal(state)
  })

  it('to a verifier that does not exist is refused', async () => {
    const { app } = createApp()
    expect(await codeOf(app.login({ verifier: 'nobody' }))).to.equal('UNKNOWN_VERIFIER')
  })
})
