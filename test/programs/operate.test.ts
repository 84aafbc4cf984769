/**
 * What docs/operate.md says of empty machines, with a folder in the place of each machine: its commands of the
 * program, and what its units start. TLS, users and systemd are left out, which `test/operate` has; then a person
 * logs in.
 */
import assert from 'node:assert/strict'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'

import { freePorts } from '../../demo/stack/free-ports.js'
import { evaluateAll } from '../../src/app/signer/evaluate.js'
import { ask } from '../../src/app/support/http.js'
import { AppConfig, TokenResponse } from '../../src/protocol/service.js'
import { randomId, toHex } from '../../src/shared/encoding.js'
import { exportPublicKey, generateKeyPair, thumbprint } from '../../src/shared/jwe.js'
import { CLIENT_ID, type Issuer, startIssuer } from '../node/support/issuer.js'
import { guideSteps, started, wordsOf } from '../support/deploy.js'
import { type ReverseProxy, startProxy } from '../support/proxy.js'
import { type Running, runCli } from './support/cli.js'
import { NO_REDIS, type RedisServer, startRedis } from './support/redis.js'

const LISTENING = /listening at (http:\/\/[^"]*:\d+)/
const NODES = [1, 2, 3]
const MACHINES = ['front', ...NODES.map((node) => `node${node}`)]
/** A text of several lines that a command makes a file of. */
const HERE = /^cat > (\S+) <<'END'\n(.*)\nEND$/s
const ECHO = /^echo '(.*)' > (\S+)$/
/** As install.sh makes them. */
const KEYS = ['share-key', 'backup-key', 'audit-key']

describe('a person who follows the guide on empty machines', { skip: NO_REDIS }, () => {
  let dir: string
  let issuer: Issuer
  let redis: RedisServer
  let proxy: ReverseProxy
  let ports: number[]
  const running: Running[] = []

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'wallet-embed-'))
    ;[issuer, redis] = await Promise.all([startIssuer(), startRedis()])
    Object.defineProperty(globalThis, 'location', {
      value: new URL(issuer.url),
      configurable: true,
    })
    ports = await freePorts(8)
    for (const name of MACHINES) {
      for (const part of ['keys', 'secrets', 'state', 'log']) {
        await mkdir(join(dir, name, part), { recursive: true })
      }
      for (const key of KEYS) await writeFile(join(dir, name, 'keys', key), `${randomId(32)}\n`)
    }
  })
  after(async () => {
    proxy?.close()
    for (const { child } of running) child.kill('SIGTERM')
    await Promise.all(running.map(({ ended }) => ended))
    await redis?.kill()
    issuer?.close()
    await rm(dir, { recursive: true, force: true })
  })

  const nodePort = (node: number) => ports[node - 1]!
  const peerPort = (node: number) => ports[node + 2]!
  const local = (port: number | undefined) => `http://localhost:${port}`
  const wallet = () => local(ports[6])

  const machineOf = (node: number) => (node ? `node${node}` : 'front')

  /** What stands for the guide's names here. @param node - 0 for the front. */
  const here = (text: string, node: number) =>
    text
      .replaceAll('https://node1.example', local(nodePort(node)))
      .replaceAll('https://wallet.example', wallet())
      .replaceAll('https://login.example', local(ports[7]))
      .replaceAll('https://accounts.google.com', issuer.url)
      .replaceAll('redis://localhost:6379', redis.url)
      .replaceAll('<our client id there>', CLIENT_ID)
      .replaceAll('0.0.0.0:7000', `localhost:${peerPort(node)}`)
      .replaceAll('/var/log/wallet-embed', join(dir, machineOf(node), 'log'))
      .replaceAll('/var/lib/wallet-embed', join(dir, machineOf(node), 'state'))
      .replaceAll('/etc/wallet-embed', join(dir, machineOf(node)))
      .replaceAll('/root', join(dir, machineOf(node)))
      .replaceAll('--index 1', `--index ${node}`)

  const cli = (words: string[], node: number) => {
    const env = { [`NODE${node}_PORT`]: String(nodePort(node)), WALLET_PORT: String(ports[6]) }
    return runCli(words, env, join(dir, machineOf(node)))
  }
  /** Runs the guide's commands that begin so, one after the other, in the folder of a machine. */
  const done = async (start: string, node = 0): Promise<string> => {
    const wanted = guideSteps().filter(({ command }) => command.startsWith(`wallet-embed ${start}`))
    assert.ok(wanted.length > 0, `The guide has no "${start}".`)
    let said = ''
    for (const { command } of wanted) {
      const words = wordsOf(here(command.replaceAll('\\\n', ' '), node)).slice(1)
      const { code, stdout, stderr } = await cli(words, node).ended
      assert.equal(code, 0, `${start}: ${stderr}`)
      said += stdout
    }
    return said
  }
  /** Starts what a unit starts. */
  const served = async (name: string, node = 0): Promise<string> => {
    const [base, instance = ''] = name.split('@')
    const file = `${base}${name.includes('@') ? '@' : ''}.service`
    const variables = {
      WALLET_ORIGIN: wallet(),
      CREDENTIALS_DIRECTORY: join(dir, machineOf(node), 'keys'),
      // This program has no app beside it.
      WALLET_ARGS: `--root ${join(dir, machineOf(node), 'state')}`,
    }
    const words = started(file, instance, variables).map((word) => here(word, node))
    const port = words.indexOf('--port')
    const fixed: Record<string, string> = {
      '4050': String(ports[6]),
      '4060': String(nodePort(node)),
    }
    words[port + 1] = fixed[words[port + 1]!] ?? '0'
    const metrics = words.indexOf('--metrics')
    if (metrics >= 0) words[metrics + 1] = 'localhost:0'
    const one = cli(words, node)
    running.push(one)
    return (await one.line(LISTENING))[1]!
  }
  /** The guide's commands of the shell that make a file. */
  const files = async () => {
    for (const { command } of guideSteps()) {
      const [, echoed, to] = command.match(ECHO) ?? []
      const [, file = to, text = echoed] = command.match(HERE) ?? []
      if (file) await writeFile(join(dir, 'front', file), `${here(text!, 0)}\n`)
    }
  }

  it('makes the key over three machines, with backups', async () => {
    const keys = await Promise.all(
      NODES.map((node) => cli(['identity', '--out', 'keys/identity.json'], node).ended),
    )
    const peers = NODES.map((node) => {
      const url = `http://localhost:${peerPort(node)}`
      return [node, { key: keys[node - 1]!.stdout.trim(), url }]
    })
    for (const node of NODES) {
      await writeFile(
        join(dir, machineOf(node), 'peers.json'),
        JSON.stringify(Object.fromEntries(peers)),
      )
    }
    const printed = await Promise.all(NODES.map((node) => done('dkg', node)))
    const common = printed.map((text) => text.split('\n').slice(0, 3).join())
    assert.equal(new Set(common).size, 1)
    const share = await readFile(join(dir, 'node1/state/share-1.json'), 'utf8')
    assert.match(share, /scrypt/)
  })

  it('makes the registry and everything in front, and starts it', async () => {
    await files()
    await done('registry add-verifier')
    assert.equal((await done('registry check')).includes('WRONG'), false)
    for (const node of NODES) {
      await cp(join(dir, 'front/registry.json'), join(dir, `node${node}/registry.json`))
    }
    await cp(join(dir, 'node1/state/network.json'), join(dir, 'front/network.json'))
    await done('app-config')
    const units = guideSteps().flatMap(({ machine, command }) =>
      (command.startsWith('systemctl') ? (command.match(/wallet-embed-\S+/g) ?? []) : []).map(
        (name) => ({ machine, name }),
      ),
    )
    const copies: string[] = []
    for (const { machine, name } of units) {
      for (const node of machine === 'front' ? [0] : NODES) {
        const url = await served(name.replace('@1', `@${node}`), node)
        if (name.includes('login')) copies.push(url)
        assert.deepEqual(await (await fetch(`${url}/healthz`)).json(), { ok: true })
      }
    }
    assert.equal(copies.length, 2)
    proxy = await startProxy(copies, ports[7])
  })

  it('lets a person log in, with the same key each time, and finds them in the audit log', async () => {
    const keys = [await login(), await login()]
    assert.match(keys[0]!, /^[0-9a-f]{128}$/)
    assert.equal(keys[0], keys[1])
    const args = ['--verifier', 'google', '--id', 'Person-1', '--audit-key-file', 'keys/audit-key']
    const { stdout } = await cli(['audit-name', ...args], 0).ended
    const lines = (await readFile(join(dir, 'front/log/audit.log'), 'utf8')).trimEnd().split('\n')
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).who),
      [stdout.trim(), stdout.trim()],
    )
  })

  it('brings a node back from its backup on another machine', async () => {
    await mkdir(join(dir, 'new'))
    const backup = (await readdir(join(dir, 'node3'))).find((name) =>
      name.endsWith('.backup.json'),
    )!
    for (const name of [backup, 'keys/backup-key', 'keys/share-key']) {
      await cp(join(dir, 'node3', name), join(dir, 'new', name))
    }
    const keys = ['--share-key-file', 'keys/share-key', '--backup-key-file', 'keys/backup-key']
    const published = join(dir, 'front/config.json')
    const args = [
      'share',
      'restore',
      '--backup',
      backup,
      '--network',
      published,
      '--out',
      '.',
      ...keys,
    ]
    const { code, stdout } = await runCli(args, {}, join(dir, 'new')).ended
    assert.equal(code, 0)
    const network = JSON.parse(await readFile(join(dir, 'front/network.json'), 'utf8'))
    assert.match(stdout, new RegExp(network.nodes[2].publicKey))
  })

  /** As the wallet app does it, from its own configuration. */
  async function login(): Promise<string> {
    const config = AppConfig.parse(await (await fetch(`${wallet()}/config.json`)).json())
    const { publicKey, privateKey } = await generateKeyPair()
    const key = await exportPublicKey(publicKey)
    const token = await issuer.sign(issuer.claims(await thumbprint(key)))
    issuer.answer = { status: 200, body: JSON.stringify({ id_token: token }) }
    const request = { code: randomId(16), codeVerifier: 'v'.repeat(43) }
    const body = { verifier: 'google', ...request, redirectUri: `${wallet()}/login` }
    const { idToken } = await ask(`${config.loginService}/token`, TokenResponse, { body })
    const identity = { verifier: 'google', realm: 'google', verifierId: 'Person-1' }
    const keyNetwork = config.keyNetwork
    return toHex(await evaluateAll(keyNetwork, { idToken, ...identity, key, privateKey }))
  }
})
