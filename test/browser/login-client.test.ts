import { expect } from '@open-wc/testing'
import { LoginClient } from '../../src/login-client.js'
import type { LoginRequest } from '../../src/protocol/login.js'
import { fromBase64Url } from '../../src/shared/encoding.js'
import { WalletError } from '../../src/shared/errors.js'
import { clientId, create, inGesture, openPage, start } from './login-client-support.js'
import { KEYS } from './stand-in/orders.js'
import { codeOf, until } from './support.js'

/** Settles when `action` has been called in a gesture, with what it returned. */
const begin = async <T>(action: () => Promise<T>): Promise<{ done: Promise<T> }> => {
  const begun = await inGesture(async () => ({ done: action() }))
  begun.done.catch(() => {})
  return begun
}
/** What the login window is asked for by `action`. */
async function requestOf(action: () => Promise<unknown>): Promise<LoginRequest> {
  const { open } = window
  let url = ''
  window.open = (...args) => {
    url = String(args[0])
    return null
  }
  try {
    await action().catch(() => {})
  } finally {
    window.open = open
  }
  const text = new URL(url).hash.replace('#request=', '')
  return JSON.parse(new TextDecoder().decode(fromBase64Url(text)))
}
describe('LoginClient', () => {
  it('says that the browser blocked the window if there was no click', async () => {
    const client = await start()
    expect(await codeOf(client.login())).to.equal('POPUP_BLOCKED')
  })

  it('logs in by a popup, and all clients of the application on the page know it', async () => {
    const [client, other] = [await start(), create()]
    const heard: string[] = []
    client.on('login', () => heard.push('login'))
    expect(client.privKey).to.equal('')
    const result = await inGesture(() => client.login({ loginProvider: 'google', appState: 'x' }))
    expect(result).to.deep.equal({ privKey: KEYS[0] })
    expect(heard).to.deep.equal(['login'])
    for (const { privKey, isLoggedIn, appState } of [client, other]) {
      expect([privKey, isLoggedIn, appState]).to.deep.equal([KEYS[0], true, 'x'])
    }
    expect(await other.getUserInfo()).to.deep.equal({
      email: 'sample.one@example.test',
      name: '',
      profileImage: '',
      aggregateVerifier: '',
      verifier: '',
      verifierId: '',
      typeOfLogin: '',
    })
  })

  it('does not ask again while there is a session, unless told to', async () => {
    const client = await start()
    await inGesture(() => client.login())
    const there = { loginProvider: 'github', appState: 'the cart' }
    expect(await client.login(there)).to.deep.equal({ privKey: KEYS[0] })
    expect(client.appState).to.equal('the cart')
    const again = () => client.login({ loginProvider: 'github', relogin: true })
    expect(await inGesture(again)).to.deep.equal({ privKey: KEYS[1] })
  })

  it('gives no empty key where the page logs out as soon as it hears of the login', async () => {
    const client = await start()
    client.on('login', () => void client.logout())
    expect(await codeOf(inGesture(() => client.login()))).to.equal('ABORTED')
    expect(client.isLoggedIn).to.equal(false)
  })

  it('is the same on another page, after init', async () => {
    const client = await start()
    await inGesture(() => client.login({ loginProvider: 'github' }))
    const { client: elsewhere, heard } = await openPage(clientId)
    expect(elsewhere.privKey).to.equal(KEYS[1])
    expect((await elsewhere.getUserInfo()).email).to.equal('sample.one@example.test')
    expect(heard, 'a restored session is no news').to.deep.equal([])
  })

  it('logs out everywhere', async () => {
    const [client, other] = [await start(), await start()]
    await inGesture(() => client.login())
    const { client: elsewhere, heard } = await openPage(clientId)
    let logouts = 0
    client.on('logout', () => logouts++)
    await other.logout()
    expect([client.privKey, other.privKey, logouts]).to.deep.equal(['', '', 1])
    await until(() => heard.includes('logout'))
    expect(elsewhere.privKey).to.equal('')
    await inGesture(() => client.login())
    await until(() => heard.includes('login'))
    expect(elsewhere.privKey).to.equal(KEYS[0])
  })

  it('hears only its own window, about its own login', async () => {
    const client = await start()
    let state = ''
    const { open } = window
    window.open = (...args) => {
      const request = new URL(String(args[0])).hash.replace('#request=', '')
      ;({ state } = JSON.parse(new TextDecoder().decode(fromBase64Url(request))) as LoginRequest)
      return open.apply(window, args)
    }
    try {
      const { done } = await begin(() => client.login({ loginProvider: 'silent' }))
      const forged = { protocol: 'wallet-embed/1', type: 'result', state, result: 'forged' }
      window.postMessage(forged, location.origin)
      const { done: noisy } = await begin(() => client.login({ loginProvider: 'noisy' }))
      expect(await codeOf(done)).to.equal('ABORTED')
      expect(await noisy).to.deep.equal({ privKey: KEYS[0] })
    } finally {
      window.open = open
    }
  })

  for (const [provider, code] of [
    ['refused', 'LOGIN_FAILED'],
    ['odd', 'TOKEN_MALFORMED'],
    ['closed', 'POPUP_CLOSED'],
  ] as const) {
    it(`rejects with ${code} if the login window is ${provider}`, async () => {
      const client = await start()
      const login = () => codeOf(client.login({ loginProvider: provider }))
      expect(await inGesture(login)).to.equal(code)
      expect(client.isLoggedIn).to.be.false
    })
  }

  it('rejects with POPUP_CLOSED if nothing tells of the window: it closed before it had the focus, or is of an app', async () => {
    const clients = [await start(), await start()]
    const { open } = window
    const { hasFocus } = Document.prototype
    Document.prototype.hasFocus = () => true
    try {
      // At once, since each waits for seconds.
      const logins = [true, undefined].map((closed, at) => {
        window.open = () => ({ closed, close() {}, postMessage() {} }) as never
        return codeOf(clients[at]!.login({ loginProvider: 'google' }))
      })
      expect(await Promise.all(logins)).to.deep.equal(['POPUP_CLOSED', 'POPUP_CLOSED'])
    } finally {
      window.open = open
      Document.prototype.hasFocus = hasFocus
    }
  })

  it('goes on with the first of two logins in one click: the browser blocks the window of the second', async () => {
    const client = await start()
    const logins = await inGesture(async () => {
      const first = client.login({ loginProvider: 'google' })
      return [await codeOf(client.login({ loginProvider: 'github' })), await first]
    })
    expect(logins).to.deep.equal(['POPUP_BLOCKED', { privKey: KEYS[0] }])
  })

  it('gives up and closes its window in cleanUp', async () => {
    const client = await start()
    const opened: (Window | null)[] = []
    const { open } = window
    window.open = (...args) => {
      opened.push(open.apply(window, args))
      return opened[0]!
    }
    const { done } = await begin(() => client.login({ loginProvider: 'silent' }))
    window.open = open
    client.cleanUp()
    expect(await codeOf(done)).to.equal('ABORTED')
    await until(() => opened[0]?.closed)
    expect(await codeOf(client.login())).to.equal('NOT_INITIALIZED')
  })

  it('cancels a start under way, and starts anew', async () => {
    const client = create()
    const first = client.init()
    client.cleanUp()
    const second = client.init()
    expect(second === client.init()).to.be.true
    expect(await codeOf(first)).to.equal('ABORTED')
    await second
  })

  it('refuses what needs a start or a person before there is one', async () => {
    const client = create()
    expect(await codeOf(client.login())).to.equal('NOT_INITIALIZED')
    await client.init()
    expect(await codeOf(client.logout())).to.equal('NOT_LOGGED_IN')
    expect(await codeOf(client.getUserInfo())).to.equal('NOT_LOGGED_IN')
  })

  for (const [path, params] of [
    ['loginProvider', { loginProvider: 7 }],
    ['fastLogin', { fastLogin: 'yes' }],
    ['relogin', { relogin: 1 }],
    ['skipKeyOnboarding', { skipKeyOnboarding: null }],
    ['getWalletKey', { getWalletKey: 'true' }],
    ['extraLoginOptions', { extraLoginOptions: 'login_hint' }],
    ['redirectUrl', { redirectUrl: 7 }],
    ['appState', { appState: { cart: 7 } }],
    ['appState', { appState: 'x'.repeat(16_385) }],
    ['parameters', 'google'],
  ] as const) {
    it(`refuses to log in with ${JSON.stringify(params).slice(0, 40)}, naming ${path}`, async () => {
      const client = await start()
      const error = await client.login(params as never).catch((thrown) => thrown)
      expect([error.code, error.detail]).to.satisfy(
        ([code, detail]: string[]) =>
          code === 'INVALID_ARGUMENT' && detail?.startsWith(`${path}: `),
      )
    })
  }

  for (const [path, options] of [
    ['nonce', { nonce: '' }],
    ['nonce', { nonce: 'x'.repeat(256) }],
    ['nonce', { nonce: 7 }],
    ['nonc', { nonc: 'of-the-server' }],
    ['parameters', 'of-the-server'],
  ] as const) {
    it(`refuses an ID token with ${JSON.stringify(options).slice(0, 40)}, naming ${path}`, async () => {
      const client = await start()
      const error = await client.getIdToken(options as never).catch((thrown) => thrown)
      expect([error.code, error.detail?.split(':')[0]]).to.deep.equal(['INVALID_ARGUMENT', path])
    })
  }

  it('says that its page needs https', async () => {
    const real = Object.getOwnPropertyDescriptor(window, 'isSecureContext')!
    Object.defineProperty(window, 'isSecureContext', { value: false, configurable: true })
    const error = await create()
      .init()
      .catch((thrown) => thrown)
    Object.defineProperty(window, 'isSecureContext', real)
    expect([error?.code, error?.detail]).to.deep.equal(['LOAD_FAILED', 'The page needs https.'])
  })

  for (const redirectUrl of ['javascript:alert(1)', 'data:text/html,x', 'http://[']) {
    it(`leaves for no ${redirectUrl}, neither by login nor by logout`, async () => {
      const client = await start({ uxMode: 'redirect' })
      expect(await codeOf(client.login({ redirectUrl }))).to.equal('INVALID_ARGUMENT')
      const popup = await start()
      await inGesture(() => popup.login())
      expect(await codeOf(client.logout({ redirectUrl }))).to.equal('INVALID_ARGUMENT')
      expect(client.isLoggedIn, 'nothing was done').to.be.true
    })
  }

  it('asks the login window for what the page wants, in full', async () => {
    const client = await start()
    const extraLoginOptions = {
      login_hint: 'sample.one@example.test',
      max_age: 60,
      claims: { a: [1] },
    }
    const params = {
      loginProvider: 'github',
      fastLogin: true,
      skipKeyOnboarding: true,
      getWalletKey: true,
    }
    const request = await requestOf(() => client.login({ ...params, extraLoginOptions }))
    expect(request).to.deep.include({ ...params, extraLoginOptions, clientId, uxMode: 'popup' })
    expect(request.origin).to.equal(location.origin)
  })

  it('hands whiteLabel and loginConfig to the login window', async () => {
    const theme = { isDark: true, colors: { walletBrand1: '#0364ff' } }
    const logo = 'https://shop.example.test/logo.svg'
    const whiteLabel = { theme, logoDark: logo, logoLight: logo, defaultLanguage: 'de' }
    const loginConfig = { google: { typeOfLogin: 'google', description: 'Work account' } } as const
    const client = await start({ whiteLabel, loginConfig })
    expect(await requestOf(() => client.login())).to.deep.include({ whiteLabel, loginConfig })
  })

  it('asks again for another kind of key, and for a login of at most some age', async () => {
    const client = await start()
    await inGesture(() => client.login())
    const isAsked = async (params: object) =>
      (await codeOf(client.login(params))) === 'POPUP_BLOCKED'
    const { open } = window
    window.open = () => null
    try {
      expect(await isAsked({ getWalletKey: true })).to.be.true
      expect(await isAsked({ extraLoginOptions: { max_age: 600 } })).to.be.true
      expect(await isAsked({ extraLoginOptions: { login_hint: 'x' } })).to.be.false
    } finally {
      window.open = open
    }
    const wallet = () => client.login({ loginProvider: 'wallet-key', relogin: true })
    await inGesture(wallet)
    expect(await isAsked({ getWalletKey: true })).to.be.false
  })

  it('tells the wallet how the last session ended, until the next one began', async () => {
    const client = await start()
    const last = async () => (await requestOf(() => client.login({ relogin: true }))).lastLogout
    expect(await last()).to.equal(undefined)
    for (const [params, expected] of [
      [{}, 'plain'],
      [{ fastLogin: false }, 'plain'],
      [{ fastLogin: true }, 'fast'],
    ] as const) {
      await inGesture(() => client.login({ relogin: true }))
      expect(await last()).to.equal(undefined)
      await client.logout(params)
      expect(client.isLoggedIn).to.be.false
      expect(await last()).to.equal(expected)
    }
  })

  it('logs out of another application of the page by its clientId, and of no other', async () => {
    const client = await start()
    const elsewhere = await start({ clientId: `${clientId}-other` })
    await inGesture(() => client.login())
    expect(elsewhere.privKey, 'another application').to.equal('')
    await inGesture(() => elsewhere.login())
    await client.logout({ clientId: `${clientId}-other` })
    expect([client.isLoggedIn, elsewhere.isLoggedIn]).to.deep.equal([true, false])
    expect(await codeOf(client.logout({ clientId: 'nobody' }))).to.equal('NOT_LOGGED_IN')
  })

  it('leaves the choice to the person with an empty loginProvider, as with none', async () => {
    const client = await start()
    const request = await requestOf(() => client.login({ loginProvider: '' }))
    expect(request).not.to.have.property('loginProvider')
  })

  it('names logos and links of the page in full', async () => {
    const client = await start({
      loginConfig: { google: { typeOfLogin: 'google', logoDark: '/google.svg' } },
      whiteLabel: {
        theme: { isDark: false, colors: {} },
        logoDark: 'logo.svg',
        logoLight: 'https://shop.example.test/light.svg',
        tncLink: { en: '/terms' },
      },
    })
    const { loginConfig, whiteLabel } = await requestOf(() => client.login())
    expect(loginConfig?.google?.logoDark).to.equal(`${location.origin}/google.svg`)
    expect(whiteLabel).to.deep.include({
      logoDark: new URL('logo.svg', document.baseURI).href,
      logoLight: 'https://shop.example.test/light.svg',
      tncLink: { en: `${location.origin}/terms` },
    })
  })

  it('tells of options and parameters that nobody reads, and takes all that there are', async () => {
    const warned: string[] = []
    const { warn } = console
    console.warn = (text: string) => warned.push(text)
    try {
      const client = await start({ uxmode: 'popup', mfaLevel: 'none', sessionTime: 60 } as object)
      await client.login({ provider: 'google', appState: 'x' } as object).catch(() => {})
      const logout = { fastlogin: true, clientId } as object
      await client.logout(logout).catch(() => {})
    } finally {
      console.warn = warn
    }
    expect(warned.map((line) => line.split(';')[0])).to.deep.equal([
      'wallet-embed: unknown option uxmode',
      'wallet-embed: unknown option provider',
      'wallet-embed: unknown option fastlogin',
    ])
    expect(warned[0]).to.match(/; there are clientId, uxMode, .*appState/)
  })

  it('refuses what are no options', () => {
    for (const options of [null, undefined, 'demo'])
      expect(() => new LoginClient(options as never)).to.throw(WalletError, /parameters: an object/)
  })

  it('accepts mfaLevel, which is reserved', async () => {
    expect((await start({ mfaLevel: 'mandatory' })).isLoggedIn).to.be.false
  })

  for (const [name, options] of [
    ['clientId', { clientId: '' }],
    ['walletUrls', { walletUrls: 'https://wallet.example.test' }],
    ['redirectUrl', { redirectUrl: 7 }],
    ['uxMode', { uxMode: 'window' }],
    ['storage', { storage: 'cookie' }],
    ['sessionTime', { sessionTime: 2_592_001 }],
    ['sessionTime', { sessionTime: 0 }],
  ] as const) {
    it(`refuses ${JSON.stringify(options)}, naming ${name}`, () => {
      expect(() => create(options as object)).to.throw(new RegExp(`${name}: `))
    })
  }
})
