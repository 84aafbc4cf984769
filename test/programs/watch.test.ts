/**
 * A stranger who watches a wallet: the real wallet app over a built folder, a list of builds, and `watch`. Needs a build.
 */
import assert from 'node:assert/strict'
import { cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, it } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'

import { freePorts } from '../../demo/stack/free-ports.js'
import { compressFolder } from '../../scripts/compress.js'
import { sealWallet } from '../../scripts/integrity.js'
import { fromRoot } from '../../scripts/vite/shared.js'
import { readPrivateKey } from '../../src/server/keys/identity-file.js'
import { addBuild } from '../../src/server/wallet-app/builds.js'
import { registryFor } from '../node/support/issuer.js'
import { WALLET_CONFIG } from '../node/support/wallet-config.js'
import { until } from '../support/until.js'
import { type Running, runCli } from './support/cli.js'

const BUILT = fromRoot('dist/wallet')
const COMMIT = 'c0ffee'.padEnd(40, '0')
const NEXT = '99.0.0'

let dir: string
let key: string
let url: string
let version: string
let files: string[]
let wallet: Running
const servers: Server[] = []
const running: Running[] = []

const at = (...names: string[]) => join(dir, ...names)
const add = (root = 'root', list = 'builds.json', ...more: string[]) =>
  runCli(
    [
      ...['builds', 'add', '--root', root, '--builds', list, '--key-file', 'key.json'],
      ...['--commit', COMMIT, ...more],
    ],
    {},
    dir,
  ).ended
const watching = (...more: string[]) => watchingAt(url, ...more)
const watchingAt = (origin: string, ...more: string[]) => {
  const args = ['--key', key, ...(more.includes('--builds') ? [] : ['--builds', 'builds.json'])]
  return runCli(['watch', origin, ...args, ...more], {}, dir)
}
const once = (...more: string[]) => watching('--once', 'yes', ...more).ended

async function startWallet(port = 0): Promise<void> {
  const args = ['--config', 'config.json', '--registry', 'registry.json', '--root', 'root']
  wallet = runCli(['wallet-app', ...args, '--port', `${port}`], {}, dir)
  running.push(wallet)
  ;[, url] = (await wallet.line(/listening at (http:\/\/[^"]*:\d+)/)) as [string, string]
}

async function serving(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

/** Changes one byte of a file, also in its compressed forms. @returns What takes that back. */
async function changeByte(path: string, forms = ['', '.br', '.gz']): Promise<() => Promise<void>> {
  const names = forms.map((form) => at('root', path + form))
  const kept = await Promise.all(names.map((name) => readFile(name).catch(() => undefined)))
  const bytes = await readFile(at('root', path))
  bytes[bytes.length >> 1]! ^= 1
  const compress = { '': (all: Buffer) => all, '.br': brotliCompressSync, '.gz': gzipSync }
  for (const [i, form] of forms.entries()) {
    if (kept[i]) await writeFile(names[i]!, compress[form as keyof typeof compress](bytes))
  }
  return async () => {
    for (const [i, before] of kept.entries()) if (before) await writeFile(names[i]!, before)
  }
}

before(async () => {
  dir = await mkdtemp(join(tmpdir(), 'wallet-embed-'))
  await cp(BUILT, at('root'), { recursive: true })
  await cp(BUILT, at('next'), { recursive: true })
  await rm(at('next', 'v'), { recursive: true })
  await sealWallet(at('next'), NEXT)
  await compressFolder(at('next'))
  await writeFile(at('config.json'), JSON.stringify(WALLET_CONFIG))
  await writeFile(at('registry.json'), JSON.stringify(registryFor('https://issuer.example')))
  const manifest = JSON.parse(await readFile(at('root', 'integrity.json'), 'utf8'))
  version = manifest.version
  files = Object.keys(manifest.files)
  const made = await runCli(['builds', 'key', '--out', 'key.json'], {}, dir).ended
  key = made.stdout.trim()
  await startWallet()
  const added = await add('root', 'builds.json', '--accept', 'new-list')
  assert.equal(added.code, 0, added.stderr)
})
after(async () => {
  for (const { child } of running) child.kill('SIGTERM')
  await Promise.all(running.map(({ ended }) => ended))
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  await rm(dir, { recursive: true })
})

describe('builds', () => {
  const other = (name: string) => at(name)
  const hashOf = async (root: string) => (await readFile(at(root, 'integrity.txt'), 'utf8')).trim()

  it('key makes a file for its owner alone, and prints the public half', async () => {
    assert.match(key, /^[\w-]{43}$/)
    assert.equal((await stat(at('key.json'))).mode & 0o777, 0o600)
    const again = await runCli(['builds', 'key', '--out', 'key.json'], {}, dir).ended
    assert.deepEqual([again.code, again.stdout], [1, ''])
    assert.match(again.stderr, /key\.json exists/)
  })

  it('add appends, says which build it is, and never shows the key', async () => {
    await cp(at('builds.json'), other('two.json'))
    const { code, stdout, stderr } = await add('next', 'two.json')
    assert.deepEqual([code, stderr], [0, ''])
    assert.equal(stdout, `${NEXT} ${await hashOf('next')} is build 2 of two.json.\n`)
    const again = await add('next', 'two.json')
    assert.equal(again.stdout, `${NEXT} ${await hashOf('next')} is on two.json already.\n`)
    const { privateKey } = JSON.parse(await readFile(at('key.json'), 'utf8'))
    for (const text of [stdout, again.stdout, await readFile(other('two.json'), 'utf8')]) {
      assert.ok(!text.includes(privateKey))
    }
    const shown = await runCli(['builds', 'list', '--builds', 'two.json', '--key', key], {}, dir)
      .ended
    const lines = shown.stdout.trim().split('\n')
    assert.deepEqual(
      lines.map((line) => line.replace(/^\S+Z /, '')),
      [`${version} ${await hashOf('root')} ${COMMIT}`, `${NEXT} ${await hashOf('next')} ${COMMIT}`],
    )
  })

  it('add refuses what is wrong, and leaves the list as it was', async () => {
    const list = await readFile(at('builds.json'))
    await cp(at('next'), at('broken'), { recursive: true })
    await writeFile(at('broken', 'frame.html'), 'another')
    // The same files under this version have a different hash once one was changed and sealed again.
    await cp(at('broken'), at('resealed'), { recursive: true })
    await sealWallet(at('resealed'), version)
    const future = addBuild(
      [],
      {
        version: '0.0.1',
        hash: await hashOf('next'),
        commit: COMMIT,
        date: '2999-01-01T00:00:00Z',
      },
      await readPrivateKey(at('key.json')),
    )!
    await writeFile(at('future.json'), future)
    await writeFile(at('changed.json'), list.toString().replace(COMMIT, 'd'.repeat(40)))
    await runCli(['builds', 'key', '--out', 'other-key.json'], {}, dir).ended
    for (const [ended, says] of [
      [add('broken'), /^wallet-embed: frame\.html is another/],
      [add('resealed'), /is on the list already, with a different hash/],
      [add('next', 'future.json'), /which is before that of 0\.0\.1/],
      [add('next', 'changed.json'), /changed\.json: the signature/],
      [add('next', 'missing.json'), /missing\.json: ENOENT\. .*--accept new-list/],
      [add('next', 'builds.json', '--key-file', 'other-key.json'), /signature is not by the key/],
      [add('next', 'builds.json', '--key-file', 'config.json'), /config\.json: privateKey/],
      [add('next', 'builds.json', '--commit', 'abc'), /commit is not valid/],
    ] as const) {
      const { code, stdout, stderr } = await ended
      assert.match(stderr, says)
      assert.deepEqual([code, stdout], [1, ''])
    }
    assert.deepEqual(await readFile(at('builds.json')), list)
    assert.equal(await readFile(at('future.json'), 'utf8'), future)
  })
})

describe('watch, once', () => {
  let undo: (() => Promise<void>) | undefined
  afterEach(async () => {
    await undo?.()
    undo = undefined
  })

  it('is content with a wallet that serves what is on the list', async () => {
    const { code, stdout, stderr } = await once()
    assert.deepEqual([code, stderr], [0, ''])
    assert.equal(stdout, `${url}: as listed: ${version}.\n`)
  })

  const pages = ['index', 'frame', 'confirm', 'login', 'begin', 'meet']
  for (const page of pages) {
    it(`names the page ${page}, in which one byte was changed`, async () => {
      undo = await changeByte(`${page}.html`)
      const { code, stdout, stderr } = await once()
      const short = page === 'index' ? '/' : `/${page}`
      assert.equal(
        stderr,
        `wallet-embed: ${url}: WRONG: ${short} is another; /${page}.html is another.\n`,
      )
      assert.deepEqual([code, stdout], [1, ''])
    })
  }

  for (const [what, pattern, forms] of [
    ['the worker', /worker-.*\.js$/, undefined],
    ['a style sheet', /\.css$/, undefined],
    ['what alone browsers that take brotli get of a script', /frame.*\.js$/, ['.br']],
  ] as const) {
    it(`names ${what}`, async () => {
      const path = files.find((file) => pattern.test(file))!
      undo = await changeByte(path, forms && [...forms])
      const { code, stderr } = await once()
      assert.equal(stderr, `wallet-embed: ${url}: WRONG: /${path} is another.\n`)
      assert.equal(code, 1)
    })
  }

  it('names a file below the folder of its version', async () => {
    const path = `v/${version}/${files.find((file) => file.endsWith('.js'))}`
    undo = await changeByte(path)
    const { code, stderr } = await once()
    assert.equal(stderr, `wallet-embed: ${url}: WRONG: /${path} is another.\n`)
    assert.equal(code, 1)
  })

  it('names what is not served, and what is in the place of a manifest', async () => {
    const manifest = await readFile(at('root', 'integrity.json'))
    undo = async () => {
      await cp(BUILT, at('root'), { recursive: true })
    }
    await rm(at('root', 'login.html'))
    await rm(at('root', 'login.html.br'), { force: true })
    await rm(at('root', 'login.html.gz'), { force: true })
    const gone = await once()
    assert.match(gone.stderr, /WRONG: \/login answers 404; \/login\.html answers 404\.\n$/)
    await undo()
    await writeFile(at('root', `v/${version}/integrity.json`), `${manifest} `)
    await rm(at('root', `v/${version}/integrity.json.br`), { force: true })
    await rm(at('root', `v/${version}/integrity.json.gz`), { force: true })
    const other = await once()
    const where = `/v/${version}/integrity\\.json`
    assert.match(
      other.stderr,
      new RegExp(`WRONG: ${where} \\(sha384-\\S+\\) is not on the list\\.`),
    )
    await rm(at('root', `v/${version}`), { recursive: true })
    const away = await once()
    assert.match(away.stderr, new RegExp(`WRONG: ${where} answers 404\\.\n$`))
    assert.deepEqual([gone.code, other.code, away.code], [1, 1, 1])
  })

  it('names a build that is not on the list, until it is added', async () => {
    await cp(at('builds.json'), at('later.json'))
    await cp(at('next'), at('root'), { recursive: true })
    undo = async () => {
      await rm(at('root'), { recursive: true })
      await cp(BUILT, at('root'), { recursive: true })
    }
    const hash = (await readFile(at('next', 'integrity.txt'), 'utf8')).trim()
    const { code, stderr } = await once()
    assert.equal(
      stderr,
      `wallet-embed: ${url}: WRONG: /integrity.json (${hash}) is not on the list.\n`,
    )
    assert.equal(code, 1)
    await add('next', 'later.json')
    const listed = await once('--builds', 'later.json')
    assert.equal(listed.stdout, `${url}: as listed: ${NEXT}, and ${version}.\n`)
    assert.equal(listed.code, 0)
  })

  it('remembers the list: one that is shorter, or was made beside it, is refused', async () => {
    const state = ['--state', 'state.json', '--builds', 'grown.json']
    const before = await readFile(at('builds.json'))
    await writeFile(at('grown.json'), before)
    assert.equal((await once(...state)).code, 0)
    await add('next', 'grown.json')
    const longer = await readFile(at('grown.json'))
    assert.equal((await once(...state)).code, 0)

    await writeFile(at('grown.json'), before)
    const back = await once(...state)
    assert.match(
      back.stderr,
      /WRONG: grown\.json: the list has 1 builds, and had 2: it was rolled back\.\n$/,
    )
    await rm(at('grown.json'))
    await add('next', 'grown.json', '--accept', 'new-list')
    await add('root', 'grown.json')
    const fork = await once(...state)
    assert.match(fork.stderr, /WRONG: grown\.json: the first 2 builds .*history was changed\.\n$/)
    assert.deepEqual([back.code, fork.code], [1, 1])

    await writeFile(at('grown.json'), longer)
    assert.equal((await once(...state)).code, 0)
    // A watcher that remembers nothing cannot tell.
    await writeFile(at('grown.json'), before)
    assert.equal((await once('--builds', 'grown.json')).code, 0)
  })

  it('remembers the key network, and names one that is in its place', async () => {
    let served = WALLET_CONFIG as unknown
    const changed = await serving(async (request, response) => {
      const answer = await fetch(url + request.url)
      const isConfig = request.url === '/config.json'
      const bytes = isConfig ? JSON.stringify(served) : Buffer.from(await answer.arrayBuffer())
      response.writeHead(answer.status).end(bytes)
    })
    const look = () => watchingAt(changed, '--once', 'yes', '--state', 'network.json').ended
    const { keyNetwork } = WALLET_CONFIG
    assert.equal((await look()).code, 0)
    served = { ...WALLET_CONFIG, keyNetwork: { ...keyNetwork, groupKey: '11'.repeat(32) } }
    const other = await look()
    assert.match(other.stderr, /WRONG: \/config\.json has the group key 1{64}, and had 0{64}: /)
    served = { keyNetwork: { groupKey: '\u001b[2J' } }
    const none = await look()
    assert.match(none.stderr, /WRONG: \/config\.json names no key network\.\n$/)
    served = { ...WALLET_CONFIG, keyNetwork: { ...keyNetwork, threshold: 1, nodes: [] } }
    assert.deepEqual([other.code, none.code, (await look()).code], [1, 1, 0])
  })

  it('compares files also while its memory cannot be written', async () => {
    undo = await changeByte('meet.html')
    const { code, stderr } = await once('--state', 'missing/seen.json')
    assert.match(stderr, /WRONG: missing\/seen\.json cannot be written: .*; \/meet is another; /)
    assert.equal(code, 1)
  })

  it('refuses a list that is not signed so, or cannot be had', async () => {
    await writeFile(at('bad.json'), (await readFile(at('builds.json'), 'utf8')).replace('0', '1'))
    const long = await serving((_, response) => {
      response.end(Buffer.alloc(1024 * 1024 + 1, ' '))
    })
    const absent = await serving((_, response) => {
      response.writeHead(302, { location: '/elsewhere' }).end()
    })
    const [none] = await freePorts(1)
    for (const [place, says] of [
      ['bad.json', /WRONG: bad\.json: /],
      ['missing.json', /WRONG: missing\.json: ENOENT\.\n$/],
      [`${long}/builds.json`, /builds\.json: has more than 1048576 bytes\.\n$/],
      [`${absent}/builds.json`, /builds\.json: answers 302\.\n$/],
      [`http://localhost:${none}/builds.json`, /gives no answer \(ECONNREFUSED\)/],
    ] as const) {
      const { code, stderr } = await once('--builds', place)
      assert.match(stderr, says)
      assert.equal(code, 1)
    }
  })
})

describe('watch, of a host that is hostile', () => {
  const seen = async (answer: RequestListener): Promise<string> => {
    const { code, stderr } = await watchingAt(await serving(answer), '--once', 'yes').ended
    assert.equal(code, 1)
    return stderr
  }

  it('takes no answer without an end', async () => {
    const stderr = await seen((_, response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, ' ')));
        response.once('drain', more)
      }
      more()
    })
    assert.match(stderr, /WRONG: \/integrity\.json has more than 1048576 bytes\.\n$/)
  })

  it('takes no small answer that is large once it is unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
    const stderr = await seen((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
    })
    assert.match(stderr, /WRONG: \/integrity\.json has more than 1048576 bytes\.\n$/)
  })

  it('waits for nothing without an end', async () => {
    const manifest = await readFile(at('root', 'integrity.json'))
    const [silent, dripping, slow] = await Promise.all([
      seen(() => {}),
      seen((_, response) => {
        response.write('{')
      }),
      seen((request, response) => {
        if (request.url!.endsWith('integrity.json')) response.end(manifest)
      }),
    ])
    assert.match(silent, /WRONG: \/integrity\.json gives no answer within 8 s/)
    assert.match(dripping, /WRONG: \/integrity\.json gives no answer within 8 s/)
    assert.match(slow, /WRONG: not everything was compared in time; .*; and \d+ more\.\n$/)
  })

  it('follows nowhere', async () => {
    const elsewhere = `${url}/integrity.json`
    const stderr = await seen((_, response) => {
      response.writeHead(302, { location: elsewhere }).end()
    })
    assert.match(stderr, /WRONG: \/integrity\.json answers 302\.\n$/)
  })

  it('reads no manifest that is not on the list', async () => {
    const asked: string[] = []
    const words = JSON.stringify({ version: '\u001b[2J', files: { '\u001b[2J': 'x' } })
    const stderr = await seen((request, response) => {
      asked.push(request.url!)
      response.end(words)
    })
    assert.match(stderr, /WRONG: \/integrity\.json \(sha384-\S+\) is not on the list/)
    assert.ok(!stderr.includes('\u001b'))
    assert.deepEqual(new Set(asked), new Set(['/integrity.json', `/v/${version}/integrity.json`]))
  })
})

describe('watch, again and again', () => {
  it('says each change once, and when all is well again', async () => {
    let looks = 0
    let list = await readFile(at('builds.json'))
    const place = await serving((_, response) => {
      looks += 1
      response.end(list)
    })
    const watcher = watching('--every', '1', '--builds', `${place}/builds.json`)
    running.push(watcher)
    const alarms: string[] = []
    watcher.child.stderr!.on('data', (text: string) => alarms.push(...text.trim().split('\n')))
    const notes = () => watcher.stdoutNow().trim().split('\n').filter(Boolean)
    const several = async () => {
      const now = looks
      await until('two more looks', () => looks > now + 2)
    }
    const well = `${url}: as listed: ${version}.`
    const alarm = (count: number) => until(`alarm ${count}`, () => alarms.length >= count)
    const calm = (count: number) => until(`calm ${count}`, () => notes().length >= count)

    await calm(1)
    await several()
    const undo = await changeByte('frame.html')
    await alarm(1)
    await several()
    await undo()
    await calm(2)

    list = Buffer.from(list.toString().replace('0', '1'))
    await alarm(2)
    // The list from before still counts, so that both faults are told.
    const undoAgain = await changeByte('login.html')
    await alarm(3)
    await undoAgain()
    await alarm(4)
    list = await readFile(at('builds.json'))
    await calm(3)

    const { port } = new URL(url)
    wallet.child.kill('SIGTERM')
    await wallet.ended
    await until('no answer', () => alarms.some((line) => /ECONNREFUSED/.test(line)))
    await startWallet(Number(port))
    await calm(4)
    await several()

    assert.deepEqual(notes(), [well, well, well, well])
    const [first, second, third, fourth, ...rest] = alarms
    const frame = `wallet-embed: ${url}: WRONG: /frame is another; /frame.html is another.`
    assert.equal(first, frame)
    const unsigned = `wallet-embed: ${url}: WRONG: ${place}/builds.json: `
    assert.ok(second!.startsWith(unsigned))
    assert.ok(third!.startsWith(unsigned) && third!.includes('; /login is another; /login.html'))
    assert.equal(fourth, second)
    // While it stops, its first alarm may be of a few files.
    assert.ok(rest.length >= 1 && rest.every((line) => /gives no answer/.test(line)))
  })
})
