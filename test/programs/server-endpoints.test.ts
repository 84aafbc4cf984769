/** What the login service's endpoints bear from pages and people that mean no good, and what it writes down. */
import assert from 'node:assert/strict'
import { chown, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'

import type { FastifyInstance } from 'fastify'

import { AuditLog } from '../../src/server/login/audit.js'
import { ClientSecrets } from '../../src/server/login/client-secrets.js'
import { createLoginService } from '../../src/server/login/login-service.js'
import { readSecrets } from '../../src/server/login/secrets.js'
import { randomId } from '../../src/shared/encoding.js'
import { type Issuer, registryFor, SECRET, startIssuer } from '../node/support/issuer.js'
import { createLog, post, refusal, start } from '../node/support/services.js'
import { runCli } from './support/cli.js'

const WALLET = 'http://localhost:4050'
const EVIL = 'https://evil.example'
const KEY = 'a key of the audit log'

let dir: string
let issuer: Issuer
let service: FastifyInstance
let audit: AuditLog
let url: string
const log = createLog()

const request = () => ({
  verifier: 'google',
  code: randomId(16),
  codeVerifier: 'v'.repeat(43),
  redirectUri: `${WALLET}/login`,
})
const exchange = (changes: object = {}) => post(`${url}/token`, { ...request(), ...changes })

before(async () => {
  dir = await mkdtemp(join(tmpdir(), 'wallet-embed-'))
  issuer = await startIssuer()
  audit = new AuditLog({ file: join(dir, 'audit.log'), key: KEY, onFailure: assert.ifError })
  service = createLoginService({
    ...{ registry: registryFor(issuer.url), secrets: { google: SECRET } },
    ...{ walletOrigin: WALLET, audit, log },
  })
  url = await start(service)
})
beforeEach(async () => {
  const idToken = await issuer.sign(issuer.claims('n'.repeat(43)))
  issuer.answer = { status: 200, body: JSON.stringify({ id_token: idToken }) }
  issuer.exchanges.length = 0
})
after(async () => {
  await service.close()
  issuer.close()
  await rm(dir, { recursive: true, force: true })
})

describe('a page of another origin', () => {
  for (const origin of [EVIL, 'null', `${WALLET}.evil.example`, 'http://localhost:4051']) {
    it(`gets nothing done as ${origin}: no code is exchanged, no letter left`, async () => {
      const token = await post(`${url}/token`, request(), { origin })
      const letter = await post(`${url}/mailbox`, { id: randomId(32), data: 'x' }, { origin })
      const application = await fetch(`${url}/applications/demo`, { headers: { origin } })
      for (const response of [token, letter, application]) {
        assert.deepEqual(await refusal(response), [403, 'ORIGIN_NOT_ALLOWED'])
      }
      assert.equal(issuer.exchanges.length, 0)
    })
  }

  it('gets no further with a form, or with what a page may send without asking', async () => {
    const body = JSON.stringify(request())
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const response = await post(`${url}/token`, body, { 'content-type': type })
      assert.deepEqual(await refusal(response), [415, 'INVALID_REQUEST'])
    }
    assert.equal(issuer.exchanges.length, 0)
  })

  it('can neither frame, run nor embed an answer, and none is kept on the way', async () => {
    for (const response of [await exchange(), await fetch(`${url}/nothing`)]) {
      const header = (name: string) => response.headers.get(name)
      assert.equal(header('content-security-policy'), "default-src 'none'; frame-ancestors 'none'")
      assert.equal(header('cross-origin-resource-policy'), 'same-origin')
      assert.equal(header('referrer-policy'), 'no-referrer')
      assert.equal(header('x-content-type-options'), 'nosniff')
      assert.equal(header('strict-transport-security'), 'max-age=31536000')
      assert.equal(header('cache-control'), 'no-store')
      assert.equal(header('set-cookie'), null)
      assert.equal(header('access-control-allow-credentials'), null)
    }
  })

  it('is sent nowhere, whatever it asks for', async () => {
    for (const path of [
      `//evil.example/`,
      `/%2f%2fevil.example`,
      `/\\evil.example`,
      `/login?redirect=${EVIL}`,
      `/token?redirect_uri=${EVIL}`,
      `/applications/demo/..//evil.example`,
      `/applications/demo/`,
    ]) {
      const response = await fetch(`${url}${path}`, { redirect: 'manual' })
      assert.equal(response.headers.get('location'), null)
      assert.equal(response.status, 404)
    }
  })
})

describe('a code', () => {
  it('is exchanged once, even with a provider that takes it twice, or at the same time', async () => {
    const { code } = request()
    const twice = await Promise.all([exchange({ code }), exchange({ code })])
    assert.deepEqual(twice.map(({ status }) => status).toSorted(), [200, 401])
    assert.deepEqual(await refusal(await exchange({ code })), [401, 'LOGIN_FAILED'])
    assert.equal((await exchange()).status, 200)
  })

  it('that the provider refuses can be tried again', async () => {
    const { code } = request()
    const good = issuer.answer
    issuer.answer = { status: 500, body: 'down' }
    assert.equal((await exchange({ code })).status, 503)
    issuer.answer = good
    assert.equal((await exchange({ code })).status, 200)
  })
})

describe('a request', () => {
  it('of more than 32 kB is refused', async () => {
    const response = await exchange({ code: 'x'.repeat(40_000) })
    assert.deepEqual(await refusal(response), [413, 'LIMIT_EXCEEDED'])
  })
})

describe('the audit log', () => {
  const read = async () => {
    await audit.close()
    const text = await readFile(join(dir, 'audit.log'), 'utf8')
    return {
      text,
      lines: text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    }
  }

  it('says when who logged in by which verifier for which application, and how that ended', async () => {
    await exchange({ application: 'shop' })
    await exchange({ application: 'shop', redirectUri: `${EVIL}/login` })
    await exchange({ verifier: 'nobody' })
    const [ok, refused, unknown] = (await read()).lines.slice(-3)
    const { time, who, ...rest } = ok
    assert.deepEqual(rest, {
      event: 'token',
      verifier: 'google',
      application: 'shop',
      outcome: 'ok',
    })
    assert.equal(new Date(time).toISOString(), time)
    assert.deepEqual([refused.outcome, refused.who], ['REDIRECT_NOT_ALLOWED', undefined])
    assert.deepEqual([unknown.outcome, unknown.verifier], ['UNKNOWN_VERIFIER', undefined])
    const named = await runCli(
      ['audit-name', '--verifier', 'google', '--id', 'sample.one@example.test'],
      { WALLET_EMBED_AUDIT_KEY: KEY },
    ).ended
    assert.equal(named.stdout, `${who}\n`)
  })

  it('names people alike each time, and under another key otherwise', async () => {
    await exchange()
    await exchange()
    const [one, two] = (await read()).lines.slice(-2)
    assert.equal(one.who, two.who)
    const args = ['audit-name', '--verifier', 'google', '--id', 'sample.one@example.test']
    const other = await runCli(args, { WALLET_EMBED_AUDIT_KEY: 'another key, as long' }).ended
    assert.notEqual(other.stdout, `${one.who}\n`)
    const short = await runCli(args, { WALLET_EMBED_AUDIT_KEY: 'short' }).ended
    assert.match(short.stderr, /Audit key: expected 16 characters or more\./)
  })

  it('has no code, token, secret or person in it, is for its owner only, and goes on when it is moved', async () => {
    const sent = request()
    await post(`${url}/token`, sent)
    const { text } = await read()
    const { body } = issuer.answer
    for (const secret of [
      sent.code,
      sent.codeVerifier,
      SECRET,
      JSON.parse(body).id_token,
      'ample',
    ]) {
      assert.equal(text.includes(secret), false)
    }
    assert.equal((await stat(join(dir, 'audit.log'))).mode & 0o777, 0o600)
    await rename(join(dir, 'audit.log'), join(dir, 'audit.log.1'))
    // A command of root's may write first: the service, as the folder's owner, has to write there, too.
    const owner = process.getuid!() || 1_234
    await chown(dir, owner, -1)
    await exchange()
    assert.equal((await read()).lines.length, 1)
    assert.equal((await stat(join(dir, 'audit.log'))).uid, owner)
  })
})

describe('secrets', () => {
  const from = async (value: unknown) => {
    const file = join(dir, 'secrets.json')
    await writeFile(file, JSON.stringify(value))
    return (await readSecrets(file, ClientSecrets)).value
  }
  const detail = (work: Promise<unknown>) => work.then(String, (error) => error.detail as string)

  it('come from the environment, or from files of their own', async () => {
    process.env.SECRET_OF_GOOGLE = 'one'
    await writeFile(join(dir, 'github'), 'two\n')
    const github = { secret: { file: join(dir, 'github') }, method: 'post' }
    assert.deepEqual(await from({ google: { env: 'SECRET_OF_GOOGLE' }, github, line: 'three' }), {
      google: 'one',
      github: { secret: 'two', method: 'post' },
      line: 'three',
    })
  })

  it('that are missing are named', async () => {
    assert.match(await detail(from({ google: { env: 'NO_SUCH' } })), /google: the variable NO_SUCH/)
    assert.match(await detail(from({ google: { file: '/nowhere' } })), /google: \/nowhere: ENOENT/)
  })
})
