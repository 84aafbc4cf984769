/** The steps of a sign-in by e-mail, where the person goes back, or the signer is late. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'

import { EmailLogin } from '../../src/app/sign-in/email-login.js'
import { WalletError } from '../../src/shared/errors.js'
import { until } from '../support/until.js'

const define = (name: string, value: unknown) =>
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })

/** Requests to the login service that wait, by the end of their path. */
let waiting: Record<string, (answer: object) => void>
/** What the signer was asked, and what it refuses once. */
let asked: string[]
let refused: string | undefined
let signedIn: number
/** What happens while the signer asks for the key. */
let onLogin: () => void

beforeEach(() => {
  ;[waiting, asked, refused, signedIn, onLogin] = [{}, [], undefined, 0, () => {}]
  define('document', { documentElement: { lang: 'en' } })
  define('location', new URL('https://wallet.example.test/frame'))
  define('fetch', async (url: string) => {
    const path = url.split('/').at(-1)!
    return Response.json(await new Promise<object>((resolve) => (waiting[path] = resolve)))
  })
})

const begin = () =>
  new EmailLogin({
    config: { loginService: 'https://login.example.test', keyNetwork: {} },
    signer: {
      ask: async (method: string) => {
        asked.push(method)
        if (method === 'login') onLogin()
        if (method !== refused) return { id: '1', nonce: 'nonce', key: {}, addresses: ['0x1'] }
        refused = undefined
        throw new WalletError('TIMEOUT')
      },
    },
    option: { verifier: 'email' },
    onDone: async () => void signedIn++,
    onCancel: () => {},
  } as never)

/** Where the code's screen is there. */
async function beginWithCode(login = begin()) {
  const sent = login.send('one@example.test')
  await answer('start', { lifetime: 600 })
  await sent
  return login
}

/** The service is asked, and answers. */
async function answer(path: string, said: object): Promise<void> {
  const respond = await until(path, () => waiting[path])
  delete waiting[path]
  respond(said)
}

describe('a sign-in by e-mail', () => {
  const TYPED: [string, string, string][] = [
    ['with accents in its domain', 'One@bücher.example', 'One@xn--bcher-kva.example'],
    [
      'in wide letters, as keyboards for Japanese have them',
      'ｏｎｅ＠mail。ｔｅｓｔ',
      'one@mail.test',
    ],
    [
      'with hidden characters, as other apps copy them',
      '\u200bone@mail.test\u202c ',
      'one@mail.test',
    ],
    ['without accents as it is', ' One@Mail.TEST', 'One@Mail.TEST'],
  ]
  for (const [how, typed, sentTo] of TYPED) {
    it(`takes an address ${how}`, async () => {
      const login = begin()
      const sent = login.send(typed)
      assert.deepEqual([login.email, login.step], [sentTo, { name: 'address', isBusy: true }])
      await answer('start', { lifetime: 600 })
      await sent
    })
  }

  for (const typed of ['one@bü cher.example', 'one@bücher.example/x', 'öne@example.test']) {
    it(`has to be told a whole address: ${typed} is none`, async () => {
      const login = begin()
      await login.send(typed)
      assert.deepEqual(login.step, { name: 'address', isBusy: false, isInvalid: true })
    })
  }

  it('signs nobody in who went back to type a different address', async () => {
    const login = await beginWithCode()
    const verified = login.verify('123456')
    await until('the request', () => waiting.verify)
    login.change()
    await answer('verify', { idToken: 'token' })
    await verified
    assert.deepEqual(login.step, { name: 'address', isBusy: false })
    assert.deepEqual([signedIn, asked.includes('login')], [0, false])
  })

  it('leaves no secret behind where the person gave up while its key was on its way', async () => {
    const login = await beginWithCode()
    const verified = login.verify('123456')
    onLogin = () => login.cancel()
    await answer('verify', { idToken: 'token' })
    await verified
    assert.deepEqual([signedIn, asked.at(-1)], [0, 'lock'])
  })

  it('asks for no key where the person gave up while the code was checked', async () => {
    const login = await beginWithCode()
    const verified = login.verify('123456')
    await until('the request', () => waiting.verify)
    login.cancel()
    await answer('verify', { idToken: 'token' })
    await verified
    assert.deepEqual([signedIn, asked.includes('login')], [0, false])
  })

  it('asks for no code of an address that the person went back from', async () => {
    const login = await beginWithCode()
    const again = login.send('one@example.test')
    await until('the request', () => waiting.start)
    login.change()
    await answer('start', { lifetime: 600 })
    await again
    assert.deepEqual(login.step, { name: 'address', isBusy: false })
  })

  it('can be tried again where the signer did not answer at first', async () => {
    const login = begin()
    refused = 'prepare'
    await login.send('one@example.test')
    assert.equal(login.step.name === 'address' && login.step.error?.code, 'TIMEOUT')
    await beginWithCode(login)
    assert.equal(login.step.name, 'code')
  })
})
