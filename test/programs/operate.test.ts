/**
 * What docs/operate.md says of empty machines, done as it stands there: three operators and a front, a folder
 * each in the place of a machine. TLS, users and systemd are left out; then somebody logs in.
 */
import assert from 'node:assert/strict'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

import { freePorts } from '../../demo/stack/free-ports.js'
import { evaluateAll } from '../../src/app/signer/evaluate.js'
import { ask } from '../../src/app/support/http.js'
import { AppConfig, TokenResponse } from '../../src/protocol/service.js'
import { randomId, toHex } from '../../src/shared/encoding.js'
import { exportPublicKey, generateKeyPair, thumbprint } from '../../src/shared/jwe.js'
import { CLIENT_ID, type Issuer, startIssuer } from '../node/support/issuer.js'
import { type ReverseProxy, startProxy } from '../support/proxy.js'
import { type Running, runCli } from './support/cli.js'
import { NO_REDIS, type RedisServer, startRedis } from './support/redis.js'

const GUIDE = fileURLToPath(new URL('../../docs/operate.md', import.meta.url))
const LISTENING = /listening at (http:\/\/[^"]*:\d+)/
const NODES = [1, 2, 3]
/** What the sections of the guide need, and say elsewhere. */
const CHAINS = [
  { host: 'mainnet', chainId: 1, networkName: 'Ethereum', rpcUrl: 'https://rpc.example' },
]

describe('a person who follows the guide on empty machines', { skip: NO_REDIS }, () => {
  let dir: string
  let issuer: Issuer
  let redis: RedisServer
  let proxy: ReverseProxy
  let commands: string[][]
  let ports: number[]
  const running: Running[] = []

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'wallet-embed-'))
    ;[issuer, redis] = await Promise.all([startIssuer(), startRedis()])
    Object.defineProperty(globalThis, 'location', {
      value: new URL(issuer.url),
      configurable: true,
    })
    commands = commandsOf(await readFile(GUIDE, 'utf8'))
    ports = await freePorts(8)
    for (const name of ['front', 'run', 'log', 'srv', ...NODES.map((i) => `node${i}`)]) {
      await mkdir(join(dir, name))
    }
    await writeFile(join(dir, 'run/google'), 'the client secret\n')
    await writeFile(join(dir, 'front/redis-url'), redis.url)
    await writeFile(join(dir, 'front/chains.json'), JSON.stringify(CHAINS))
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

  /** What stands for the guide's names here. */
  const here = (word: string, node: number) =>
    word
      .replace('https://node1.example', local(nodePort(node)))
      .replace('https://wallet.example', wallet())
      .replace('https://login.example', local(ports[7]))
      .replace('https://accounts.google.com', issuer.url)
      .replace('<our client id there>', CLIENT_ID)
      .replace('0.0.0.0:7000', `localhost:${peerPort(node)}`)
      .replace(/^localhost:91\d\d$/, 'localhost:0')
      .replace(/^(4051|4071)$/, '0')
      .replace('/var/log/wallet-embed', join(dir, 'log'))
      .replace('/srv/wallet', join(dir, 'srv'))
      .replace('share-1.', `share-${node}.`)
      .replace(/^1$/, String(node))

  /** Runs the guide's commands that begin so, in the folder of a machine. */
  const follow = (start: string, machine: string, node = 1): Running[] => {
    const wanted = commands.filter((words) => words.join(' ').startsWith(`wallet-embed ${start}`))
    assert.ok(wanted.length > 0, `The guide has no "${start}".`)
    const env = { [`NODE${node}_PORT`]: String(nodePort(node)), WALLET_PORT: String(ports[6]) }
    return wanted.map((words) => {
      const end = words.includes('>') ? words.indexOf('>') : undefined
      const args = words.slice(1, end).map((word) => here(word, node))
      return runCli(args, env, join(dir, machine))
    })
  }
  const done = async (start: string, machine: string, node?: number): Promise<string> => {
    const ended = await Promise.all(follow(start, machine, node).map((one) => one.ended))
    for (const { code, stderr } of ended) assert.equal(code, 0, `${start}: ${stderr}`)
    return ended.map(({ stdout }) => stdout).join('')
  }
  const served = (start: string, machine: string, node?: number): Promise<string[]> => {
    const started = follow(start, machine, node)
    running.push(...started)
    return Promise.all(started.map(async (one) => (await one.line(LISTENING))[1]!))
  }
  /** The guide's commands of the shell that make a file. */
  const files = async (machine: string) => {
    for (const words of commands) {
      const at = words.indexOf('>')
      if (words[0] === 'wallet-embed' || at < 0) continue
      const text = words[0] === 'echo' ? words[1]! : randomId(32)
      const there = text.replace('/run/secrets', join(dir, 'run'))
      await writeFile(join(dir, machine, words[at + 1]!), `${there}\n`)
    }
  }

  it('makes the key over three machines, with backups', async () => {
    for (const node of NODES) await files(`node${node}`)
    const keys = await Promise.all(NODES.map((node) => done('identity', `node${node}`)))
    const peers = NODES.map((node) => {
      const url = `http://localhost:${peerPort(node)}`
      return [node, { key: keys[node - 1]!.trim(), url }]
    })
    for (const node of NODES) {
      await writeFile(
        join(dir, `node${node}`, 'peers.json'),
        JSON.stringify(Object.fromEntries(peers)),
      )
    }
    const printed = await Promise.all(NODES.map((node) => done('dkg', `node${node}`, node)))
    const common = printed.map((text) => text.split('\n').slice(0, 3).join())
    assert.equal(new Set(common).size, 1)
    const share = await readFile(join(dir, 'node1/share-1.json'), 'utf8')
    assert.match(share, /scrypt/)
  })

  it('makes the registry and everything in front, and starts it', async () => {
    await files('front')
    await done('registry add-application', 'front')
    await done('registry add-verifier', 'front')
    assert.equal((await done('registry check', 'front')).includes('WRONG'), false)
    for (const node of NODES) {
      await cp(join(dir, 'front/registry.json'), join(dir, `node${node}/registry.json`))
    }
    await cp(join(dir, 'node1/network.json'), join(dir, 'front/network.json'))
    await done('app-config', 'front')
    const copies = await served('login-service', 'front')
    assert.equal(copies.length, 2)
    proxy = await startProxy(copies, ports[7])
    const nodes = await Promise.all(NODES.map((node) => served('node', `node${node}`, node)))
    const [front] = await served('wallet-app', 'front')
    for (const url of [front, proxy.url, ...nodes.flat()]) {
      assert.deepEqual(await (await fetch(`${url}/healthz`)).json(), { ok: true })
    }
  })

  it('lets a person log in, with the same key each time, and finds them in the audit log', async () => {
    const keys = [await login(), await login()]
    assert.match(keys[0]!, /^[0-9a-f]{128}$/)
    assert.equal(keys[0], keys[1])
    const args = ['--verifier', 'google', '--id', 'Person-1', '--audit-key-file', 'audit-key']
    const { stdout } = await runCli(['audit-name', ...args], {}, join(dir, 'front')).ended
    const lines = (await readFile(join(dir, 'log/audit.log'), 'utf8')).trimEnd().split('\n')
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
    for (const name of [backup, 'backup-key', 'share-key']) {
      await cp(join(dir, 'node3', name), join(dir, 'new', name))
    }
    const keys = ['--share-key-file', 'share-key', '--backup-key-file', 'backup-key']
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

/** The words of each command in the guide's section on empty machines. */
function commandsOf(guide: string): string[][] {
  const [, section] = guide.split('## From empty machines to a wallet\n')
  const blocks = section!.split(/^## /m)[0]!.matchAll(/^```sh\n(.*?)^```/gms)
  const lines = [...blocks].flatMap(([, text]) => text!.replaceAll('\\\n', ' ').trim().split('\n'))
  return lines.map((line) =>
    [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? ''),
  )
}
