/** What programs say of themselves, and the alerts, the dashboard and the runbook that are made of it. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'

import { fromRoot } from '../../scripts/vite/shared.js'
import { makeDevShares } from '../../src/server/keys/shares.js'
import { WALLET_ERROR_CODES } from '../../src/shared/errors.js'
import { type Issuer, registryFor, startIssuer } from '../node/support/issuer.js'
import { inTemporaryFolder, post } from '../node/support/services.js'
import { DEPLOY, deployed, documents, started, unit, unitNames } from '../support/deploy.js'
import { until } from '../support/until.js'
import { type Running, runCli } from './support/cli.js'
import { NO_REDIS, startRedis } from './support/redis.js'

const WALLET = 'http://localhost:4050'
const URLS = ['http://localhost:4061', 'http://localhost:4062']
const METRICS = /metrics at (http:\/\/[^"]*:\d+)/
const LISTENING = /listening at (http:\/\/[^"]*:\d+)/

interface Rules {
  groups: { rules: { alert: string; expr: string }[] }[]
}
interface Dashboard {
  panels: { targets: { expr: string }[] }[]
}

let issuer: Issuer
before(async () => {
  issuer = await startIssuer()
})
after(() => issuer.close())

interface Measured {
  running: Running
  metrics(): Promise<string>
}

/** One that listens. */
interface Program extends Measured {
  url: string
}

/** Programs as an operator runs them, each by its options. */
const withPrograms = (
  work: (
    start: (...args: string[]) => Promise<Program>,
    dir: string,
    measured: (...args: string[]) => Promise<Measured>,
  ) => Promise<void>,
) =>
  inTemporaryFolder(async (dir) => {
    const registry = join(dir, 'registry.json')
    await writeFile(registry, JSON.stringify(registryFor(issuer.url)))
    await writeFile(join(dir, 'secrets.json'), '{}')
    await makeDevShares({ urls: URLS, threshold: 2, dir })
    const all: Running[] = []
    const measured = async (...args: string[]): Promise<Measured> => {
      const running = runCli([...args, '--metrics', 'localhost:0'], {}, dir)
      all.push(running)
      const [, place] = await running.line(METRICS)
      // A worker that still starts may not answer in time: Prometheus asks again, too.
      const metrics = () =>
        until('measured', async () => {
          const answer = await fetch(`${place}/metrics`)
          return answer.ok && answer.text()
        })
      return { running, metrics }
    }
    const start = async (...args: string[]): Promise<Program> => {
      const program = await measured(...args, '--registry', registry, '--port', '0')
      const [, url] = await program.running.line(LISTENING)
      return { ...program, url: url! }
    }
    try {
      await work(start, dir, measured)
    } finally {
      for (const { child } of all) child.kill('SIGTERM')
      await Promise.all(all.map(({ ended }) => ended))
    }
  })

const NODE = [
  'node',
  '--share',
  'share-1.json',
  '--network',
  'network.json',
  '--wallet-origin',
  WALLET,
]
const LOGIN = ['login-service', '--secrets', 'secrets.json', '--wallet-origin', WALLET]

/** Writes the wallet app's configuration, and returns its name. */
async function configIn(dir: string): Promise<string> {
  const keyNetwork = JSON.parse(readFileSync(join(dir, 'network.json'), 'utf8'))
  const { verifiers, embedders } = registryFor(issuer.url)
  const config = { keyNetwork, loginService: WALLET, chains: [], verifiers, embedders }
  await writeFile(join(dir, 'config.json'), JSON.stringify(config))
  return 'config.json'
}

const namesIn = (text: string) => [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!)

const rules = (documents('prometheus/alerts.yml')[0] as Rules).groups.flatMap(
  (group) => group.rules,
)
const panels = (JSON.parse(deployed('grafana/dashboard.json')) as Dashboard).panels
const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ targets }) => targets.map(({ expr }) => ['dashboard', expr] as const)),
]

/** How the process is that says this. @param begun - Seconds: when the test began. */
function assertAlive(text: string, begun: number): void {
  const [resident, cpu, started, lag] = [
    'process_resident_memory_bytes',
    'process_cpu_seconds_total',
    'process_start_time_seconds',
    'nodejs_eventloop_lag_p99_seconds',
  ].map((name) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]))
  assert.ok(resident! > 10e6, text)
  assert.ok(cpu! > 0 && cpu! < 600, text)
  assert.ok(Math.abs(started! - begun) < 120, text)
  assert.ok(lag! > 0 && lag! < 60, text)
}

describe('programs say of themselves', () => {
  it('what alerts and the dashboard look at, and how each process is', async () => {
    await withPrograms(async (start, dir, measured) => {
      const begun = Date.now() / 1000
      await mkdir(join(dir, 'wallet'))
      const programs = await Promise.all([
        start(...NODE),
        start(...LOGIN, '--sync', 'memory'),
        start('wallet-app', '--config', await configIn(dir), '--root', 'wallet'),
      ])
      const check = ['nodes', 'check', '--network', 'network.json', '--every', '60']
      const all = [...programs, await measured(...check)]
      const texts = await Promise.all(all.map(({ metrics }) => metrics()))
      for (const text of texts.slice(0, programs.length)) assertAlive(text, begun)
      const known = new Set(texts.flatMap(namesIn))
      for (const [name, expr] of expressions) {
        const used = expr.match(/\b(wallet_embed|nodejs|process)_\w+/g) ?? []
        const missing = used.filter((one) => !known.has(one.replace(/_(bucket|sum|count)$/, '')))
        assert.deepEqual(missing, [], name)
      }
      for (const [i, program] of ['node', 'login-service', 'wallet-app'].entries()) {
        assert.match(
          texts[i]!,
          new RegExp(`build_info\\{program="${program}",version="[\\d.]+"\\} 1`),
        )
      }
      for (const { running } of programs) assert.equal(running.child.exitCode, null)
    })
  })

  it('how they are, whether a share is of the published network, and which it is, also of several processes', async () => {
    for (const more of [[], ['--workers', '2']]) {
      await withPrograms(async (start, dir) => {
        const begun = Date.now() / 1000
        const { metrics } = await start(...NODE, ...more)
        const { nodes } = JSON.parse(readFileSync(join(dir, 'network.json'), 'utf8'))
        const is = (line: string) => async () => `${await metrics()}\n`.includes(`\n${line}\n`)
        await until('compared', is('wallet_embed_share_published 1'))
        const text = await metrics()
        assert.match(
          text,
          new RegExp(`share_info\\{index="1",public_key="${nodes[0].publicKey}"\\} 1`),
        )
        assert.match(text, /share_compared_timestamp_seconds \d{10}/)
        assertAlive(text, begun)
        assert.equal(new Set(namesIn(text)).size, namesIn(text).length, 'a name comes twice')
      })
    }
  })

  it('how logins by each verifier end; nobody else gets a name in', async () => {
    await withPrograms(async (start) => {
      const { url, metrics } = await start(...LOGIN)
      issuer.answer = { status: 400, body: '{"error":"invalid_client"}' }
      const exchange = { code: 'a', codeVerifier: 'v'.repeat(43), redirectUri: `${WALLET}/login` }
      for (const verifier of ['google', 'somebody'])
        await post(`${url}/token`, { ...exchange, verifier })
      const counted = (await metrics()).match(/^wallet_embed_verifier_requests_total.*$/gm)
      assert.deepEqual(counted, [
        'wallet_embed_verifier_requests_total{verifier="google",outcome="LOGIN_FAILED"} 1',
      ])
    })
  })
})

describe('a request', () => {
  it('has the id that the proxy gave it, in the log and in the answer, or one of its own', async () => {
    await withPrograms(async (start) => {
      const { url, running } = await start(...LOGIN)
      const ask = async (given: string) => {
        const headers = { 'x-request-id': given }
        const answer = await fetch(`${url}/applications/demo`, { headers })
        return answer.headers.get('x-request-id')!
      }
      assert.equal(await ask('0123456789abcdef'), '0123456789abcdef')
      const own = await ask('a line\tof "mine"')
      assert.match(own, /^[\da-f-]{36}$/)
      assert.notEqual(await ask('x'.repeat(65)), own)
      await running.line(/"reqId":"0123456789abcdef"[^\n]*"answered"/)
      await running.line(new RegExp(`"reqId":"${own}"[^\\n]*"answered"`))
    })
  })
})

describe('a login service without Redis', { skip: NO_REDIS }, () => {
  it('says so in /readyz and to Prometheus, until it is back', async () => {
    const redis = await startRedis()
    try {
      await withPrograms(async (start) => {
        const { url, metrics } = await start(...LOGIN, '--redis', redis.url)
        const isUp = async (value: number) =>
          (await metrics()).includes(`\nwallet_embed_redis_up ${value}\n`)
        const ready = async () => (await fetch(`${url}/readyz`)).text()
        assert.deepEqual([await ready(), await isUp(1)], ['{"ok":true}', true])
        await redis.kill()
        await until('away', () => isUp(0))
        await until('not all of it ready', async () => (await ready()).includes('Redis is away'))
        assert.equal((await fetch(`${url}/healthz`)).status, 200)
        await redis.start()
        await until('ready', async () => (await ready()) === '{"ok":true}')
        assert.equal(await isUp(1), true)
      })
    } finally {
      await redis.kill()
    }
  })
})

describe('alerts', () => {
  it('have a section each in the runbook, which has no other', () => {
    const text = readFileSync(fromRoot('docs/runbook.md'), 'utf8')
    const sections = [...text.matchAll(/^## (.*)$/gm)].map(([, name]) => name)
    assert.deepEqual(
      sections,
      rules.map(({ alert }) => alert),
    )
  })

  it('name codes and routes that there are, and jobs that are read where units serve them', () => {
    const said = expressions.map(([, expr]) => expr).join('\n')
    const codes = said.match(/\b[A-Z]+_[A-Z_]+\b/g) ?? []
    assert.ok(codes.length > 0)
    for (const code of codes)
      assert.ok((WALLET_ERROR_CODES as readonly string[]).includes(code), code)
    const { paths } = JSON.parse(readFileSync(fromRoot('docs/openapi.json'), 'utf8'))
    for (const [, routes] of said.matchAll(/route=~?"([^"]+)"/g)) {
      for (const route of routes!.split('|')) assert.ok(route === 'mail' || paths[route], route)
    }
    const scraped = deployed('prometheus/scrape.yml')
    for (const name of unitNames()) {
      const job = name.replace(/@?\.service$/, '')
      assert.ok(scraped.includes(`job_name: ${job}\n`), job)
      const instance = unit(name).get('ExecStart')![0]!.includes('%i') ? '4051' : ''
      const words = started(name, instance, {})
      assert.ok(scraped.includes(`'${words[words.indexOf('--metrics') + 1]}'`), name)
    }
  })

  const lacking = spawnSync('promtool', ['--version']).error && 'there is no promtool here'
  it('are taken by Prometheus', { skip: lacking ?? false }, () => {
    const file = join(DEPLOY, 'prometheus/alerts.yml')
    const { status, stderr } = spawnSync('promtool', ['check', 'rules', file], { encoding: 'utf8' })
    assert.equal(status, 0, stderr)
  })
})
