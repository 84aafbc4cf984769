/**
 * Copies of the login service with sign-in by e-mail, which share a real Redis where the machine has one, and else
 * one store in memory; a real mail server; and requests from any address.
 */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { FastifyInstance } from 'fastify'
import { decodeJwt } from 'jose'

import { Mails, startSmtp } from '../../../demo/inbox/mails.js'
import type { Registry } from '../../../src/protocol/registry.js'
import { createMailer } from '../../../src/server/login/email/mailer.js'
import {
  createLoginService,
  type LoginServiceOptions,
} from '../../../src/server/login/login-service.js'
import { connectRedis } from '../../../src/server/store/redis-store.js'
import { MemoryStore, type Store } from '../../../src/server/store/store.js'
import {
  createIdTokenSigner,
  makeSigningKeys,
} from '../../../src/server/tokens/self-issued-tokens.js'
import { hasRedis, startRedis } from '../../programs/support/redis.js'
import { until } from '../../support/until.js'
import { type Issuer, registryFor, startIssuer } from './issuer.js'
import { createLog } from './services.js'

const WALLET = 'http://localhost:4050'
const VERIFIER = 'email_passwordless'

export interface Login {
  email: string
  /** 43 characters. */
  nonce?: string
  /** Where it is asked from, in any spelling. */
  from: string
  /** Which copy is asked. */
  copy?: number
}

export interface Answer {
  status: number
  body: Record<string, unknown>
  /** All that the one who asks can tell from another's answer. */
  text: string
}

/** A nonce as a wallet has it, by a name. */
export const nonceOf = (name: string): string => name.padEnd(43, '-')

export class EmailService {
  readonly mails = new Mails()
  readonly log = createLog()
  registry!: Registry
  issuer!: Issuer
  #copies: FastifyInstance[] = []
  #options!: LoginServiceOptions
  readonly #ends: (() => Promise<void>)[] = []

  async start(): Promise<void> {
    this.issuer = await startIssuer()
    this.#ends.push(async () => this.issuer.close())
    this.issuer.answer = { status: 200, body: JSON.stringify({ id_token: 'the.id.token' }) }
    const smtp = await startSmtp(this.mails, 0)
    this.#ends.push(() => new Promise<void>((done) => smtp.close(done)))
    // An address that the mail server has never heard of.
    smtp.onRcptTo = ({ address }, _, done) =>
      address.startsWith('nobody') ? done(new Error('No such person.')) : done()
    const { port } = smtp.server.address() as AddressInfo
    const signingKeys = await makeSigningKeys()
    const keys = createServer()
    await new Promise<void>((resolve) => keys.listen(0, '127.0.0.1', resolve))
    this.#ends.push(async () => void keys.close())
    const url = `http://localhost:${(keys.address() as AddressInfo).port}`
    const signer = await createIdTokenSigner(signingKeys, url)
    this.registry = registryFor(this.issuer.url)
    this.registry.verifiers[VERIFIER] = {
      ...this.registry.verifiers.google!,
      ...{ protocol: 'email', typeOfLogin: 'passwordless', name: 'email' },
      ...{ algorithms: ['ES256'], issuer: url, jwksUri: `${url}/jwks.json` },
    }
    const mailer = createMailer({
      from: 'Wallet <no-reply@example.test>',
      host: '127.0.0.1',
      port,
      security: 'none',
    })
    this.#options = {
      ...{ registry: this.registry, secrets: { google: 'secret' }, signer, mailer },
      ...{ walletOrigin: WALLET, log: this.log },
    }
  }

  /** Begins anew: two copies that share a store, and know nothing yet. */
  async renew(more: Partial<LoginServiceOptions> = {}, ...redisOptions: string[]): Promise<void> {
    await this.#close()
    this.mails.clear()
    const [stores, end] = await openStores(redisOptions)
    this.#ends.push(end)
    this.#copies = stores.map((store) => createLoginService({ ...this.#options, store, ...more }))
    await Promise.all(this.#copies.map((copy) => copy.ready()))
  }

  /** One copy with a store of the test's. */
  async renewWith(store: Store, more: Partial<LoginServiceOptions> = {}): Promise<void> {
    await this.#close()
    this.mails.clear()
    this.#copies = [createLoginService({ ...this.#options, store, ...more })]
    await this.#copies[0]!.ready()
  }

  async end(): Promise<void> {
    await this.#close()
    await Promise.all(this.#ends.map((end) => end()))
  }

  async post(path: string, body: object, from: string, copy = 0): Promise<Answer> {
    const app = this.#copies[copy % this.#copies.length]!
    const answer = await app.inject({
      method: 'POST',
      url: path,
      payload: body,
      remoteAddress: from,
    })
    return answered(answer)
  }

  async get(path: string, from: string, copy = 0): Promise<Answer> {
    const app = this.#copies[copy % this.#copies.length]!
    return answered(await app.inject({ url: path, remoteAddress: from }))
  }

  /** Through a proxy, with what it says of where the request is from. */
  async getBehindProxy(path: string, proxy: string, forwarded: string): Promise<number> {
    const headers = { 'x-forwarded-for': forwarded }
    const answer = await this.#copies[0]!.inject({ url: path, remoteAddress: proxy, headers })
    return answer.statusCode
  }

  begin({ email, nonce = nonceOf('n'), from, copy }: Login): Promise<Answer> {
    return this.post(
      '/email/start',
      { verifier: VERIFIER, email, nonce, language: 'en' },
      from,
      copy,
    )
  }

  /** Asks for a code, and waits until it is sent or it is clear that it is not. */
  async ask(login: Login): Promise<{ status: number; isSent: boolean }> {
    const before = this.#decisions().length
    const to = login.email.toLowerCase()
    const sent = this.mails.list(to).at(0)?.id
    const { status } = await this.begin(login)
    if (status !== 200) return { status, isSent: false }
    await until('the decision', () => this.#decisions().length > before)
    const isSent = this.#decisions()[before]!
    if (isSent && !login.email.startsWith('nobody')) {
      await until('the mail', () => this.mails.list(to).at(0)?.id !== sent)
    }
    return { status, isSent }
  }

  async tell({ email, nonce = nonceOf('n'), from, copy }: Login, code: string): Promise<Answer> {
    return this.post('/email/verify', { verifier: VERIFIER, email, nonce, code }, from, copy)
  }

  /** Whether a code signs somebody in. */
  async signsIn(login: Login, code: string): Promise<boolean> {
    const { status, body } = await this.tell(login, code)
    if (status !== 200 || !('idToken' in body)) return false
    assert.equal(decodeJwt(body.idToken as string).email, login.email.toLowerCase())
    return true
  }

  /** A person's whole sign-in. */
  async isLetIn(login: Login): Promise<boolean> {
    const { isSent } = await this.ask(login)
    if (!isSent) return false
    return this.signsIn(login, this.codeOf(login.email))
  }

  /** In the newest mail to an address. */
  codeOf(email: string): string {
    return this.mails.list(email.toLowerCase())[0]!.code!
  }

  /** An exchange of an authorization code for an ID token. */
  exchange(code: string, from: string, copy = 0): Promise<Answer> {
    const redirectUri = `${WALLET}/login`
    const body = { verifier: 'google', code, codeVerifier: 'v'.repeat(43), redirectUri }
    return this.post('/token', body, from, copy)
  }

  /** Of each code that was asked for, whether it was sent. */
  #decisions(): boolean[] {
    return this.log.lines
      .filter((line) => line.includes('"email code"'))
      .map((line) => (JSON.parse(line) as { isSent: boolean }).isSent)
  }

  async #close(): Promise<void> {
    await Promise.all(this.#copies.map((copy) => copy.close()))
    this.#copies = []
  }
}

export const wrongOf = (code: string, by = 1): string =>
  String((Number(code) + by) % 1_000_000).padStart(6, '0')

/** Two that are one: in Redis, or where there is none the same. */
async function openStores(
  redisOptions: string[] = [],
): Promise<[stores: [Store, Store], end: () => Promise<void>]> {
  if (!hasRedis) {
    const store = new MemoryStore()
    return [[store, store], async () => {}]
  }
  const redis = await startRedis(...redisOptions)
  const open = () => connectRedis({ url: redis.url })
  const stores: [Store, Store] = [await open(), await open()]
  const end = async () => {
    await Promise.all(stores.map((store) => store.close()))
    await redis.kill()
  }
  return [stores, end]
}

function answered(answer: {
  statusCode: number
  headers: Record<string, unknown>
  body: string
}): Answer {
  // Every answer has a random id.
  const { date: _, 'x-request-id': id, ...headers } = answer.headers
  return {
    status: answer.statusCode,
    body: answer.body ? (JSON.parse(answer.body) as Answer['body']) : {},
    text: JSON.stringify([answer.statusCode, headers, answer.body]),
  }
}
