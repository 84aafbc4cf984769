import { expect } from '@open-wc/testing'
import { sendKeys } from '@web/test-runner-commands'

import { LoginClient } from '../../src/login-client.js'
import type { LoginRequest } from '../../src/protocol/login.js'
import { fromBase64Url } from '../../src/shared/encoding.js'
import { encrypt, exportPublicKey, generateKeyPair } from '../../src/shared/jwe.js'
import type { LoginClientOptions } from '../../src/shared/options.js'
import { KEYS } from './stand-in/orders.js'
import { codeOf, STAND_IN, until } from './support.js'

/** A page of this origin without a login client. */
const EMPTY_PAGE = 'blocked.html'

/** Does something inside a real key press: browsers let windows open only then. */
async function inGesture<T>(action: () => Promise<T>): Promise<T> {
  const button = document.createElement('button')
  document.body.append(button)
  button.focus()
  const result = new Promise<T>((resolve, reject) => {
    button.addEventListener('click', () => action().then(resolve, reject))
  })
  await sendKeys({ press: 'Enter' })
  try {
    return await result
  } finally {
    button.remove()
  }
}

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

interface LoginPage {
  client: LoginClient
  heard: string[]
  /** Before `init`. */
  arrived: string
  url: string
  historyState: unknown
}

/** A document of its own with a client of its own, as another tab has. */
async function openPage(
  clientId: string,
  hash = '',
  options: { storage?: string; hasty?: string } = {},
): Promise<LoginPage & { frame: HTMLIFrameElement }> {
  const frame = document.createElement('iframe')
  const query = new URLSearchParams({ clientId, wallet: STAND_IN, ...options })
  frame.src = `/test/browser/stand-in/login-page.html?${query}${hash}`
  const page = nextPage()
  document.body.append(frame)
  return { ...(await page), frame }
}

const nextPage = () =>
  new Promise<LoginPage>((resolve) => {
    const listener = (event: Event) => resolve((event as CustomEvent<LoginPage>).detail)
    window.addEventListener('login-page', listener, { once: true })
  })

describe('LoginClient', () => {
  const clients: LoginClient[] = []
  let clientId: string

  const create = (options: Partial<LoginClientOptions> = {}): LoginClient => {
    const walletUrls = { production: STAND_IN }
    const client = new LoginClient({ clientId, uxMode: 'popup', walletUrls, ...options })
    clients.push(client)
    return client
  }
  const start = async (options?: Partial<LoginClientOptions>): Promise<LoginClient> => {
    const client = create(options)
    await client.init()
    return client
  }

  beforeEach(() => {
    clientId = `application-${Math.random()}`
  })

  afterEach(async () => {
    for (const client of clients.splice(0)) {
      if (client.isLoggedIn) await client.logout()
      client.cleanUp()
    }
    for (const frame of document.querySelectorAll('iframe')) frame.remove()
  })

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
    expect(await client.login({ loginProvider: 'github' })).to.deep.equal({ privKey: KEYS[0] })
    const again = () => client.login({ loginProvider: 'github', relogin: true })
    expect(await inGesture(again)).to.deep.equal({ privKey: KEYS[1] })
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

  it('ends a session after its time, and says so', async () => {
    const client = await start({ sessionTime: 1 })
    let expired = 0
    client.on('sessionExpired', () => expired++)
    await inGesture(() => client.login())
    await until(() => expired)
    expect(client.privKey).to.equal('')
    expect((await openPage(clientId)).client.privKey).to.equal('')
  })

  it('keeps a session of 30 days for longer than a timer can be set', async () => {
    const client = await start({ sessionTime: 2_592_000 })
    const delays: number[] = []
    const { setTimeout } = window
    window.setTimeout = ((run: () => void, ms = 0) => {
      delays.push(ms)
      return setTimeout(run, ms)
    }) as typeof setTimeout
    await inGesture(() => client.login())
    window.setTimeout = setTimeout
    expect(client.isLoggedIn).to.be.true
    expect(Math.max(...delays), 'a longer one fires at once').to.equal(2 ** 31 - 1)
  })

  for (const [storage, used, unused] of [
    ['local', localStorage, sessionStorage],
    ['session', sessionStorage, localStorage],
  ] as const) {
    it(`stores ciphertext, in ${storage}Storage only`, async () => {
      const client = await start({ storage })
      await inGesture(() => client.login())
      const item = used.getItem(`wallet-embed:session:${clientId}`) ?? ''
      expect(item).to.match(/^[\w-]{100,}$/)
      const bytes = new TextDecoder().decode(fromBase64Url(item))
      expect(bytes).not.to.contain('sample.one')
      expect(unused.getItem(`wallet-embed:session:${clientId}`)).to.equal(null)
      await client.logout()
      expect(used.getItem(`wallet-embed:session:${clientId}`)).to.equal(null)
    })
  }

  it('has one session with storage session, too: in tabs that are open already, and in new ones', async () => {
    const client = await start({ storage: 'session' })
    const early = await openPage(clientId, '', { storage: 'session' })
    await inGesture(() => client.login())
    await until(() => early.heard.includes('login'))
    expect(early.client.privKey).to.equal(KEYS[0])
    // Frames of one tab share this storage; tabs do not.
    sessionStorage.clear()
    const late = await openPage(clientId, '', { storage: 'session' })
    expect(late.client.privKey, 'asked of the others').to.equal(KEYS[0])
    expect(late.heard).to.deep.equal([])
    await late.client.logout()
    await until(() => !client.isLoggedIn && early.heard.includes('logout'))
  })

  it('does not restore in a tab that slept through the logout', async () => {
    const client = await start({ storage: 'session' })
    await inGesture(() => client.login())
    const slept = Object.entries({ ...sessionStorage })
    await client.logout()
    for (const [name, value] of slept) sessionStorage.setItem(name, value)
    expect((await openPage(clientId)).client.privKey).to.equal('')
    sessionStorage.clear()
  })

  for (const [what, step] of [
    ['its result is being read', 'decrypt'],
    ['its session is being stored', 'encrypt'],
  ] as const) {
    it(`ends with a logout while ${what}, and stores nothing after`, async () => {
      const [client, other] = [await start(), await start()]
      await inGesture(() => client.login())
      const heard: string[] = []
      for (const name of ['login', 'logout'] as const) other.on(name, () => heard.push(name))
      const { prototype } = SubtleCrypto
      const original = prototype[step]
      prototype[step] = function (...args: Parameters<typeof original>) {
        prototype[step] = original
        void other.logout()
        return original.apply(this, args)
      }
      const login = () => codeOf(client.login({ loginProvider: 'github', relogin: true }))
      expect(await inGesture(login)).to.equal('ABORTED')
      expect([client.privKey, heard.join()]).to.deep.equal(['', 'logout'])
      expect(localStorage.getItem(`wallet-embed:session:${clientId}`)).to.equal(null)
    })
  }

  it('is not kept from anybody by a listener that throws', async () => {
    const [client, other] = [await start(), await start()]
    const { onerror } = window
    const thrown: unknown[] = []
    window.onerror = (_, __, ___, ____, error) => thrown.push(error?.message)
    client.on('login', () => {
      throw new Error('by a listener')
    })
    let heard = 0
    other.on('login', () => heard++)
    expect(await inGesture(() => client.login())).to.deep.equal({ privKey: KEYS[0] })
    window.onerror = onerror
    expect([heard, thrown.length]).to.deep.equal([1, 1])
  })

  it('keeps the session in memory where storage is denied', async () => {
    const { open } = IDBFactory.prototype
    IDBFactory.prototype.open = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    try {
      const client = await start()
      expect(await inGesture(() => client.login())).to.deep.equal({ privKey: KEYS[0] })
      expect(localStorage.getItem(`wallet-embed:session:${clientId}`)).to.equal(null)
    } finally {
      IDBFactory.prototype.open = open
    }
  })
})

describe('LoginClient by redirect', () => {
  let clientId: string

  beforeEach(() => {
    clientId = `application-${Math.random()}`
  })

  afterEach(() => {
    for (const frame of document.querySelectorAll('iframe')) frame.remove()
    localStorage.clear()
    sessionStorage.clear()
  })

  async function leave(page: LoginPage, params: object): Promise<LoginPage> {
    const back = nextPage()
    const settled: string[] = []
    void page.client.login(params).finally(() => settled.push('settled'))
    const next = await back
    expect(settled).to.deep.equal([])
    return next
  }

  it('comes back to the page that started it, logged in, with its URL as it was', async () => {
    for (const hash of ['', '#/route?a=1', '#']) {
      const page = await openPage(clientId, hash)
      const { url, client, heard, historyState } = await leave(page, {
        appState: 'cart 7',
        relogin: true,
      })
      expect(url).to.equal(page.url)
      expect(client.privKey).to.equal(KEYS[0])
      expect(client.appState).to.equal('cart 7')
      expect(historyState, 'of the page').to.deep.equal({ at: 7 })
      expect(heard).to.deep.equal(['login'])
      page.frame.remove()
    }
  })

  it('hands appState back unchanged, whatever is in it', async () => {
    const appState = `${'x'.repeat(16_000)} "{}\u0000\ud83d\ude80 &wallet-login=a.b`
    const { client } = await leave(await openPage(clientId), { appState })
    expect(client.appState === appState).to.be.true
  })

  it('gives a result to the application that asked for it, and not to another of the page (clientId)', async () => {
    const other = `${clientId}-other`
    const page = await openPage(clientId)
    const { arrived } = await leave(page, {})
    const pending = JSON.stringify({ clientId, appState: '', state: 'x' })
    sessionStorage.setItem('wallet-embed:redirect', pending)
    const { client, heard } = await openPage(other, new URL(arrived).hash)
    expect([client.privKey, heard.length]).to.deep.equal(['', 0])
    expect(sessionStorage.getItem('wallet-embed:redirect')).to.equal(pending)
  })

  it('comes back to redirectUrl if there is one', async () => {
    const page = await openPage(clientId)
    const redirectUrl = `${page.url}&other=1#/deep`
    expect((await leave(page, { redirectUrl })).url).to.equal(redirectUrl)
  })

  it('reports a login that failed, once', async () => {
    const page = await openPage(clientId)
    const { heard, client } = await leave(page, { loginProvider: 'refused' })
    expect(heard).to.deep.equal(['LOGIN_FAILED'])
    expect(client.privKey).to.equal('')
    expect((await openPage(clientId)).heard).to.deep.equal([])
  })

  it('takes a result that nobody here asked for out of the URL, and ignores it', async () => {
    const foreign = '#wallet-login=abcdefghijklmnopqrstuv.aaa..bbb.ccc.ddd'
    const { url, client, heard, historyState } = await openPage(clientId, foreign)
    expect(new URL(url).hash).to.equal('')
    expect(historyState).to.deep.equal({ at: 7 })
    expect(client.privKey).to.equal('')
    expect(heard).to.deep.equal([])
  })

  it('goes on waiting for its own result when another one comes', async () => {
    const { client } = await openPage(clientId)
    void client.login({ loginProvider: 'silent' })
    const pending = () => sessionStorage.getItem('wallet-embed:redirect')
    await until(() => pending()?.includes('state'))
    const before = pending()
    const { heard } = await openPage(clientId, '#wallet-login=another-login-of-others.a..b.c.d')
    expect(heard).to.deep.equal([])
    expect(pending()).to.equal(before)
  })

  it('does not take the same result twice', async () => {
    const { client, arrived } = await leave(await openPage(clientId), { appState: 'x' })
    await client.logout()
    const { hash } = new URL(arrived)
    expect(hash).to.contain('wallet-login=')
    const replayed = await openPage(clientId, hash)
    expect([replayed.client.privKey, replayed.client.appState]).to.deep.equal(['', ''])
    expect(replayed.heard).to.deep.equal([])
  })

  /** Has a page log in, and stops on the way back: what its URL brings. */
  async function bringBack(params = {}): Promise<string> {
    const { client, frame } = await openPage(clientId)
    const redirectUrl = `${location.origin}/test/browser/stand-in/${EMPTY_PAGE}`
    void client.login({ ...params, redirectUrl })
    const isBack = () => {
      try {
        return frame.contentWindow?.location.pathname.endsWith(EMPTY_PAGE)
      } catch {
        return false
      }
    }
    await until(isBack)
    const { hash } = frame.contentWindow!.location
    frame.remove()
    return hash
  }

  it('takes a result in the tab that asked for it, and in no other (session fixation)', async () => {
    const hash = await bringBack()
    // What a tab has to itself. The key for the result is still this browser's.
    sessionStorage.clear()
    const { client, heard, url } = await openPage(clientId, hash)
    expect([client.privKey, heard.join(), new URL(url).hash]).to.deep.equal(['', '', ''])
    expect(Object.keys({ ...localStorage }).join()).to.equal('')
  })

  it('opens a result with the key of its own login alone (session fixation)', async () => {
    const [, state] = (await bringBack()).split(/[=.]/)
    const { publicKey } = await generateKeyPair()
    const result = { privKey: KEYS[1], userInfo: { email: 'sample.two@example.test' } }
    const jwe = await encrypt(JSON.stringify(result), await exportPublicKey(publicKey))
    const { client, heard } = await openPage(clientId, `#wallet-login=${state}.${jwe}`)
    expect([client.privKey, heard.join()]).to.deep.equal(['', 'TOKEN_MALFORMED'])
    expect(Object.keys({ ...localStorage }).join()).to.equal('')
  })

  it('ends with a logout before init has read the result, and stores nothing after', async () => {
    const hash = await bringBack()
    const { client, heard } = await openPage(clientId, hash, { hasty: '1' })
    expect([client.privKey, heard.join()]).to.deep.equal(['', 'login,logout'])
    expect(localStorage.getItem(`wallet-embed:session:${clientId}`)).to.equal(null)
    expect((await openPage(clientId)).client.privKey).to.equal('')
  })

  it('hands on the appState of a logout to the page it leaves for', async () => {
    const page = await openPage(clientId)
    const { client, url } = await leave(page, {})
    const next = nextPage()
    await client.logout({ redirectUrl: url, appState: 'bye' })
    const after = await next
    expect(after.client.appState).to.equal('bye')
    expect(after.client.privKey).to.equal('')
  })
})
