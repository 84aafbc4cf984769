/** A login that the person gives up while its key is on its way. */
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'

import { LoginWindow } from '../../src/app/login-window/login-window.js'
import { Accounts } from '../../src/app/session/accounts.js'
import { SessionManager } from '../../src/app/session/session-manager.js'
import { LoginFlow } from '../../src/app/sign-in/login-flow.js'
import type { LoginOption } from '../../src/app/sign-in/login-options.js'
import type { LoginFlowOptions } from '../../src/app/sign-in/login-status.js'
import type { Person } from '../../src/app/sign-in/person.js'
import type { WireContract } from '../../src/app/signer/contract.js'
import type { Identity } from '../../src/app/signer/identity-grant.js'
import type { Signer } from '../../src/app/signer/signer.js'
import { SiteStore } from '../../src/app/sites/site-store.js'
import { account, appKey } from '../../src/keys/derive.js'
import { Peer } from '../../src/protocol/peer.js'
import { toBase64Url, utf8 } from '../../src/shared/encoding.js'
import {
  decrypt,
  encrypt,
  exportPublicKey,
  generateKeyPair,
  type PublicJwk,
} from '../../src/shared/jwe.js'
import { readResultIn } from '../../src/shared/redirect.js'
import { until } from '../support/until.js'
import { MemoryStorage } from './support/memory-storage.js'

const ORIGIN = 'https://wallet.example.test'
type Secrets = [Uint8Array, Uint8Array, Uint8Array]
const [ANN, BEN, CARL] = [1, 2, 3].map((byte) => new Uint8Array(32).fill(byte)) as Secrets
const ANNS = account(ANN, 0).address
const USER = {
  ...{ email: '', name: '', profileImage: '', aggregateVerifier: '' },
  ...{ verifier: 'sample', verifierId: 'one', typeOfLogin: 'jwt' },
}
const OPTION = {
  ...{ key: 'sample', verifier: 'sample', typeOfLogin: 'jwt', name: 'Sample', clientId: 'client' },
  ...{ protocol: 'oidc', issuer: 'https://idp.example.test', scope: 'openid', leeway: 60 },
  ...{ authorizationEndpoint: 'https://idp.example.test/authorize', isShown: true },
} as unknown as LoginOption

/** The real worker, by a channel. The key nodes alone are stood in for: they give the secret of `person`. */
class StandInSigner implements Signer {
  /** Who signs in at the provider. */
  person = ANN
  /** How many logins have opened a secret. */
  opened = 0
  /** What the login service gives with the next login. */
  identity: Identity | undefined
  readonly #peer: Peer<WireContract>
  readonly #keys = new Map<string, PublicJwk>()

  constructor(port: MessagePort) {
    this.#peer = new Peer(port)
  }

  close = () => this.#peer.close()

  ask = (async (method: string, params: { id: string }, at = 0, first?: `0x${string}`) => {
    const ask = (method: string, params: unknown) =>
      this.#peer.request(method as 'addresses', { params, account: at, first } as never, 15_000)
    switch (method) {
      case 'prepare': {
        const prepared = (await ask(method, params)) as never as { id: string; key: PublicJwk }
        this.#keys.set(prepared.id, prepared.key)
        return prepared
      }
      case 'login': {
        const key = this.#keys.get(params.id)!
        const parts = [this.person, ...(this.identity ? [utf8(JSON.stringify(this.identity))] : [])]
        const jwe = await encrypt(parts.map(toBase64Url).join('.'), key)
        this.identity = undefined
        const unlocked = await ask('take', { id: params.id, jwe })
        this.opened++
        return { ...unlocked, userInfo: USER }
      }
      case 'warmUp':
        return null
    }
    return ask(method, params)
  }) as unknown as Signer['ask']
}

let signer: StandInSigner
/** The provider sent this window back. */
let opened: { closed: boolean; location: URL }
/** The login service answers. */
let answer: () => void
/** Data of other devices is asked for, as the session begins. */
let bring = async () => {}
let life: SessionManager
let flow: LoginFlow

const define = (name: string, value: unknown) =>
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })

before(async () => {
  const { port1, port2 } = new MessageChannel()
  define('self', port1)
  define('indexedDB', undefined)
  await import('../../src/app/signer/worker.js')
  signer = new StandInSigner(port2)
})
after(() => signer.close())
afterEach(() => life.end())
beforeEach(() => {
  signer.person = ANN
  const events = new EventTarget()
  define('addEventListener', events.addEventListener.bind(events))
  define('removeEventListener', events.removeEventListener.bind(events))
  define('window', globalThis)
  define('location', new URL(`${ORIGIN}/frame`))
  define('navigator', { userActivation: { isActive: true }, vendor: '' })
  define('sessionStorage', new MemoryStorage())
  define('localStorage', new MemoryStorage())
  for (const name of ['screenX', 'screenY', 'outerWidth', 'outerHeight']) define(name, 0)
  define('open', () => {
    opened = { closed: false, location: new URL('about:blank') }
    return Object.assign(opened, { close: () => {}, postMessage: () => {} })
  })
  define('fetch', async () => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    return Response.json({ idToken: 'e30.e30.' })
  })
  const nothing = () => {}
  life = new SessionManager({
    ...{ isLasting: false, signer, site: 'https://shop.example.test' },
    siteStore: new SiteStore(false, 'https://shop.example.test'),
    elsewhere: async () => ({ follow: async () => {}, tellEnd: nothing, bring: () => bring() }),
    ...{ onOvertaken: nothing, onBegun: nothing, onConnected: nothing, onChanged: nothing },
    ...{ onEnded: nothing, onExpired: nothing },
  })
  flow = new LoginFlow({
    config: { loginService: 'https://login.example.test', keyNetwork: {} },
    signer,
    ...{ onChange: nothing, onBlocked: nothing, onAnswered: nothing },
    about: () => ({ site: 'https://shop.example.test', look: {} }),
    isSignedIn: () => !!life.current,
    onSignedIn: (person: Person, isProven: boolean, signal = flow.signal) =>
      life.begin(person, isProven, undefined, signal),
    continueInstead: async () => ({ begun: new Promise<void>(nothing) }),
  } as unknown as LoginFlowOptions)
})

/** The person is known to the provider, and waits for the login service. */
async function comeBack(): Promise<void> {
  const { state } = await flow.prepare()
  flow.start(OPTION)
  opened.location = new URL(`${ORIGIN}/login?state=${state}&code=code`)
  await until('the request', () => flow.status.name === 'working' && answer)
}

const signIn = async () => {
  await comeBack()
  answer()
  await until('the session', () => flow.status.name === 'ready')
}

describe('a login that the person gives up while its key is on its way', () => {
  it('does not spoil the next one', async () => {
    await comeBack()
    const late = answer
    flow.cancel()
    await comeBack()
    late()
    answer()
    await until('the end', () => flow.status.name === 'ready')
    assert.deepEqual(flow.status, { name: 'ready' })
    assert.equal(life.current?.addresses[0], ANNS)
  })

  it('leaves the account of before to sign, also if somebody else has signed in', async () => {
    await signIn()
    const own = new Accounts(life, signer, 'https://shop.example.test')
    const message = new Uint8Array(1)
    const signed = await own.sign('signMessage', { message })
    // To see the recovery phrase, the provider asks again.
    for (const person of [ANN, BEN, CARL]) {
      signer.person = person
      const before = signer.opened
      await comeBack()
      flow.cancel()
      answer()
      await until('what came late', () => signer.opened > before)
    }
    assert.equal(own.chosen, ANNS)
    assert.equal(await own.sign('signMessage', { message }), signed)
    // The next account is of the same person, too.
    await own.add()
    assert.deepEqual([own.all.length, own.first], [2, ANNS])
  })

  it('leaves the identity of before for tokens, where the login service vouched the first time alone', async () => {
    const curve = { name: 'ECDH', namedCurve: 'P-256' }
    const { privateKey } = await crypto.subtle.generateKey(curve, true, ['deriveBits'])
    signer.identity = { grant: 'grant', key: await crypto.subtle.exportKey('jwk', privateKey) }
    await signIn()
    const before = signer.opened
    await comeBack()
    flow.cancel()
    answer()
    await until('what came late', () => signer.opened > before)
    const asked: string[] = []
    define('fetch', async (url: string) => {
      asked.push(new URL(url).pathname)
      return Response.json({}, { status: 503 })
    })
    const own = new Accounts(life, signer, 'https://shop.example.test')
    const about = { loginService: 'https://login.example.test', audience: 'shop' }
    await assert.rejects(own.sign('idToken', about), { code: 'SERVICE_UNAVAILABLE' })
    assert.deepEqual(asked, ['/id-token'])
  })

  it('leaves no secret behind, also where the session was about to begin', async () => {
    const bens = account(BEN, 0).address
    const isForgotten = () =>
      signer.ask('phrase', null, 0, bens).then(
        () => false,
        ({ code }) => code === 'NOT_LOGGED_IN',
      )
    signer.person = BEN
    const before = signer.opened
    await comeBack()
    flow.cancel()
    answer()
    await until('what came late', () => signer.opened > before)
    await until('that it is forgotten', isForgotten)
    await comeBack()
    bring = async () => {
      bring = async () => {}
      flow.cancel()
    }
    answer()
    await until('that it is forgotten', async () => signer.opened > before + 1 && isForgotten())
    assert.equal(life.current, undefined)
  })
})

describe('a sign-in of a different person', () => {
  it('has the signer forget the person before, however often they signed in', async () => {
    await signIn()
    await signIn()
    signer.person = BEN
    await signIn()
    assert.equal(life.current?.addresses[0], account(BEN, 0).address)
    await assert.rejects(signer.ask('phrase', null, 0, ANNS), { code: 'NOT_LOGGED_IN' })
    await signer.ask('phrase', null, 0, account(BEN, 0).address)
  })
})

describe('a login window', () => {
  it('hands over the key of who signed in, also where an earlier login has come late', async () => {
    const page = await generateKeyPair()
    let address = ''
    const replace = (url: string) => (address = url)
    define('location', Object.assign(new URL(`${ORIGIN}/login`), { replace }))
    for (const person of [BEN, ANN]) {
      const { id } = await signer.ask('prepare', { keep: false })
      signer.person = person
      await signer.ask('login', { id } as never)
    }
    const request = {
      clientId: 'shop',
      uxMode: 'redirect',
      key: await exportPublicKey(page.publicKey),
    }
    const back = { redirectUrl: 'https://shop.example.test/back', state: 'state' }
    await new LoginWindow({
      ...{ config: { loginService: '' }, signer, request: { ...request, ...back } },
      ...{ onSignedIn: async () => {}, onboarding: () => undefined },
    } as never).complete({ addresses: [account(BEN, 0).address], userInfo: USER })
    const { result = '' } = readResultIn(new URL(address).hash)
    const { privKey } = JSON.parse(await decrypt(result, page.privateKey))
    assert.equal(privKey, appKey(BEN, 'shop'))
  })
})
