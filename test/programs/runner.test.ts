/** The runner of the tests: what it makes of processes that end badly, and how many run at once. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { describe, it } from 'node:test'

import { fromRoot } from '../../scripts/vite/shared.js'
import { type FileResult, hasFailed, type Job, run } from '../runner/job.js'
import { runJobs } from '../runner/pool.js'
import { until } from '../support/until.js'

const FILE = 'test/x.test.ts'
const LINE = `require('node:fs').appendFileSync(process.env.RESULTS_FILE,
  JSON.stringify({ file: '${FILE}', name: 'works', state: 'passed' }) + '\\n');`

const jobOf = (script: string, more: Partial<Job> = {}): Job => ({
  stage: 'stage',
  files: [FILE],
  args: () => ['--eval', script],
  deadline: 60_000,
  hasTests: true,
  needs: {},
  ...more,
})
const only = async (script: string, more: Partial<Job> = {}): Promise<FileResult> =>
  (await run(jobOf(script, more), [FILE], {}))[0]!
/** Also while nothing has asked what it ended with. */
const hasEnded = (pid: string): boolean => {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', pid], { encoding: 'utf8' })
  return /^Z|^$/.test(stdout.trim())
}
const statesOf = ({ tests }: FileResult) => tests.map(({ name, state }) => `${name}: ${state}`)

describe('a file that runs', () => {
  it('passed when its process ended well, and has what it wrote', async () => {
    const result = await only(`${LINE} console.log('said')`)
    assert.deepEqual(statesOf(result), ['works: passed'])
    assert.equal(result.output, 'said\n')
  })

  it('failed when its process ended badly, or told of no test', async () => {
    for (const script of [`${LINE} process.exit(3)`, '']) {
      const result = await only(script)
      assert.equal(hasFailed(result), true)
      assert.equal(statesOf(result).at(-1), '(outside of its tests): failed')
    }
  })

  it('is ended at its deadline, with what it has started', async () => {
    const result = await only(
      `const { pid } = require('node:child_process').spawn('sleep', ['1000'], { stdio: 'inherit' })
      console.log('child', pid)
      setInterval(() => {}, 1000)`,
      { deadline: 2_000 },
    )
    assert.equal(hasFailed(result), true)
    assert.match(result.output, /longer than/)
    const [, pid] = /child (\d+)/.exec(result.output)!
    await until('the end of the child', () => hasEnded(pid!))
  })

  it('ends although a program that it left has its output', async () => {
    const result = await only(
      `${LINE} require('node:child_process').spawn('sleep', ['1000'], { stdio: 'inherit' }).unref()`,
    )
    assert.deepEqual(statesOf(result), ['works: passed'])
  })

  it('ends with the runner, also when that is killed', async () => {
    const runner = spawn(
      process.execPath,
      [
        ...['--import', 'tsx', '--input-type=module', '--eval'],
        `import { start } from '${fromRoot('test/runner/job.ts')}'
        const child = start(['--eval', 'setInterval(() => {}, 1000)'], {})
        console.log('child', child.pid)`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'], cwd: fromRoot('.') },
    )
    const [said] = (await once(runner.stdout, 'data')) as [Buffer]
    const [, pid] = /child (\d+)/.exec(String(said))!
    assert.equal(hasEnded(pid!), false)
    runner.kill('SIGKILL')
    await until('the end of the child', () => hasEnded(pid!))
  })
})

describe('jobs', () => {
  const WITH = { browser: true }
  /** The most that ran at once: jobs of both kinds, and browsers. */
  async function most(kinds: ('browser' | 'plain')[], slots: number): Promise<[number, number]> {
    const began = new Map<string, number>()
    const spans: { isBrowser: boolean; from: number; to: number }[] = []
    const jobs = kinds.map((kind, at) =>
      jobOf('', {
        files: [`${kind} ${at}`],
        args: ([file]) => {
          began.set(file!, performance.now())
          return ['--eval', 'setTimeout(() => {}, 50)']
        },
        hasTests: false,
        needs: kind === 'browser' ? WITH : {},
      }),
    )
    await runJobs({
      jobs,
      env: {},
      secondsOf: (_, file) => (file.startsWith('plain') ? 9 : 1),
      slots,
      onDone: ([result]) => {
        const isBrowser = result!.file.startsWith('browser')
        spans.push({ isBrowser, from: began.get(result!.file)!, to: performance.now() })
      },
    })
    assert.equal(spans.length, kinds.length)
    const atOnce = (some: typeof spans) =>
      Math.max(
        0,
        ...some.map(({ from }) => some.filter((one) => one.from <= from && one.to > from).length),
      )
    return [atOnce(spans), atOnce(spans.filter(({ isBrowser }) => isBrowser))]
  }

  it('run as many at once as there are slots', async () => {
    assert.deepEqual(await most(Array(6).fill('plain'), 2), [2, 0])
    assert.deepEqual(await most(Array(3).fill('plain'), 1), [1, 0])
  })

  it('that need a browser begin at once, also where others take longer', async () => {
    const kinds = ['plain', 'plain', 'plain', 'browser', 'browser'] as const
    const [all, browsers] = await most([...kinds], 2)
    assert.equal(all, 2)
    assert.ok(browsers >= 1)
  })
})
