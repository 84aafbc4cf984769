import { expect } from '@open-wc/testing'
import { deleteKey, getKey, putKey } from '../../src/client/login/key-store.js'
import { encrypt, exportPublicKey, generateKeyPair } from '../../src/shared/jwe.js'
import { type LoginPage, nextPage, openPage } from './login-client-support.js'
import { KEYS } from './stand-in/orders.js'
import { until } from './support.js'

/** A page of this origin without a login client. */
const EMPTY_PAGE = 'blocked.html'

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

  it('takes a result that a hash router took for a route', async () => {
    for (const [route, hash] of [
      ['#/*', '#/cart'],
      ['#/home', '#/home'],
    ] as const) {
      const page = await openPage(clientId, '#/cart', { route })
      const { url, client, heard } = await leave(page, { relogin: true })
      expect([client.isLoggedIn, heard.join(), new URL(url).hash]).to.deep.equal([
        true,
        'login',
        hash,
      ])
      page.frame.remove()
    }
  })

  it('is logged in after init, also where a client before it takes the result, and leaves', async () => {
    for (const first of ['stays', 'leaves']) {
      const page = await openPage(clientId, '', { first })
      const { isLoggedIn, client } = await leave(page, { appState: first, relogin: true })
      expect([isLoggedIn, client.appState]).to.deep.equal([true, first])
      await client.logout()
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

  it('reports a login that failed to all clients that wait for it, and to none that left', async () => {
    for (const first of ['stays', 'leaves']) {
      const page = await openPage(clientId, '', { first })
      const { heard } = await leave(page, { loginProvider: 'refused' })
      expect(heard).to.deep.equal(
        first === 'stays' ? ['first: LOGIN_FAILED', 'LOGIN_FAILED'] : ['LOGIN_FAILED'],
      )
      page.frame.remove()
    }
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

  it('comes back logged in, also where a copy of its tab has left for a login meanwhile', async () => {
    const hash = await bringBack()
    const pending = { ...sessionStorage }
    const { client, frame } = await openPage(clientId)
    void client.login({ loginProvider: 'silent' })
    const item = 'wallet-embed:redirect'
    await until(() => sessionStorage.getItem(item) !== pending[item])
    frame.remove()
    // A tab's storage is copied with it, and then is its own.
    Object.assign(sessionStorage, pending)
    const page = await openPage(clientId, hash)
    expect([page.client.privKey, page.heard.join()]).to.deep.equal([KEYS[0], 'login'])
  })

  it('removes the keys of logins that did not come back within a day', async () => {
    const { privateKey } = await generateKeyPair()
    const name = (age: number) => `wallet-embed:redirect:${Date.now() - age}-${'x'.repeat(22)}`
    const [old, recent] = [name(90_000_000), name(80_000_000)]
    await putKey(old, privateKey)
    await putKey(recent, privateKey)
    await bringBack()
    expect([!!(await getKey(old)), !!(await getKey(recent))]).to.deep.equal([false, true])
    await deleteKey(recent)
  })

  it('says that it cannot open a result whose key is gone', async () => {
    const hash = await bringBack()
    const deleting = indexedDB.deleteDatabase('wallet-embed')
    await new Promise((resolve) => (deleting.onsuccess = resolve))
    const { client, heard } = await openPage(clientId, hash)
    expect([client.privKey, heard.join()]).to.deep.equal(['', 'STATE_MISMATCH'])
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
