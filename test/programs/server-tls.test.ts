/** The operator's Redis and mail server over TLS, with a password: real ones, with a certificate of their own. */
import assert from 'node:assert/strict'
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { SMTPServer } from 'smtp-server'

import { freePorts } from '../../demo/stack/free-ports.js'
import { NO_CLUSTER, NO_REDIS, type RedisServer, startRedis } from './support/redis.js'
import { type RedisCluster, startCluster } from './support/redis-cluster.js'

const NO_OPENSSL = spawnSync('openssl', ['version']).status === 0 ? false : 'openssl is missing'
const PROGRAM = fileURLToPath(new URL('../node/support/over-tls.ts', import.meta.url))
const PASSWORD = 'a-password-of-the-test'

const dir = mkdtempSync(join(tmpdir(), 'wallet-embed-tls-'))
const [cert, key] = [join(dir, 'cert.pem'), join(dir, 'key.pem')]
after(() => rm(dir, { recursive: true }))

/** @param isTrusted - Whether the process knows who signed the certificate. */
async function ask(what: 'redis' | 'mail', argument: string, isTrusted = true): Promise<string> {
  const env = { ...process.env, ...(isTrusted && { NODE_EXTRA_CA_CERTS: cert }) }
  const args = ['--import', 'tsx', PROGRAM, what, argument]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env })
  return stdout.trim()
}

before(() => {
  if (NO_OPENSSL) return
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-noenc', '-days', '2']
  const files = ['-keyout', key, '-out', cert]
  execFileSync('openssl', ['req', '-x509', ...kind, ...subject, ...files], { stdio: 'ignore' })
})

/** A Redis is used by the right name, with the right password and a trusted certificate. @param at - Its URL. */
function usesOnlyItsOwn(at: (password: string, host?: string) => string): void {
  for (const [what, url, isTrusted, expected] of [
    ['keeps what it is given, with its user and password', () => at(PASSWORD), true, 'done'],
    ['is not used with another password', () => at('another'), true, 'SERVICE_UNAVAILABLE'],
    [
      'is not used with a certificate that nobody vouches for',
      () => at(PASSWORD),
      false,
      'SERVICE_UNAVAILABLE',
    ],
    [
      'is not used under a name that its certificate does not have',
      () => at(PASSWORD, '127.0.0.1'),
      true,
      'SERVICE_UNAVAILABLE',
    ],
  ] as const) {
    it(what, async () => assert.equal(await ask('redis', url(), isTrusted), expected))
  }
}

describe('Redis over TLS', { skip: NO_OPENSSL || NO_REDIS }, () => {
  let redis: RedisServer
  let port: number
  before(async () => {
    port = (await freePorts(1))[0]!
    const tls = ['--tls-cert-file', cert, '--tls-key-file', key, '--tls-auth-clients', 'no']
    const only = ['--port', '0', '--tls-port', String(port), '--requirepass', PASSWORD]
    redis = await startRedis(...only, ...tls)
  })
  after(() => redis?.kill())

  const at = (password: string, host = 'localhost') => `rediss://:${password}@${host}:${port}`

  usesOnlyItsOwn(at)

  it('is not used, and ends nobody, where a handshake fails for two reasons at once', async () => {
    // What follows the certificate is no record of TLS.
    const between = createServer((client) => {
      const server = connect(port, 'localhost')
      server.on('error', () => {}).on('close', () => client.destroy())
      client.on('error', () => {}).on('close', () => server.destroy())
      client.pipe(server)
      server.on('data', (data) => client.write(Buffer.concat([data, Buffer.alloc(64, 0x21)])))
    })
    await once(between.listen(0, 'localhost'), 'listening')
    const { port: proxied } = between.address() as AddressInfo
    try {
      const url = `rediss://:${PASSWORD}@localhost:${proxied}`
      assert.equal(await ask('redis', url, false), 'SERVICE_UNAVAILABLE')
    } finally {
      between.close()
    }
  })
})

describe('a Redis Cluster over TLS', { skip: NO_OPENSSL || NO_CLUSTER }, () => {
  let cluster: RedisCluster
  before(async () => {
    cluster = await startCluster({ masters: 3, tls: { cert, key } })
    for (const { client } of cluster.members) {
      const may = ['~wallet-embed:*', '&wallet-embed:*', '+@all', '-@dangerous', '+info']
      await client.call('acl', 'setuser', 'wallet', 'on', `>${PASSWORD}`, ...may)
      await client.call('acl', 'setuser', 'wallet', '+cluster|slots', '+cluster|info')
      // No other user may come in. This connection stays.
      await client.call('acl', 'setuser', 'default', 'off')
    }
  })
  after(() => cluster?.end())

  /** Of one node. It names those that keep the rest. */
  const at = (password: string, host = 'localhost') =>
    `rediss-cluster://wallet:${password}@${host}:${cluster.members[0]!.port}`

  usesOnlyItsOwn(at)
})

for (const security of ['tls', 'starttls'] as const) {
  describe(`a mail server with ${security}`, { skip: NO_OPENSSL }, () => {
    let smtp: SMTPServer
    const tried: string[] = []
    const taken: string[] = []
    before(async () => {
      smtp = new SMTPServer({
        secure: security === 'tls',
        key: readFileSync(key),
        cert: readFileSync(cert),
        onAuth({ username, password }, session, done) {
          tried.push(`${username} ${session.secure ? 'in secret' : 'in the open'}`)
          if (password === PASSWORD) done(null, { user: username })
          else done(new Error('no'))
        },
        onData(stream, { envelope }, done) {
          taken.push(...envelope.rcptTo.map(({ address }) => address))
          stream.resume().on('end', () => done())
        },
      })
      // A client that does not trust us hangs up.
      smtp.on('error', () => {})
      await new Promise<void>((resolve) => smtp.listen(0, 'localhost', resolve))
    })
    after(() => new Promise<void>((done) => smtp.close(done)))

    const send = (own: object = {}, isTrusted = true) => {
      tried.length = taken.length = 0
      const { port } = smtp.server.address() as { port: number }
      const from = 'Wallet <no-reply@example.test>'
      const settings = { from, host: 'localhost', port, security, user: 'wallet' }
      return ask('mail', JSON.stringify({ ...settings, password: PASSWORD, ...own }), isTrusted)
    }

    it('takes a mail from who has the password, which travels in secret', async () => {
      assert.equal(await send(), 'done')
      assert.deepEqual([tried, taken], [['wallet in secret'], ['sample.person@example.test']])
    })

    it('takes none with another password', async () => {
      assert.equal(await send({ password: 'another' }), 'SERVICE_UNAVAILABLE')
      assert.deepEqual([tried, taken], [['wallet in secret'], []])
    })

    it('is told no password under a certificate that nobody vouches for', async () => {
      assert.equal(await send({}, false), 'SERVICE_UNAVAILABLE')
      assert.deepEqual([tried, taken], [[], []])
    })
  })
}
