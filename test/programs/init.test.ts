/** `init`: from a few answers to the files of the front, and to what each operator types, which is what the guide says. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'

import { makeDevShares } from '../../src/server/keys/shares.js'
import { readRegistry } from '../../src/server/registry/registry.js'
import { inTemporaryFolder } from '../node/support/services.js'
import { checkWords, GUIDE, guideSteps, stepsIn, wordsOf } from '../support/deploy.js'
import { runCli } from './support/cli.js'

/** Those of the guide. */
const ANSWERS = {
  wallet: 'wallet.example',
  login: 'login.example',
  nodes: ['node1.example', 'node2.example', 'node3.example'],
  threshold: 2,
  site: 'https://shop.example',
  siteName: 'The shop',
  provider: 'google',
  clientId: '<our client id there>',
  rpcUrl: 'https://rpc.example',
  redis: 'redis://localhost:6379',
  sync: 'no',
}
const SAID = Object.values(ANSWERS).map(String)
const FILES = ['answers.json', 'chains.json', 'registry.json', 'secrets', 'steps.md']

const init = async (out: string, said: string[]) => {
  const running = runCli(['init', '--out', out])
  running.child.stdin!.end(said.map((line) => `${line}\n`).join(''))
  return running.ended
}

const answered = (out: string, answers: unknown, ...options: string[]) =>
  inTemporaryFolder(async (dir) => {
    const file = join(dir, 'answers.json')
    await writeFile(file, JSON.stringify(answers))
    return runCli(['init', '--out', out, '--answers', file, ...options]).ended
  })

const frontIn = async (dir: string): Promise<string[]> => {
  const steps = stepsIn(await readFile(join(dir, 'steps.md'), 'utf8'))
  return steps.filter(({ machine }) => machine === 'front').map(({ command }) => command)
}

describe('init', () => {
  it('asks again for what is no answer, and writes files that the commands after it take', async () => {
    await inTemporaryFolder(async (dir) => {
      const out = join(dir, 'front')
      const said = [
        'https://wallet.example',
        ...SAID.slice(0, 1),
        'wallet.example',
        ...SAID.slice(1, 2),
        'node1.example',
        'node1.example, node1.example',
        'node1.example, node2.example,node3.example',
        '1',
        'two',
        '4',
        '2',
        'http://shop.example',
        'https://shop.example/',
        ...SAID.slice(4, 6),
        'somebody',
        ...SAID.slice(6, -2),
        'localhost:6379',
        'redis://me:secret@localhost:6379',
        "redis://localhost:6379'",
        ...SAID.slice(-2, -1),
        'perhaps',
        ...SAID.slice(-1),
      ]
      const { code, stdout, stderr } = await init(out, said)
      assert.deepEqual([code, stderr], [0, ''])
      assert.equal(stdout.match(/expected a host name/g)?.length, 1)
      assert.equal(stdout.match(/each has a name of its own/g)?.length, 2)
      assert.equal(stdout.match(/expected two or more/g)?.length, 1)
      assert.equal(stdout.match(/more than half of 3/g)?.length, 2)
      assert.equal(stdout.match(/expected a whole number/g)?.length, 1)
      assert.match(stdout, /expected one with https/)
      assert.match(stdout, /expected an origin without a path/)
      assert.match(stdout, /expected one of .*google/)
      assert.match(stdout, /redis: none, or expected redis:\/\/host:port/)
      assert.match(stdout, /redis: leave the password out here/)
      assert.match(stdout, /redis: expected a URL without blanks and quotes/)
      assert.match(stdout, /expected yes or no/)
      assert.deepEqual((await readdir(out)).sort(), FILES)

      const registry = await readRegistry(join(out, 'registry.json'))
      assert.deepEqual(registry.applications.shop?.origins, ['https://shop.example'])
      assert.equal(registry.verifiers.google?.issuer, 'https://accounts.google.com')
      const urls = ANSWERS.nodes.map((host) => `https://${host}`)
      await makeDevShares({ urls, threshold: 2, dir: join(dir, 'shares') })
      for (const [sync, expected] of [
        [[], undefined],
        [['--sync', 'no'], undefined],
        [['--sync', 'yes'], true],
      ] as const) {
        const config = await runCli(
          [
            ...['app-config', '--registry', 'registry.json', '--chains', 'chains.json'],
            ...['--network', '../shares/network.json', '--login-service', 'https://login.example'],
            ...['--out', 'config.json', ...sync],
          ],
          {},
          out,
        ).ended
        assert.equal(config.code, 0, config.stderr)
        const written = JSON.parse(await readFile(join(out, 'config.json'), 'utf8'))
        assert.equal(written.sync, expected)
      }
    })
  })

  it('has each operator type what the guide says, and nothing that the program does not take', async () => {
    await inTemporaryFolder(async (dir) => {
      const { code, stderr } = await answered(dir, ANSWERS)
      assert.equal(code, 0, stderr)
      const text = await readFile(join(dir, 'steps.md'), 'utf8')
      for (const one of [text, readFileSync(GUIDE, 'utf8')]) assert.ok(one.includes('`umask 022`'))
      const steps = stepsIn(text)
      const typed = (...machines: string[]) =>
        steps.filter(({ machine }) => machines.includes(machine)).map(({ command }) => command)
      const guide = (kind: string) =>
        guideSteps()
          .filter(({ machine }) => machine === kind)
          .map(({ command }) => command)
      const runs = typed('nodes').map((line) => line.split('    #')[0])
      assert.deepEqual([...typed('node1'), runs[0]], guide('node'))
      assert.equal(runs.length, 3)
      const second = typed('node2').join('\n')
      for (const own of [
        'node 2 node2.example wallet.example',
        '--index 2',
        'https://node2.example',
      ])
        assert.ok(second.includes(own), own)

      // What it writes itself, and what was done to run it.
      const written =
        /^(mkdir|cat >|\/opt|wallet-embed registry add-verifier|echo .*secrets\.json$)/
      const front = typed('front').filter((line) => !line.startsWith('wallet-embed nodes check'))
      assert.deepEqual(
        front,
        guide('front').filter((line) => !written.test(line)),
      )
      for (const command of typed('node1', 'node2', 'node3', 'front')) {
        const [program, ...words] = wordsOf(command.replaceAll('\\\n', ' '))
        if (program === 'wallet-embed') checkWords(words)
      }
    })
  })

  it('has the front keep blobs where sync is wanted, and not where nothing is said of it', async () => {
    const frontOf = (answers: unknown) =>
      inTemporaryFolder(async (dir) => {
        const { code, stderr } = await answered(dir, answers)
        assert.equal(code, 0, stderr)
        return frontIn(dir)
      })
    const { sync: _, ...unsaid } = ANSWERS
    assert.deepEqual(await frontOf(unsaid), await frontOf(ANSWERS))
    const front = await frontOf({ ...ANSWERS, sync: 'yes' })
    const config = front.find((command) => command.includes('app-config'))!
    checkWords(wordsOf(config.replaceAll('\\\n', ' ')).slice(1))
    assert.match(config, / --sync yes$/)
    const environment = front.find((command) => command.includes('environment'))
    assert.match(
      environment ?? '',
      /^echo 'LOGIN_ARGS=--sync lmdb:\/var\/lib\/wallet-embed\/sync' >>/,
    )
  })

  it('has the login service use the Redis of the answers, or one copy where there is none', async () => {
    await inTemporaryFolder(async (dir) => {
      const sentinels = 'redis-sentinel://one:26379,two:26379#wallet'
      for (const [redis, copies] of [
        [sentinels, 'wallet-embed-login@4051 wallet-embed-login@4071'],
        ['none', 'wallet-embed-login@4051'],
      ] as const) {
        const out = join(dir, redis.slice(0, 4))
        // An option wins over the file.
        const { code, stderr } = await answered(out, ANSWERS, '--redis', redis)
        assert.equal(code, 0, stderr)
        const front = await frontIn(out)
        assert.ok(front.includes(`echo '${redis}' > keys/redis-url`), front.join('\n'))
        assert.ok(front.includes(`systemctl enable --now wallet-embed-wallet ${copies}`))
      }
      // What the units do with it.
      const place = join(dir, 'redis-url')
      await writeFile(
        join(dir, 'registry.json'),
        '{"embedders":[],"applications":{},"verifiers":{}}',
      )
      await writeFile(join(dir, 'secrets.json'), '{}')
      const service = () =>
        runCli(
          [
            ...['login-service', '--registry', 'registry.json', '--secrets', 'secrets.json'],
            ...['--wallet-origin', 'http://localhost:4050', '--port', '0', '--redis-file', place],
          ],
          {},
          dir,
        )
      await writeFile(place, 'none\n')
      const alone = service()
      await alone.line(/listening at/)
      alone.child.kill('SIGTERM')
      assert.equal((await alone.ended).code, 0)
      await writeFile(place, '\n')
      const { code, stderr } = await service().ended
      assert.deepEqual([code, /--redis-file: .* expected a URL, or none/.test(stderr)], [1, true])
    })
  })

  it('begins with the answers of the run before, and leaves alone what was changed by hand', async () => {
    await inTemporaryFolder(async (dir) => {
      const options = Object.entries(ANSWERS).flatMap(([name, answer]) => [
        `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
        String(answer),
      ])
      const again = async (said: string[], ...more: string[]) => {
        const running = runCli(['init', '--out', dir, ...more])
        running.child.stdin!.end(said.map((line) => `${line}\n`).join(''))
        const { code, stdout, stderr } = await running.ended
        assert.deepEqual([code, stderr], [0, ''])
        return stdout
      }
      const read = (name: string) => readFile(join(dir, name), 'utf8')
      // Nothing is asked: every answer is an option.
      assert.match(await again([], ...options), /^Written: /)
      const first = await Promise.all(FILES.filter((name) => name !== 'secrets').map(read))
      assert.match(await again([]), /All is as it was\./)
      assert.deepEqual(
        await Promise.all(FILES.filter((name) => name !== 'secrets').map(read)),
        first,
      )

      await writeFile(join(dir, 'registry.json'), '{ "mine": true }')
      const said = ['', '', '', '3', '', 'Our shop', '', '', 'https://other.example', 'none', '']
      const stdout = await again(said)
      assert.match(stdout, /more than half \[2\]: /)
      assert.match(stdout, /Changed by hand, and left alone: \S+registry\.json\. /)
      assert.match(stdout, /Written: \S+chains\.json, \S+steps\.md, \S+answers\.json\./)
      assert.equal(await read('registry.json'), '{ "mine": true }')
      assert.match(await read('registry.json.new'), /"Our shop"/)
      assert.match(await read('chains.json'), /other\.example/)
      assert.match(await read('steps.md'), /--threshold 3/)
    })
  })

  it('goes on where the disk was full halfway through the first run', async () => {
    await inTemporaryFolder(async (dir) => {
      const out = join(dir, 'front')
      // Nothing can be written in the place of chains.json.
      await mkdir(join(out, 'chains.json.draft'), { recursive: true })
      const failed = await answered(out, ANSWERS)
      assert.match(failed.stderr, /chains\.json cannot be written/)
      await rm(join(out, 'chains.json.draft'), { recursive: true })
      const { code, stderr } = await answered(out, ANSWERS)
      assert.deepEqual([code, stderr], [0, ''])
      assert.deepEqual((await readdir(out)).sort(), FILES)
    })
  })

  it('writes over nothing, and nothing at all where an answer is missing or wrong', async () => {
    await inTemporaryFolder(async (dir) => {
      await mkdir(join(dir, 'there'))
      await writeFile(join(dir, 'there', 'chains.json'), 'mine')
      const taken = await answered(join(dir, 'there'), ANSWERS)
      assert.equal(taken.code, 1)
      assert.match(taken.stderr, /^wallet-embed: --out: \S+chains\.json is there already\.\n$/)
      assert.deepEqual(await readdir(join(dir, 'there')), ['chains.json'])

      const wrong: [answers: unknown, says: RegExp][] = [
        [{ ...ANSWERS, threshold: 1 }, /threshold: more than half of 3/],
        [{ ...ANSWERS, login: 'wallet.example' }, /wallet\.example: each has a name/],
        [
          { ...ANSWERS, nodes: ['$(reboot).example', 'b.example'] },
          /nodes\.0: expected a host name/,
        ],
        [{ ...ANSWERS, more: 1 }, /more/],
        [{ wallet: 'wallet.example' }, /login/],
      ]
      for (const [answers, says] of wrong) {
        const { code, stderr } = await answered(join(dir, 'none'), answers)
        assert.equal(code, 1)
        assert.match(stderr, says)
        assert.equal(stderr.trim().split('\n').length, 1)
      }
      const { code, stderr } = await init(join(dir, 'none'), SAID.slice(0, 4))
      assert.deepEqual([code, stderr], [1, 'wallet-embed: site: nobody answered.\n'])
      assert.deepEqual(await readdir(dir), ['there'])
    })
  })
})
