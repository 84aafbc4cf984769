/** `init`: from a few answers to the files of the front, and to what each operator types, which is what the guide says. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
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
  sync: 'no',
}
const SAID = Object.values(ANSWERS).map(String)
const FILES = ['chains.json', 'registry.json', 'secrets', 'steps.md']

const init = async (out: string, said: string[]) => {
  const running = runCli(['init', '--out', out])
  running.child.stdin!.end(said.map((line) => `${line}\n`).join(''))
  return running.ended
}

const answered = (out: string, answers: unknown) =>
  inTemporaryFolder(async (dir) => {
    const file = join(dir, 'answers.json')
    await writeFile(file, JSON.stringify(answers))
    return runCli(['init', '--out', out, '--answers', file]).ended
  })

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
        ...SAID.slice(6, -1),
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
        const steps = stepsIn(await readFile(join(dir, 'steps.md'), 'utf8'))
        return steps.filter(({ machine }) => machine === 'front').map(({ command }) => command)
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
