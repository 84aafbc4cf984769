import { expect } from '@open-wc/testing'
import { loadSession, removeSession, saveSession } from '../../src/client/login/login-store.js'
import { fromBase64Url } from '../../src/shared/encoding.js'
import { clientId, inGesture, openPage, start } from './login-client-support.js'
import { KEYS } from './stand-in/orders.js'
import { codeOf, until } from './support.js'

describe('a session of LoginClient', () => {
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
      const left = Object.entries({ ...localStorage, ...sessionStorage })
      expect(left.filter(([name]) => name.includes(clientId))).to.deep.equal([
        [`wallet-embed:logout:${clientId}`, 'plain'],
      ])
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

  it('is stored under one key, also by two tabs that make it at the same time', async () => {
    const client = await start()
    const other = `${clientId} of two tabs`
    await inGesture(() => client.login())
    const userInfo = await client.getUserInfo()
    const stored = (privKey: string, storage: 'local' | 'session') => {
      const expires = Date.now() + 60_000
      return saveSession(other, { privKey, isWalletKey: false, userInfo, expires, storage })
    }
    await Promise.all([stored(KEYS[0], 'session'), stored(KEYS[1], 'local')])
    expect((await loadSession(other))?.privKey, 'of the first tab').to.equal(KEYS[0])
    sessionStorage.clear()
    expect((await loadSession(other))?.privKey, 'of the second').to.equal(KEYS[1])
    removeSession(other)
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
      expect(await codeOf(client.getIdToken())).to.equal('NO_IDENTITY')
    } finally {
      IDBFactory.prototype.open = open
    }
  })
})
