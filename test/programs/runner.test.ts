/** The runner of the tests: what it makes of processes that end badly, and how many run at once. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'

import { fromRoot } from '../../scripts/vite/shared.js'
import { runAgain, tooUnsteady } from '../runner/again.js'
import { type FileResult, hasFailed, type Job, run } from '../runner/job.js'
import { runJobs } from '../runner/pool.js'
import { summaryOf } from '../runner/report.js'
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
  it('run as many at once as there are slots', async () => {
    for (const slots of [1, 2, 3]) {
      let [now, most] = [0, 0]
      await runJobs({
        jobs: Array.from({ length: 6 }, (_, at) =>
          jobOf('', {
            files: [`${at}`],
            args: () => {
              now++
              most = Math.max(most, now)
              return ['--eval', '']
            },
            hasTests: false,
          }),
        ),
        env: {},
        secondsOf: () => undefined,
        slots,
        onDone: () => now--,
      })
      assert.equal(most, slots)
      assert.equal(now, 0)
    }
  })

  it('that took longest last time begin first, and those early that never ran', async () => {
    const began: string[] = []
    const took: Record<string, number> = { long: 59, short: 2, longest: 61 }
    await runJobs({
      jobs: ['short', 'longest', 'new', 'long'].map((file) =>
        jobOf('', {
          files: [file],
          args: () => {
            began.push(file)
            return ['--eval', '']
          },
          hasTests: false,
        }),
      ),
      env: {},
      secondsOf: (_, file) => took[file],
      slots: 1,
      onDone: () => {},
    })
    assert.deepEqual(began, ['longest', 'new', 'long', 'short'])
  })
})

describe('what failed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'runner-'))
  after(() => rmSync(folder, { recursive: true }))

  /** @param fails - An expression of how often the file ran before. */
  const planted = (file: string, fails: string): Job =>
    jobOf(
      `const fs = require('node:fs')
      const ran = '${join(folder, file)}'
      const before = fs.existsSync(ran) ? fs.readFileSync(ran, 'utf8').length : 0
      fs.appendFileSync(ran, '.')
      const state = ${fails} ? 'failed' : 'passed'
      fs.appendFileSync(process.env.RESULTS_FILE, JSON.stringify({ file: '${file}', name: 'works', state }) + '\\n')`,
      { files: [file] },
    )
  const runAll = async (jobs: Job[]): Promise<FileResult[]> => {
    const results: FileResult[] = []
    await runJobs({
      jobs,
      env: {},
      secondsOf: () => undefined,
      onDone: (done) => results.push(...done),
    })
    return results
  }
  const failuresOf = (results: FileResult[]) => summaryOf(results).failures

  it('runs once more: a fault fails again, a file that fails every second time is unsteady', async () => {
    const results = await runAll([
      planted('steady', 'false'),
      planted('unsteady', 'before % 2 === 0'),
      planted('broken', 'true'),
    ])
    assert.deepEqual(failuresOf(results).sort(), ['stage: broken: works', 'stage: unsteady: works'])
    const unsteady = await runAgain(results, {})
    assert.deepEqual(failuresOf(results), ['stage: broken: works'])
    const names = unsteady.map(([first, second]) => [
      first.file,
      hasFailed(first),
      hasFailed(second),
    ])
    assert.deepEqual(names, [['unsteady', true, false]])
    assert.deepEqual(tooUnsteady('gate', unsteady), [])
  })

  it('does not run again if it is most of the tree, or no test', async () => {
    const many = Array.from({ length: 13 }, (_, at) => planted(`many-${at}`, 'before === 0'))
    const check = { ...jobOf('process.exit(1)'), files: ['lint'], hasTests: false }
    for (const jobs of [many, [check]]) {
      const results = await runAll(jobs)
      assert.deepEqual(await runAgain(results, {}), [])
      assert.equal(failuresOf(results).length, jobs.length)
    }
  })

  it('fails the run although it passed alone, where there is more of it than chance explains', async () => {
    const results = await runAll([planted('once', 'before === 0')])
    const [pair] = await runAgain(results, {})
    const problems = (count: number) =>
      (['gate', 'all'] as const).map((run) => tooUnsteady(run, Array(count).fill(pair)).length)
    assert.deepEqual([2, 3, 5, 6].map(problems), [
      [0, 0],
      [1, 0],
      [1, 0],
      [1, 1],
    ])
  })
})
