/** Services that take up what an operator changed, while they run. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'

import type { Registry } from '../../src/protocol/registry.js'
import { shareText } from '../../src/server/keys/share-file.js'
import { makeDevShares } from '../../src/server/keys/shares.js'
import { Statement } from '../../src/server/keys/statement.js'
import type { buildAppConfig } from '../../src/server/wallet-app/app-config.js'
import { type Issuer, registryFor, SECRET, startIssuer } from '../node/support/issuer.js'
import {
  CHEAP,
  inTemporaryFolder,
  post,
  readShare,
  refusal,
  SHARE_KEY,
} from '../node/support/services.js'
import { until } from '../support/until.js'
import { type Running, runCli } from './support/cli.js'

const WALLET = 'http://localhost:4050'

let issuer: Issuer

before(async () => {
  issuer = await startIssuer()
})
after(() => issuer.close())

interface Place {
  dir: string
  start(...args: string[]): Promise<{ url: string; running: Running }>
  /** Writes the registry, and waits until the service says so. */
  change(running: Running, registry: Registry | string, said: RegExp): Promise<void>
}

const inPlace = (work: (place: Place) => Promise<void>) =>
  inTemporaryFolder(async (dir) => {
    const file = join(dir, 'registry.json')
    const write = (registry: Registry | string) =>
      writeFile(file, typeof registry === 'string' ? registry : JSON.stringify(registry))
    await write(registryFor(issuer.url))
    const started: Running[] = []
    const start = async (...args: string[]) => {
      const running = runCli([...args, '--registry', file, '--port', '0'])
      started.push(running)
      const [, url] = await running.line(/listening at (http:\/\/[^"]*:\d+)/)
      return { running, url: url! }
    }
    const change: Place['change'] = async (running, registry, said) => {
      await write(registry)
      await running.line(said)
    }
    try {
      await work({ dir, start, change })
    } finally {
      for (const { child } of started) child.kill('SIGTERM')
      await Promise.all(started.map(({ ended }) => ended))
    }
  })

const BROKEN = /registry\.json: is no JSON[^\n]*not reloaded/
const RELOADED = /"reloaded"/

describe('a changed registry', () => {
  it('is in what a key node says of itself, with its program and the generation of its share', async () => {
    await inPlace(async ({ dir, start, change }) => {
      await makeDevShares({ urls: ['http://a.example', 'http://b.example'], threshold: 2, dir })
      const [share, key] = [join(dir, 'sealed.json'), join(dir, 'key')]
      const generation = 'g12-0a1b2c3d'
      await writeFile(share, await shareText(await readShare(dir, 1), SHARE_KEY, generation, CHEAP))
      await writeFile(key, SHARE_KEY)
      const args = ['--share', share, '--share-key-file', key, '--wallet-origin', WALLET]
      const { running, url } = await start('node', ...args)
      const said = async () => {
        const answer = await fetch(`${url}/statement/${'n'.repeat(22)}`)
        const { statement } = (await answer.json()) as { statement: string }
        return Statement.parse(JSON.parse(statement))
      }
      const hashOf = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
      const first = await said()
      assert.equal(first.generation, generation)
      assert.equal(first.registry, hashOf(await readFile(join(dir, 'registry.json'))))
      const { version } = JSON.parse(await readFile('package.json', 'utf8'))
      assert.equal(first.program?.version, version)
      const next = `${JSON.stringify(registryFor(issuer.url))}\n`
      await change(running, next, RELOADED)
      assert.deepEqual(
        { ...(await said()), seconds: 0, time: '' },
        { ...first, registry: hashOf(next), seconds: 0, time: '' },
      )
    })
  })

  it('is taken up by a key node, but whose addresses move only when it is told to; a broken one is not', async () => {
    await inPlace(async ({ dir, start, change }) => {
      await makeDevShares({ urls: ['http://a.example', 'http://b.example'], threshold: 2, dir })
      const share = join(dir, 'share-1.json')
      const { running, url } = await start('node', '--share', share, '--wallet-origin', WALLET)
      const ask = (verifier: string) => post(`${url}/evaluate`, { verifier, ...REST })
      await change(running, '{', BROKEN)
      assert.deepEqual(await refusal(await ask('github')), [400, 'TOKEN_MALFORMED'])
      const { google } = registryFor(issuer.url).verifiers
      const next = { google: { ...google!, verifierIdField: 'sub' }, work: google! }
      const refused = /google: its people get other addresses [^"]*To have it so: send SIGHUP/
      await change(running, { ...registryFor(issuer.url), verifiers: next }, refused)
      assert.deepEqual(await refusal(await ask('github')), [400, 'TOKEN_MALFORMED'])
      running.child.kill('SIGHUP')
      await running.line(RELOADED)
      assert.deepEqual(await refusal(await ask('github')), [404, 'UNKNOWN_VERIFIER'])
      assert.deepEqual(await refusal(await ask('work')), [400, 'TOKEN_MALFORMED'])
      await running.line(/"moved":"google: its people get other addresses/)
      await running.line(/"moved":"github is gone/)
    })
  })

  it('is taken up by the login service, with its secrets; a broken one is not', async () => {
    await inPlace(async ({ dir, start, change }) => {
      const secrets = join(dir, 'secrets.json')
      await writeFile(secrets, '{}')
      const options = ['--secrets', secrets, '--wallet-origin', WALLET]
      const { running, url } = await start('login-service', ...options)
      const statusOf = async (id: string) => (await fetch(`${url}/applications/${id}`)).status
      const shop = { name: 'Shop', origins: [], redirectUrls: [], permissions: [] }
      await change(running, '{', BROKEN)
      assert.deepEqual([await statusOf('demo'), await statusOf('shop')], [200, 404])
      await change(running, { ...registryFor(issuer.url), applications: { shop } }, RELOADED)
      assert.deepEqual([await statusOf('demo'), await statusOf('shop')], [404, 200])
      await writeFile(secrets, JSON.stringify({ google: SECRET }))
      running.child.kill('SIGHUP')
      await running.line(/("reloaded"[\s\S]*){2}/)
      issuer.answer = { status: 200, body: JSON.stringify({ id_token: 'the.id.token' }) }
      const redirectUri = `${WALLET}/login`
      const exchange = { verifier: 'google', code: 'a', codeVerifier: 'v'.repeat(43), redirectUri }
      assert.equal((await post(`${url}/token`, exchange)).status, 200)
      assert.match(issuer.exchanges.at(-1)!.authorization!, /^Basic /)
    })
  })

  it('is taken up by the login service, too, only when it is told to, where addresses move', async () => {
    await inPlace(async ({ dir, start, change }) => {
      const secrets = join(dir, 'secrets.json')
      await writeFile(secrets, '{}')
      const options = ['--secrets', secrets, '--wallet-origin', WALLET]
      const { running, url } = await start('login-service', ...options)
      const { verifiers, ...registry } = registryFor(issuer.url)
      const exchange = { codeVerifier: 'v'.repeat(43), redirectUri: `${WALLET}/login` }
      const ask = (code: string) => post(`${url}/token`, { verifier: 'github', code, ...exchange })
      issuer.answer = { status: 200, body: JSON.stringify({ id_token: 'the.id.token' }) }
      const other = { ...verifiers.github!, issuer: 'https://other.example', clientId: 'other' }
      const next = { ...registry, verifiers: { ...verifiers, github: other } }
      const refused = /github: whomever https:\/\/other\.example names [^"]*send SIGHUP/
      await change(running, next, refused)
      assert.equal((await ask('a')).status, 200)
      assert.equal(issuer.exchanges.at(-1)!.form.get('client_id'), verifiers.github!.clientId)
      running.child.kill('SIGHUP')
      await running.line(RELOADED)
      await running.line(/"moved":"github: whomever https:\/\/other\.example names/)
      assert.equal((await ask('b')).status, 200)
      assert.equal(issuer.exchanges.at(-1)!.form.get('client_id'), 'other')
    })
  })

  it('is taken up also where it changes while the service starts', async () => {
    await inPlace(async ({ dir, start }) => {
      const [secrets, key] = [join(dir, 'secrets.json'), join(dir, 'audit-key')]
      await writeFile(secrets, '{}')
      assert.equal(spawnSync('mkfifo', [key]).status, 0)
      const audit = ['--audit', join(dir, 'audit.log'), '--audit-key-file', key]
      const options = ['--secrets', secrets, '--wallet-origin', WALLET, ...audit]
      const starting = start('login-service', ...options)
      // Opens when the service reads it, which is after the registry.
      const pipe = await open(key, 'w')
      const shop = { name: 'Shop', origins: [], redirectUrls: [], permissions: [] }
      const next = { ...registryFor(issuer.url), applications: { shop } }
      await writeFile(join(dir, 'registry.json'), JSON.stringify(next))
      await pipe.writeFile('a key of the audit log\n')
      await pipe.close()
      const { url } = await starting
      const statusOf = async (id: string) => (await fetch(`${url}/applications/${id}`)).status
      await until('the application', async () => (await statusOf('shop')) === 200)
    })
  })

  it('may lack a verifier whose secret is still there, now and at the next start', async () => {
    await inPlace(async ({ dir, start, change }) => {
      const secrets = join(dir, 'secrets.json')
      await writeFile(secrets, JSON.stringify({ google: SECRET, github: SECRET }))
      const options = ['--secrets', secrets, '--wallet-origin', WALLET]
      const { running } = await start('login-service', ...options)
      assert.doesNotMatch(running.stdoutNow(), /no verifier/)
      const { github: _, ...verifiers } = registryFor(issuer.url).verifiers
      await change(running, { ...registryFor(issuer.url), verifiers }, RELOADED)
      const unused = /"unused":\["github"\][^\n]*secrets of no verifier/
      await running.line(unused)
      const next = await start('login-service', ...options)
      await next.running.line(unused)
    })
  })

  it('is nothing that a secret in a file of its own needs: that is taken up when it changes', async () => {
    await inPlace(async ({ dir, start }) => {
      const [secrets, google, other] = ['secrets.json', 'google', 'other'].map((name) =>
        join(dir, name),
      ) as [string, string, string]
      await writeFile(google, 'one\n')
      await writeFile(other, 'three\n')
      const at = (file: string) => writeFile(secrets, JSON.stringify({ google: { file } }))
      await at(google)
      const options = ['--secrets', secrets, '--wallet-origin', WALLET]
      const { running, url } = await start('login-service', ...options)
      issuer.answer = { status: 200, body: JSON.stringify({ id_token: 'the.id.token' }) }
      const sent = async (code: string) => {
        const redirectUri = `${WALLET}/login`
        const exchange = { verifier: 'google', code, codeVerifier: 'v'.repeat(43), redirectUri }
        assert.equal((await post(`${url}/token`, exchange)).status, 200)
        const basic = issuer.exchanges.at(-1)!.authorization!.replace('Basic ', '')
        return Buffer.from(basic, 'base64').toString().split(':')[1]
      }
      const reloaded = (times: number) =>
        running.line(new RegExp(`("reloaded"[\\s\\S]*){${times}}`))
      assert.equal(await sent('first'), 'one')
      await writeFile(google, 'two\n')
      await reloaded(1)
      assert.equal(await sent('second'), 'two')
      // A new file takes its place, which is watched, too.
      await at(other)
      await reloaded(2)
      assert.equal(await sent('third'), 'three')
      await writeFile(other, 'four\n')
      await reloaded(3)
      assert.equal(await sent('fourth'), 'four')
      // A file that is named before it is there is taken up once it is.
      const later = join(dir, 'later')
      await at(later)
      await running.line(/later: ENOENT[^\n]*not reloaded/)
      assert.equal(await sent('fifth'), 'four')
      await writeFile(later, 'five\n')
      await reloaded(4)
      assert.equal(await sent('sixth'), 'five')
    })
  })

  it("is taken up by the wallet app's server, in what it serves and in its policy", async () => {
    await inPlace(async ({ dir, start, change }) => {
      const root = join(dir, 'wallet')
      await mkdir(root)
      await writeFile(join(root, 'frame.html'), '<!doctype html>')
      const registry = registryFor(issuer.url)
      const network = {
        threshold: 1,
        groupKey: '0'.repeat(64),
        nodes: [{ index: 1, url: 'http://localhost:4061', publicKey: '0'.repeat(64) }],
      }
      const config = join(dir, 'config.json')
      const parts = { keyNetwork: network, loginService: 'http://localhost:4051', chains: [] }
      await writeFile(config, JSON.stringify({ ...parts, ...registry, applications: undefined }))
      const { running, url } = await start('wallet-app', '--config', config, '--root', root)
      const policy = async () =>
        (await fetch(`${url}/frame`)).headers.get('content-security-policy')!
      assert.match(await policy(), /frame-ancestors https:\/\/site\.example;/)
      const { github } = registry.verifiers
      const next = {
        ...registry,
        embedders: ['https://other.example'],
        verifiers: { github: github! },
        aggregates: { people: { verifiers: ['github'] } },
      }
      await change(running, '{', BROKEN)
      assert.match(await policy(), /frame-ancestors https:\/\/site\.example;/)
      await change(running, next, /github: its people get other addresses [^"]*send SIGHUP/)
      assert.match(await policy(), /frame-ancestors https:\/\/site\.example;/)
      running.child.kill('SIGHUP')
      await running.line(RELOADED)
      assert.match(await policy(), /frame-ancestors https:\/\/other\.example;/)
      const served = (await (await fetch(`${url}/config.json`)).json()) as ReturnType<
        typeof buildAppConfig
      >
      assert.deepEqual(Object.keys(served.verifiers), ['github'])
      assert.equal(served.verifiers.github!.aggregate, 'people')
      assert.deepEqual(served.embedders, ['https://other.example'])
    })
  })
})

/** A request that is good but for its token. */
const REST = {
  idToken: 'x',
  key: { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) },
}
