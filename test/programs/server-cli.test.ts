/** The command line as operators meet it: what it says, and how it ends. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'

import { fromRoot } from '../../scripts/vite/shared.js'
import { AppConfig } from '../../src/protocol/service.js'
import { makeDevShares } from '../../src/server/keys/shares.js'
import { registryFor } from '../node/support/issuer.js'
import { inTemporaryFolder } from '../node/support/services.js'
import { runCli } from './support/cli.js'

const WALLET = 'http://localhost:4050'
const urls = ['http://localhost:4061', 'http://localhost:4062']
const LISTENING = /listening at (http:\/\/[^"]*:(\d+))/

/** A folder with everything an operator writes or makes. */
const inOperatorsFolder = (work: (file: (name: string) => string) => Promise<void>) =>
  inTemporaryFolder(async (dir) => {
    const file = (name: string) => join(dir, name)
    const chains = [
      { host: 'local', chainId: 31_337, networkName: 'Local', rpcUrl: 'http://localhost:8545' },
    ]
    const files = {
      registry: registryFor('http://localhost:4052'),
      chains,
      secrets: { google: 'x' },
    }
    for (const [name, value] of Object.entries(files)) {
      await writeFile(file(`${name}.json`), JSON.stringify(value))
    }
    await makeDevShares({ urls, threshold: 2, dir })
    await work(file)
  })

const nodeArgs = (file: (name: string) => string) => [
  ...['node', '--share', file('share-2.json'), '--registry', file('registry.json')],
  ...['--wallet-origin', WALLET],
]

describe('the command line', () => {
  it('explains itself', async () => {
    const [all, one] = await Promise.all([
      runCli(['--help']).ended,
      runCli(['node', '--help']).ended,
    ])
    assert.equal(all.code, 0)
    for (const name of ['node', 'login-service', 'wallet-app', 'static', 'dkg', 'dev-shares']) {
      assert.match(all.stdout, new RegExp(`^  ${name} `, 'm'))
    }
    assert.match(one.stdout, /--share <file>/)
  })

  it('is the package’s, too, with its dependencies as packages', async () => {
    const { bin } = JSON.parse(await readFile(fromRoot('package.json'), 'utf8'))
    const command = fromRoot(bin['wallet-embed'])
    const { stdout } = await promisify(execFile)(process.execPath, [command, '--help'])
    assert.equal(stdout, (await runCli(['--help']).ended).stdout)
  })

  it('makes the login service’s key, once, and starts it with that where no provider signs', async () => {
    await inOperatorsFolder(async (file) => {
      const made = await runCli(['signing-key', '--out', file('keys.json')]).ended
      assert.equal(made.code, 0, made.stderr)
      assert.equal((await stat(file('keys.json'))).mode & 0o077, 0)
      assert.equal((await runCli(['signing-key', '--out', file('keys.json')]).ended).code, 1)
      const registry = {
        loginService: 'http://localhost:4051',
        applications: {},
        verifiers: { github: { provider: 'github', clientId: 'x' } },
      }
      await writeFile(file('registry.json'), JSON.stringify(registry))
      await writeFile(file('secrets.json'), '{"github":"shh"}')
      const args = [
        ...['login-service', '--registry', file('registry.json'), '--wallet-origin', WALLET],
        ...['--secrets', file('secrets.json'), '--port', '0'],
      ]
      const without = await runCli(args).ended
      assert.equal(without.stderr, 'wallet-embed: verifiers.github: needs a signing key.\n')
      const service = runCli(args, {
        WALLET_EMBED_SIGNING_KEYS: await readFile(file('keys.json'), 'utf8'),
      })
      const [, url] = await service.line(LISTENING)
      const { keys } = (await (await fetch(`${url}/jwks.json`)).json()) as { keys: object[] }
      assert.equal(keys.length, 1)
      service.child.kill()
      assert.equal((await service.ended).code, 0)
      const wrong = await runCli(args, { WALLET_EMBED_SIGNING_KEYS: '{}' }).ended
      assert.match(wrong.stderr, /^wallet-embed: WALLET_EMBED_SIGNING_KEYS: keys: /)
    })
  })

  it('says what is missing or wrong, without a stack, and ends with 1', async () => {
    const cases: [args: string[], message: RegExp][] = [
      [['nothing'], /^wallet-embed: No command nothing\./],
      [['node'], /^wallet-embed: --share <file> is missing\.$/m],
      [['node', '--x'], /^wallet-embed: Unknown option '--x'/],
      [
        ['dev-shares', '--dir', '/nowhere', '--of', 'x'],
        /^wallet-embed: --of: expected a whole number/,
      ],
    ]
    await Promise.all(
      cases.map(async ([args, message]) => {
        const { code, stderr } = await runCli(args).ended
        assert.equal(code, 1)
        assert.match(stderr, message)
        assert.doesNotMatch(stderr, /^ {4}at /m)
      }),
    )
  })

  it('runs the login service on the port of its variable until SIGINT', async () => {
    await inOperatorsFolder(async (file) => {
      const files = ['--registry', file('registry.json'), '--secrets', file('secrets.json')]
      const service = runCli(['login-service', ...files, '--wallet-origin', WALLET], {
        LOGIN_PORT: '0',
      })
      const [, url] = await service.line(LISTENING)
      assert.equal((await fetch(`${url}/applications/demo`)).status, 200)
      service.child.kill('SIGINT')
      assert.equal((await service.ended).code, 0)
    })
  })

  it('names a busy port and what sets another', async () => {
    const holder = createServer()
    await new Promise<void>((resolve) => holder.listen(0, 'localhost', resolve))
    const { port } = holder.address() as AddressInfo
    try {
      await inOperatorsFolder(async (file) => {
        const { code, stderr } = await runCli([...nodeArgs(file), '--port', `${port}`]).ended
        assert.equal(code, 1)
        const expected = `wallet-embed: Port ${port} is in use. Set another: --port or NODE2_PORT.\n`
        assert.equal(stderr, expected)
      })
    } finally {
      holder.close()
    }
  })

  it("makes shares and the wallet app's configuration, and serves it", async () => {
    await inOperatorsFolder(async (file) => {
      const made = await runCli(['dev-shares', '--dir', file('made')]).ended
      assert.deepEqual([made.code, made.stderr], [0, ''])
      const printed = await runCli([
        ...['app-config', '--registry', file('registry.json'), '--chains', file('chains.json')],
        ...['--network', file('made/network.json'), '--login-service', 'http://localhost:4051'],
      ]).ended
      const config = AppConfig.parse(JSON.parse(printed.stdout))
      assert.deepEqual(
        config.keyNetwork.nodes.map(({ url }) => url),
        ['http://localhost:4061', 'http://localhost:4062', 'http://localhost:4063'],
      )
      await writeFile(file('config.json'), printed.stdout)
      await mkdir(file('root'))
      const files = ['--config', file('config.json'), '--registry', file('registry.json')]
      const app = runCli(['wallet-app', '--root', file('root'), ...files, '--port', '0'])
      const [, url] = await app.line(LISTENING)
      assert.deepEqual(await (await fetch(`${url}/config.json`)).json(), config)
      app.child.kill('SIGTERM')
      assert.equal((await app.ended).code, 0)
    })
  })
})
