/** `npm start` as a person meets it: from outside, by what it prints and what it leaves behind. */
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { after, afterEach, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { PORTS } from '../../demo/stack/ports.js'
import { startStack } from '../../demo/stack.js'
import { fromRoot } from '../../scripts/vite/shared.js'
import { until } from '../support/until.js'

/** Milliseconds; a start takes two or three seconds. */
const DEADLINE = 60_000
const FREE_PORTS = Object.fromEntries(Object.values(PORTS).map(({ variable }) => [variable, '0']))
/** Whether this checkout has a site of it makes no difference. */
const NO_DOCUMENTATION = { DOCS_PORT: '0', DOCS_OUT: fromRoot('test/fixtures') }

/** One run of the launcher. */
class Launch {
  readonly child: ChildProcess
  readonly lines: string[] = []
  readonly exited: Promise<number | null>

  constructor(env: Record<string, string>) {
    const args = ['--import', 'tsx', fromRoot('demo/start.ts'), '--no-build']
    this.child = spawn(process.execPath, args, {
      env: { ...process.env, ...FREE_PORTS, ...NO_DOCUMENTATION, DEV_DIR: dir, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [this.child.stdout!, this.child.stderr!]) {
      createInterface({ input: stream }).on('line', (line) => this.lines.push(line))
    }
    this.exited = once(this.child, 'close').then(([code]) => code)
    launches.push(this)
  }

  get text(): string {
    return this.lines.join('\n')
  }

  /** URLs printed so far, by what is printed before them. */
  get urls(): Record<string, string> {
    const rows = this.lines.map((line) => /^(.+?) {2,}(http:\S+)$/.exec(line))
    return Object.fromEntries(rows.flatMap((row) => (row ? [[row[1]!, row[2]!]] : [])))
  }

  async ready(): Promise<void> {
    const isReady = () => this.lines.some((line) => line.startsWith('ready'))
    await until('the ready line, or the end', () => isReady() || this.child.exitCode !== null)
    assert.ok(isReady(), this.text)
  }
}

let dir: string
const launches: Launch[] = []

before(async () => {
  dir = await mkdtemp(join(tmpdir(), 'wallet-embed-start-'))
})
afterEach(async () => {
  for (const { child, exited } of launches.splice(0)) {
    child.kill('SIGKILL')
    await exited
  }
})
after(() => rm(dir, { recursive: true, force: true }))

describe('npm start', { timeout: 5 * DEADLINE }, () => {
  it('ends with a ready line, answers everywhere, and leaves no process after Ctrl-C', async () => {
    const launch = new Launch({})
    await launch.ready()
    assert.match(launch.lines.at(-1)!, /^ready/)

    const { 'local chain': chain, ...ours } = launch.urls
    assert.equal(Object.keys(ours).length, 8, launch.text)
    for (const [name, url] of Object.entries(ours)) {
      assert.equal((await fetch(`${url}/healthz`)).status, 200, name)
    }
    assert.equal(await chainId(chain!), '0x7a69')
    const config = await fetch(`${ours['demo page']}/demo-config.json`)
    assert.equal((await config.json()).walletUrl, ours['wallet app'])

    const pids = descendants(launch.child.pid!)
    assert.ok(pids.length >= 9, `only ${pids.length} processes`)
    launch.child.kill('SIGINT')
    assert.equal(await launch.exited, 0)
    await ended(pids)
  })

  it('looks for the documentation where npm run docs writes it', () => {
    const config = pathToFileURL(fromRoot('docs/.vitepress/config.ts')).href
    const source = `import config from '${config}'\nconsole.log(config.outDir)`
    const args = ['--import', 'tsx', '--input-type=module', '--eval', source]
    const env = { ...process.env, DOCS_OUT: 'site' }
    const outDir = execFileSync(process.execPath, args, { env, encoding: 'utf8' }).trim()
    assert.equal(resolve(fromRoot('docs'), outDir), resolve('site'))
  })

  it('names a busy port and its variable, and starts nothing', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const launch = new Launch({ NODE2_PORT: String(port) })
    assert.equal(await launch.exited, 1)
    other.close()
    assert.equal(launch.lines.length, 1, launch.text)
    assert.match(launch.text, new RegExp(`\\b${port}\\b.*NODE2_PORT`))
  })

  it('refuses a port that is none', async () => {
    const site = await mkdtemp(join(dir, 'docs-'))
    await writeFile(join(site, 'index.html'), 'All about it')
    for (const variable of ['IDP_PORT', 'DOCS_PORT']) {
      const launch = new Launch({ DOCS_OUT: site, [variable]: '4052x' })
      assert.equal(await launch.exited, 1)
      assert.match(launch.text, new RegExp(`^${variable} is no port`))
    }
  })

  it('says which program died, and stops the rest', async () => {
    const launch = new Launch({})
    await launch.ready()
    const pids = descendants(launch.child.pid!)
    const node = pids.find((pid) => commandOf(pid).includes('share-3.json'))
    process.kill(node!, 'SIGKILL')
    assert.equal(await launch.exited, 1)
    assert.match(launch.text, /key node 3 ended/)
    await ended(pids)
  })

  it('fails when a program dies while others still start', async () => {
    const source = `
      import { launch } from ${JSON.stringify(pathToFileURL(fromRoot('demo/stack/launch.ts')).href)}
      await launch(async ({ onDeath, signal }) => {
        onDeath({ name: 'node3', tail: 'Its disk is full.' })
        signal.throwIfAborted()
      })`
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '--eval', source],
      { stdio: 'ignore' },
    )
    assert.deepEqual(await once(child, 'exit'), [1, null])
  })

  it('keeps the secrets of the first start, for the owner alone, serves a site of the documentation, and leaves no process if it is killed', async () => {
    const files = ['secrets.json', ...[1, 2, 3].map((index) => `shares/share-${index}.json`)]
    const read = () => Promise.all(files.map((file) => readFile(join(dir, file), 'utf8')))
    const first = await read()
    const site = join(dir, 'docs')
    await mkdir(site)
    await writeFile(join(site, 'index.html'), 'All about it')
    const launch = new Launch({ DOCS_OUT: site })
    await launch.ready()
    assert.deepEqual(await read(), first)
    for (const file of [...files, 'idp.json', 'client-secrets.json']) {
      assert.equal((await stat(join(dir, file))).mode & 0o777, 0o600, file)
    }
    const network = JSON.parse(await readFile(join(dir, 'network.json'), 'utf8'))
    assert.equal(network.nodes[0].url, launch.urls['key node 1'])

    const { documentation, ...others } = launch.urls
    assert.equal(await (await fetch(documentation!)).text(), 'All about it')
    for (const url of Object.values(others)) assert.notEqual(url, documentation)

    const pids = descendants(launch.child.pid!)
    launch.child.kill('SIGKILL')
    await ended(pids)
  })
})

describe('a stack', { timeout: 2 * DEADLINE }, () => {
  it('stops starting when it is told to', async () => {
    const abort = new AbortController()
    const starting = startStack({
      dir,
      build: false,
      signal: abort.signal,
      onUp: () => abort.abort(),
    })
    await assert.rejects(starting)
  })
})

async function chainId(url: string): Promise<string> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' })
  const headers = { 'content-type': 'application/json' }
  return (await (await fetch(url, { method: 'POST', headers, body })).json()).result
}

/** Processes that a process started, and those that these started. */
function descendants(pid: number): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number) as [number, number])
  const of = (parent: number): number[] =>
    rows.filter(([, ppid]) => ppid === parent).flatMap(([child]) => [child, ...of(child)])
  return of(pid)
}

const commandOf = (pid: number): string =>
  execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })

/** What a program started itself, such as a compiler, ends with it, and a moment later. */
const ended = (pids: number[]): Promise<boolean> =>
  until('the end of the programs', () => !running(pids).length)

/** Those that still run. A dead one that its adoptive parent has yet to collect (state Z) does not. */
function running(pids: number[]): string[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,stat=,args='], { encoding: 'utf8' })
  return rows.split('\n').filter((row) => {
    const [, pid, state] = /^\s*(\d+)\s+(\S+)/.exec(row) ?? []
    return pids.includes(Number(pid)) && !state?.startsWith('Z')
  })
}
