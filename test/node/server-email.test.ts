/** Sign-in by e-mail: the codes by themselves, and the service between HTTP and a real mail server. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { decodeJwt } from 'jose'
import type { SMTPServer } from 'smtp-server'
import { Mails, startSmtp } from '../../demo/inbox/mails.js'
import { identityInput } from '../../src/keys/oprf.js'
import type { Registry } from '../../src/protocol/registry.js'
import { AuditLog, personName } from '../../src/server/login/audit.js'
import { createMailer, type MailSettings } from '../../src/server/login/email/mailer.js'
import { MAIL_TEXTS } from '../../src/server/login/email/texts.js'
import {
  createLoginService,
  type LoginServiceOptions,
} from '../../src/server/login/login-service.js'
import type { Answered } from '../../src/server/platform/metrics.js'
import { MemoryStore } from '../../src/server/store/store.js'
import {
  createIdTokenSigner,
  type IdTokenSigner,
  makeSigningKeys,
} from '../../src/server/tokens/self-issued-tokens.js'
import { createTokenCheck } from '../../src/server/tokens/token-check.js'
import { WalletError } from '../../src/shared/errors.js'
import { exportPublicKey, generateKeyPair, thumbprint } from '../../src/shared/jwe.js'
import { until } from '../support/until.js'
import { ASKED, EMAIL, NONCE, WRONG } from './support/email-code.js'
import { CLIENT_ID, registryFor } from './support/issuer.js'
import { createLog, inTemporaryFolder, post, refusal, start } from './support/services.js'

describe('the service', () => {
  const log = createLog()
  const WALLET = 'http://localhost:4050'
  const mails = new Mails()
  const services: FastifyInstance[] = []
  let smtp: SMTPServer
  let keys: Server
  let signer: IdTokenSigner
  let registry: Registry
  let settings: MailSettings
  let url: string

  /** A service with counts of its own. */
  const serve = (
    more: Partial<LoginServiceOptions> = {},
    mail: Partial<MailSettings> = {},
    timeout?: number,
  ) => {
    const app = createLoginService({
      ...{ registry, secrets: {}, signer, walletOrigin: WALLET, log },
      mailer: createMailer({ ...settings, ...mail }, timeout),
      trustProxy: ['127.0.0.1', '::1'],
      ...more,
    })
    services.push(app)
    return start(app)
  }
  const ask = (changes: object = {}, at = url, client = '192.0.2.1') =>
    post(
      `${at}/email/start`,
      { ...ASKED, language: 'en', ...changes },
      { 'x-forwarded-for': client },
    )
  const tell = (code: string, changes: object = {}, at = url) =>
    post(`${at}/email/verify`, { ...ASKED, code, ...changes })
  /** The code in the newest mail to an address. */
  const codeFor = async (to: string, count = 1): Promise<string> => {
    await until(`mail ${count} to ${to}`, () => mails.list(to).length >= count)
    return mails.list(to)[0]!.code!
  }

  before(async () => {
    const signingKeys = await makeSigningKeys()
    keys = createHttpServer((_, response) => response.end(JSON.stringify(signer.jwks)))
    await new Promise<void>((resolve) => keys.listen(0, 'localhost', resolve))
    const issuer = `http://localhost:${(keys.address() as { port: number }).port}`
    signer = await createIdTokenSigner(signingKeys, issuer)
    registry = registryFor(issuer)
    registry.verifiers.email_passwordless = {
      ...registry.verifiers.google!,
      ...{ protocol: 'email', typeOfLogin: 'passwordless', name: 'email' },
      ...{ algorithms: ['ES256'], jwksUri: `${issuer}/jwks.json` },
    }
    smtp = await startSmtp(mails, 0)
    const { port } = smtp.server.address() as { port: number }
    settings = { from: 'Wallet <no-reply@example.test>', host: '127.0.0.1', port, security: 'none' }
  })
  beforeEach(async () => {
    mails.clear()
    url = await serve()
  })
  after(async () => {
    await Promise.all(services.map((service) => service.close()))
    await new Promise<void>((done) => smtp.close(done))
    await new Promise((done) => keys.close(done))
  })

  it('mails a code that gives an ID token for the address, in lower case, once', async () => {
    const key = await exportPublicKey((await generateKeyPair()).publicKey)
    const nonce = await thumbprint(key)
    const response = await ask({ email: 'Sample.Person@Example.TEST', nonce })
    assert.deepEqual(await response.json(), { lifetime: 600 })
    assert.equal(response.headers.get('cache-control'), 'no-store')
    const code = await codeFor(EMAIL)
    const { idToken } = (await (await tell(code, { nonce })).json()) as { idToken: string }
    const { sub, email, email_verified, aud } = decodeJwt(idToken)
    assert.deepEqual([sub, email, email_verified, aud], [EMAIL, EMAIL, true, CLIENT_ID])
    // As a key node does.
    const identity = await createTokenCheck(registry)(ASKED.verifier, idToken, key)
    assert.deepEqual(identity, identityInput(ASKED.verifier, EMAIL))
    assert.deepEqual(await (await tell(code, { nonce })).json(), refused)
  })

  it('needs a mail server and a signing key if there is such a verifier', () => {
    const own = { registry, secrets: {}, walletOrigin: WALLET }
    for (const lacking of [{ signer }, { mailer: createMailer(settings) }]) {
      assert.throws(
        () => createLoginService({ ...own, ...lacking }),
        (error) => WalletError.is(error, 'INVALID_ARGUMENT'),
      )
    }
  })

  it('writes text and HTML without a link, and the code not in the subject', async () => {
    await ask()
    const code = await codeFor(EMAIL)
    const [mail] = mails.list(EMAIL)
    assert.equal(mail!.subject, 'Your sign-in code')
    assert.match(mail!.text, /only in the wallet of localhost:4050/)
    assert.match(mail!.raw, /text\/html/)
    assert.match(mail!.raw, /^Auto-Submitted: auto-generated/m)
    assert.equal(mail!.raw.split(code).length, 3)
    assert.equal(/https?:|href|src=/i.test(mail!.raw), false)
  })

  it('writes in the person’s language, else in English', async () => {
    for (const [language, subject] of [
      ['de-CH', 'Ihr Anmeldecode'],
      ['ar', 'رمز تسجيل الدخول الخاص بك'],
      ['xx', 'Your sign-in code'],
    ] as const) {
      mails.clear()
      await ask({ language })
      await codeFor(EMAIL)
      assert.equal(mails.list(EMAIL)[0]!.subject, subject)
    }
  })

  it('has every text in ten languages', () => {
    assert.equal(Object.keys(MAIL_TEXTS).length, 10)
    for (const [language, texts] of Object.entries(MAIL_TEXTS)) {
      assert.ok(
        Object.values(texts).every((text) => text.length > 5),
        language,
      )
      assert.equal(texts.warning.split('{host}').length, 2, language)
    }
  })

  it('answers before the mail server says anything about the address', async () => {
    let release: () => void = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    smtp.onRcptTo = ({ address }, _, done) => {
      if (address === 'nobody@example.test')
        void held.then(() => done(new Error('No such person.')))
      else done()
    }
    const answers = []
    for (const email of [EMAIL, 'nobody@example.test']) {
      const response = await ask({ email })
      const { date, 'x-request-id': id, ...headers } = Object.fromEntries(response.headers)
      answers.push([response.status, headers, await response.text()])
    }
    release()
    assert.deepEqual(answers[0], answers[1])
    await codeFor(EMAIL)
    assert.equal(mails.list('nobody@example.test').length, 0)
    smtp.onRcptTo = (_, __, done) => done()
  })

  it('tells what became of each mail', async () => {
    const told: string[] = []
    const onAnswered = ({ route, outcome }: Answered) =>
      void (route === 'mail' && told.push(outcome))
    const counted = await serve({ onAnswered })
    await ask({}, counted)
    await until('the mail', () => told.length === 1)
    smtp.onRcptTo = (_, __, done) => done(Object.assign(new Error('No.'), { responseCode: 550 }))
    await ask({}, counted)
    await until('the refusal', () => told.length === 2)
    smtp.onRcptTo = (_, { id }) => {
      for (const connection of smtp.connections) if (connection.id === id) connection.close()
    }
    await ask({}, counted)
    await until('the loss', () => told.length === 3)
    smtp.onRcptTo = (_, __, done) => done()
    assert.deepEqual(told, ['ok', 'refused', 'lost'])
  })

  it('does not count a mail that the mail server refuses', async () => {
    const email = 'full.mailbox@example.test'
    smtp.onRcptTo = ({ address }, _, done) => {
      if (address === email) done(Object.assign(new Error('Later.'), { responseCode: 452 }))
      else done()
    }
    // As many as an address gets in a day.
    for (const [network, count] of [
      ['192.0.2.1', 5],
      ['198.51.100.1', 5],
      ['203.0.113.1', 2],
    ] as const) {
      for (let i = 0; i < count; i += 1) await ask({ email }, url, network)
    }
    const isRefused = (line: string) => line.includes('"status":452')
    await until('twelve refusals', () => log.lines.filter(isRefused).length === 12)
    smtp.onRcptTo = (_, __, done) => done()
    assert.equal((await ask({ email }, url, '203.0.113.1')).status, 200)
    const code = await codeFor(email)
    assert.ok('idToken' in (await (await tell(code, { email })).json()))
  })

  it('tells a client that it asks for too many codes for one address', async () => {
    for (let i = 0; i < 5; i += 1) assert.equal((await ask()).status, 200)
    const response = await ask()
    assert.match(response.headers.get('retry-after')!, /^\d+$/)
    assert.deepEqual(await refusal(response), [429, 'LIMIT_EXCEEDED'])
    assert.equal((await ask({ email: 'other.person@example.test' })).status, 200)
  })

  it('lets one client try 120 codes in a quarter of an hour', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 125 }, async () => (await tell('000000')).status),
    )
    assert.equal(statuses.filter((status) => status === 200).length, 120)
    assert.equal(statuses.filter((status) => status === 429).length, 5)
  })

  it('has a line in the audit log also for each code that is tried in vain', async () => {
    await inTemporaryFolder(async (dir) => {
      const file = join(dir, 'audit.log')
      const audit = new AuditLog({ file, key: AUDIT_KEY, onFailure: assert.ifError })
      const store = new MemoryStore()
      const audited = await serve({ audit, store })
      store.quotas('email').take = async () => {
        throw new WalletError('SERVICE_UNAVAILABLE')
      }
      assert.deepEqual(await refusal(await tell('000000', {}, audited)), [
        503,
        'SERVICE_UNAVAILABLE',
      ])
      await audit.close()
      const { time, ...line } = JSON.parse(await readFile(file, 'utf8'))
      const outcome = 'SERVICE_UNAVAILABLE'
      assert.deepEqual(line, { event: 'email', verifier: ASKED.verifier, outcome })
    })
  })

  for (const [what, changes] of [
    ['no address', { email: 'no address' }],
    ['two addresses', { email: 'a@example.test,b@example.test' }],
    ['a header', { email: 'a@example.test\r\nBcc: b@example.test' }],
    ['an address beyond 254 characters', { email: `a@${'b.'.repeat(130)}test` }],
    ['no nonce', { nonce: '' }],
    ['a language that is a novel', { language: 'x'.repeat(36) }],
  ] as const) {
    it(`refuses ${what}`, async () => {
      assert.deepEqual(await refusal(await ask(changes)), [400, 'INVALID_REQUEST'])
      assert.equal(mails.list().length, 0)
    })
  }

  it('refuses verifiers that have nothing to do with it', async () => {
    for (const verifier of ['google', 'nobody', 'constructor']) {
      assert.deepEqual(await refusal(await ask({ verifier })), [404, 'UNKNOWN_VERIFIER'])
      assert.deepEqual(await refusal(await tell('000000', { verifier })), [404, 'UNKNOWN_VERIFIER'])
    }
  })

  it('refuses what is no code without counting it', async () => {
    await ask()
    const code = await codeFor(EMAIL)
    for (const text of ['', '12345', '1234567', '12 345', '１２３４５６']) {
      assert.deepEqual(await refusal(await tell(text)), [400, 'INVALID_REQUEST'])
    }
    for (let i = 0; i < 4; i += 1) await tell(WRONG(code))
    assert.ok('idToken' in (await (await tell(code)).json()))
  })

  it('says so at once when the mail server is down', async () => {
    const down = await serve({}, { port: await closedPort() })
    assert.deepEqual(await refusal(await ask({}, down)), [503, 'SERVICE_UNAVAILABLE'])
  })

  it('says so in time when the mail server says nothing', async () => {
    const silent = await listening(createServer())
    const hung = await serve({}, { port: silent.port }, 100)
    assert.deepEqual(await refusal(await ask({}, hung)), [503, 'SERVICE_UNAVAILABLE'])
    await silent.close()
  })

  it('sends nothing over a connection that should have become secret and did not', async () => {
    const open = await serve({}, { security: 'starttls' })
    assert.deepEqual(await refusal(await ask({}, open)), [503, 'SERVICE_UNAVAILABLE'])
    assert.equal(mails.list().length, 0)
    assert.throws(
      () => createMailer({ ...settings, host: 'mail.example.test' }),
      (error) => WalletError.is(error, 'INVALID_ARGUMENT'),
    )
  })

  it('has a line in the audit log for each code that is tried, which names nobody', async () => {
    await inTemporaryFolder(async (dir) => {
      const file = join(dir, 'audit.log')
      const audit = new AuditLog({ file, key: AUDIT_KEY, onFailure: assert.ifError })
      const audited = await serve({ audit })
      await ask({}, audited)
      const code = await codeFor(EMAIL)
      await tell(WRONG(code), {}, audited)
      await tell(code, {}, audited)
      await tell(code, {}, audited)
      await audit.close()
      const text = await readFile(file, 'utf8')
      const lines = text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
      for (const { time } of lines) assert.match(time, /^\d{4}-\d\d-\d\dT.*Z$/)
      const entry = { event: 'email', verifier: ASKED.verifier }
      const who = personName(AUDIT_KEY, identityInput(ASKED.verifier, EMAIL))
      assert.deepEqual(
        lines.map(({ time, ...line }) => line),
        [
          { ...entry, outcome: 'wrong' },
          { ...entry, outcome: 'ok', who },
          { ...entry, outcome: 'wrong' },
        ],
      )
      assert.deepEqual([text.includes(code), text.includes('sample.person')], [false, false])
    })
  })

  it('names the verifier of each request, in the log and for the metrics', async () => {
    const told: (string | undefined)[] = []
    const onAnswered = ({ route, verifier }: Answered) =>
      void (route !== 'mail' && told.push(verifier))
    const named = await serve({ onAnswered })
    const from = log.lines.length
    await ask({}, named)
    await tell(await codeFor(EMAIL), {}, named)
    await until('both', () => told.length === 2)
    const lines = log.lines.slice(from).map((line) => JSON.parse(line))
    const logged = lines.filter(({ msg }) => msg === 'answered').map(({ verifier }) => verifier)
    assert.deepEqual([told, logged], [Array(2).fill(ASKED.verifier), told])
  })

  it('writes neither codes nor addresses into its log', async () => {
    await ask()
    const code = await codeFor(EMAIL)
    await tell(WRONG(code))
    await tell(code)
    const text = log.lines.map(withoutChance).join('')
    assert.ok(text.includes('email code tried'))
    assert.deepEqual(
      [text.includes(code), text.includes('sample.person'), text.includes(NONCE)],
      [false, false, false],
    )
  })
})
/** Times and random ids hold the six digits of a code by chance. */
const withoutChance = (line: string) =>
  JSON.stringify(JSON.parse(line, (key, value) => (CHANCE.includes(key) ? undefined : value)))
const CHANCE = ['time', 'reqId', 'trace_id', 'span_id']
const AUDIT_KEY = 'a key of the audit log'
/** The number is for builds of the wallet that want one. */
const refused = { refused: 'wrong', triesLeft: 4 }

async function listening(server: Server) {
  const sockets = new Set<{ destroy(): void }>()
  server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const close = () => {
    for (const socket of sockets) socket.destroy()
    return new Promise<void>((done) => server.close(() => done()))
  }
  return { port, close }
}
/** A port where nobody listens. */
async function closedPort(): Promise<number> {
  const { port, close } = await listening(createServer())
  await close()
  return port
}
