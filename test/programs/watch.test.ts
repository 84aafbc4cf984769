/** A stranger who watches a wallet: the real wallet app over a built folder, a list of builds, and `watch`. Needs a build. */
import assert from 'node:assert/strict'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { after, afterEach, before, describe, it } from 'node:test'

import { freePorts } from '../../demo/stack/free-ports.js'
import { WALLET_CONFIG } from '../node/support/wallet-config.js'
import { until } from '../support/until.js'
import { NEXT, WatchedWallet } from './support/watched-wallet.js'

let its: WatchedWallet
before(async () => {
  its = await WatchedWallet.start()
})
after(() => its.close())

const typeOf = ({ headers }: Response) => ({ 'content-type': headers.get('content-type') ?? '' })

describe('watch, once', () => {
  let undo: (() => Promise<void>) | undefined
  afterEach(async () => {
    await undo?.()
    undo = undefined
  })

  it('is content with a wallet that serves what is on the list', async () => {
    const { code, stdout, stderr } = await its.once()
    assert.deepEqual([code, stderr], [0, ''])
    assert.equal(stdout, `${its.url}: as listed: ${its.version}.\n`)
  })

  for (const page of ['index', 'frame']) {
    it(`names the page ${page}, in which one byte was changed`, async () => {
      undo = await its.changeByte(`${page}.html`)
      const { code, stdout, stderr } = await its.once()
      const short = page === 'index' ? '/' : `/${page}`
      assert.equal(
        stderr,
        `wallet-embed: ${its.url}: WRONG: ${short} is not the file of the build; /${page}.html is not the file of the build.\n`,
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
      const path = its.files.find((file) => pattern.test(file))!
      undo = await its.changeByte(path, forms && [...forms])
      const { code, stderr } = await its.once()
      assert.equal(
        stderr,
        `wallet-embed: ${its.url}: WRONG: /${path} is not the file of the build.\n`,
      )
      assert.equal(code, 1)
    })
  }

  it('names a file below the folder of its version', async () => {
    const path = `v/${its.version}/${its.files.find((file) => file.endsWith('.js'))}`
    undo = await its.changeByte(path)
    const { code, stderr } = await its.once()
    assert.equal(
      stderr,
      `wallet-embed: ${its.url}: WRONG: /${path} is not the file of the build.\n`,
    )
    assert.equal(code, 1)
  })

  it('names what is not served, and what is in the place of a manifest', async () => {
    const manifest = await readFile(its.at('root', 'integrity.json'))
    undo = () => its.restore()
    await rm(its.at('root', 'login.html'))
    await rm(its.at('root', 'login.html.br'), { force: true })
    await rm(its.at('root', 'login.html.gz'), { force: true })
    const gone = await its.once()
    assert.match(gone.stderr, /WRONG: \/login answers 404; \/login\.html answers 404\.\n$/)
    await undo()
    await writeFile(its.at('root', `v/${its.version}/integrity.json`), `${manifest} `)
    await rm(its.at('root', `v/${its.version}/integrity.json.br`), { force: true })
    await rm(its.at('root', `v/${its.version}/integrity.json.gz`), { force: true })
    const other = await its.once()
    const where = `/v/${its.version}/integrity\\.json`
    assert.match(
      other.stderr,
      new RegExp(`WRONG: ${where} \\(sha384-\\S+\\) is not on the list\\.`),
    )
    await rm(its.at('root', `v/${its.version}`), { recursive: true })
    const away = await its.once()
    assert.match(away.stderr, new RegExp(`WRONG: ${where} answers 404\\.\n$`))
    assert.deepEqual([gone.code, other.code, away.code], [1, 1, 1])
  })

  it('names a build that is not on the list, until it is added', async () => {
    await cp(its.at('builds.json'), its.at('later.json'))
    await cp(its.at('next'), its.at('root'), { recursive: true })
    undo = () => its.restore()
    const hash = (await readFile(its.at('next', 'integrity.txt'), 'utf8')).trim()
    const { code, stderr } = await its.once()
    assert.equal(
      stderr,
      `wallet-embed: ${its.url}: WRONG: /integrity.json (${hash}) is not on the list.\n`,
    )
    assert.equal(code, 1)
    await its.add('next', 'later.json')
    const listed = await its.once('--builds', 'later.json')
    assert.equal(listed.stdout, `${its.url}: as listed: ${NEXT}, and ${its.version}.\n`)
    assert.equal(listed.code, 0)
  })

  it('remembers the list: one that is shorter, or was made beside it, is refused', async () => {
    const state = ['--state', 'state.json', '--builds', 'grown.json']
    const before = await readFile(its.at('builds.json'))
    await writeFile(its.at('grown.json'), before)
    assert.equal((await its.once(...state)).code, 0)
    await its.add('next', 'grown.json')
    const longer = await readFile(its.at('grown.json'))
    assert.equal((await its.once(...state)).code, 0)

    await writeFile(its.at('grown.json'), before)
    const back = await its.once(...state)
    assert.match(
      back.stderr,
      /WRONG: grown\.json: the list has 1 builds, and had 2: it was rolled back\.\n$/,
    )
    await rm(its.at('grown.json'))
    await its.add('next', 'grown.json', '--accept', 'new-list')
    await its.add('root', 'grown.json')
    const fork = await its.once(...state)
    assert.match(fork.stderr, /WRONG: grown\.json: the first 2 builds .*history was changed\.\n$/)
    assert.deepEqual([back.code, fork.code], [1, 1])

    await writeFile(its.at('grown.json'), longer)
    assert.equal((await its.once(...state)).code, 0)
    // What is remembered is of this wallet: it accuses no other one.
    const other = await its.serve((_, response) => response.end())
    const { code, stderr } = await its.watch(['--once', 'yes', '--state', 'state.json'], other)
      .ended
    assert.equal(code, 1)
    assert.match(stderr, /^wallet-embed: state\.json is the state of a watch of http/)
    // A watcher that remembers nothing cannot tell.
    await writeFile(its.at('grown.json'), before)
    assert.equal((await its.once('--builds', 'grown.json')).code, 0)
  })

  it('remembers the key network, and names one that is in its place', async () => {
    let served = WALLET_CONFIG as unknown
    const changed = await its.serve(async (request, response) => {
      const answer = await fetch(its.url + request.url)
      const isConfig = request.url === '/config.json'
      const bytes = isConfig ? JSON.stringify(served) : Buffer.from(await answer.arrayBuffer())
      response.writeHead(answer.status, typeOf(answer)).end(bytes)
    })
    const look = () => its.watch(['--once', 'yes', '--state', 'network.json'], changed).ended
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

  it('asks once more where a connection broke', async () => {
    const asked = new Set<string>()
    const shaky = await its.serve(async (request, response) => {
      if (!asked.has(request.url!)) {
        asked.add(request.url!)
        request.socket.destroy()
        return
      }
      const answer = await fetch(its.url + request.url)
      response.writeHead(answer.status, typeOf(answer)).end(Buffer.from(await answer.arrayBuffer()))
    })
    const { code, stderr } = await its.watch(['--once', 'yes'], shaky).ended
    assert.deepEqual([code, stderr], [0, ''])
    assert.ok(asked.size > its.files.length)
  })

  it('compares files also while its memory cannot be written', async () => {
    undo = await its.changeByte('meet.html')
    const { code, stderr } = await its.once('--state', 'missing/seen.json')
    assert.match(
      stderr,
      /WRONG: missing\/seen\.json cannot be written: .*; \/meet is not the file of the build; /,
    )
    assert.equal(code, 1)
  })

  it('refuses a list that is not signed so, or cannot be had', async () => {
    await writeFile(
      its.at('bad.json'),
      (await readFile(its.at('builds.json'), 'utf8')).replace('0', '1'),
    )
    const long = await its.serve((_, response) => {
      response.end(Buffer.alloc(1024 * 1024 + 1, ' '))
    })
    const absent = await its.serve((_, response) => {
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
      const { code, stderr } = await its.once('--builds', place)
      assert.match(stderr, says)
      assert.equal(code, 1)
    }
  })
})

describe('watch, again and again', () => {
  it('says each change once, and when all is well again', async () => {
    const script = its.files.find((file) => /worker-.*\.js$/.test(file))!
    let looks = 0
    let list = await readFile(its.at('builds.json'))
    const place = await its.serve((_, response) => {
      looks += 1
      response.end(list)
    })
    const watcher = its.watch(['--every', '1', '--builds', `${place}/builds.json`])
    let stderr = ''
    watcher.child.stderr!.on('data', (text: string) => {
      stderr += text
    })
    const alarms = () => stderr.split('\n').slice(0, -1)
    const notes = () => watcher.stdoutNow().trim().split('\n').filter(Boolean)
    const several = async () => {
      const now = looks
      await until('two more looks', () => looks > now + 2)
    }
    const well = `${its.url}: as listed: ${its.version}.`
    const alarm = (count: number) => until(`alarm ${count}`, () => alarms().length >= count)
    const calm = (count: number) => until(`calm ${count}`, () => notes().length >= count)

    await calm(1)
    await several()
    const undo = await its.changeByte(script)
    await alarm(1)
    await several()
    await undo()
    await calm(2)

    list = Buffer.from(list.toString().replace('0', '1'))
    await alarm(2)
    // The list from before still counts, so that both faults are told.
    const undoAgain = await its.changeByte(script)
    await alarm(3)
    await undoAgain()
    await alarm(4)
    await cp(its.at('builds.json'), its.at('longer.json'))
    await its.add('next', 'longer.json')
    list = await readFile(its.at('longer.json'))
    await calm(3)
    // It remembers without a file, too.
    list = await readFile(its.at('builds.json'))
    await alarm(5)
    list = await readFile(its.at('longer.json'))
    await calm(4)

    const { port } = new URL(its.url)
    await its.stopWallet()
    await until('no answer', () => alarms().some((line) => /ECONNREFUSED/.test(line)))
    await its.startWallet(Number(port))
    await calm(5)
    await several()

    assert.deepEqual(notes(), Array(5).fill(well))
    const [first, second, third, fourth, fifth, ...rest] = alarms()
    assert.equal(first, `wallet-embed: ${its.url}: WRONG: /${script} is not the file of the build.`)
    const unsigned = `wallet-embed: ${its.url}: WRONG: ${place}/builds.json: `
    assert.ok(second!.startsWith(unsigned))
    assert.ok(
      third!.startsWith(unsigned) && third!.endsWith(`; /${script} is not the file of the build.`),
    )
    assert.equal(fourth, second)
    assert.match(fifth!, /builds\.json: the list has 1 builds, and had 2: it was rolled back\.$/)
    // While it stops, the first alarm may be of a few files.
    assert.ok(rest.length >= 1 && rest.every((line) => /gives no answer|answers 503/.test(line)))
  })
})
