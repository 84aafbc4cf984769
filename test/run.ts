/**
 * `run.ts gate [STAGE…]` is `npm test`; `run.ts all [STAGE…]` is `npm run test:all`: everything, but for what the gate has
 * shown of this very tree. The last line is `N passed, N failed`; the exit code is 0 only if nothing failed.
 * docs/testing.md says what runs in which.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'

import { fromRoot } from '../scripts/vite/shared.js'
import { runAgain, tooUnsteady } from './runner/again.js'
import { type FileResult, hasFailed, OUTPUT } from './runner/job.js'
import { endWithParent } from './runner/parent.js'
import { runJobs } from './runner/pool.js'
import { conclude, summaryOf, tell } from './runner/report.js'
import {
  hasPassed,
  keyOf,
  type RunName,
  readDurations,
  treeOf,
  writeDurations,
  writeLast,
  writeTests,
  writeUnsteady,
} from './runner/results.js'
import { GATE, INTERFACE, REST, type Stage } from './runner/stages.js'
import { findBrowser, installEngines } from './support/browser.js'

endWithParent()
const [run = 'gate', ...named] = process.argv.slice(2) as [RunName, ...string[]]
const begin = performance.now()
const tree = treeOf()
const isAfterGate = run === 'all' && !named.length && hasPassed(tree)
if (isAfterGate) console.log(`The gate has passed on ${tree.commit}: it does not run again.`)
const steps = [...(isAfterGate ? [] : GATE), ...(run === 'all' || named.length ? REST : [])]
const stages = [...steps.flat(), ...(run === 'all' || named.length ? [INTERFACE] : [])]

const unknown = named.filter((name) => !stages.some((stage) => stage.name === name))
if (unknown.length) {
  console.error(`No stage ${unknown.join(', ')}: ${stages.map(({ name }) => name).join(', ')}.`)
  process.exit(2)
}
rmSync(join(OUTPUT, 'failures'), { recursive: true, force: true })
// Once and before all else: two stages that need one would install it twice.
if (['engines', 'firefox', 'webkitgtk'].some((name) => isWanted(name))) installEngines()
const env = { CHROME_PATH: await findBrowser(), BUILT_CLI: fromRoot('dist/programs/cli.js') }
const durations = readDurations()

const results: FileResult[] = []
const skips: string[] = []
/** Failures that no test has. */
const problems: string[] = []

for (const step of steps) {
  await runStages(step)
  const broken = step.find(({ name, isNeeded }) => isNeeded && failedIn(name))
  if (!broken) continue
  problems.push(`${broken.name} failed: what comes after it did not run.`)
  break
}
const unsteady = await runAgain(results, env)
problems.push(...tooUnsteady(run, unsteady))
writeTests(run, results)
if (run === 'all') await runStages([INTERFACE])
finish()

function isWanted(name: string): boolean {
  const stage = stages.find((one) => one.name === name)
  if (!stage) return false
  if (!named.length) return !stage.isExtra
  return named.includes(name) || (name === 'bundle' && named.some(needsBundles))
}

function needsBundles(name: string): boolean {
  const stage = stages.find((one) => one.name === name)!
  return stage.jobs.some(({ isBundled }) => isBundled)
}

async function runStages(all: readonly Stage[]): Promise<void> {
  const jobs = all.filter(({ name }) => isWanted(name)).filter(isPossible)
  await runJobs({
    jobs: jobs.flatMap((stage) => stage.jobs),
    env,
    secondsOf: (stage, file) => durations[keyOf({ stage, file })],
    onDone: (done) => {
      results.push(...done)
      for (const one of done) tell(one)
    },
  })
}

function isPossible({ name, lacks }: Stage): boolean {
  const lacking = lacks?.()
  if (lacking) skips.push(`${name}: ${lacking}`)
  return !lacking
}

function failedIn(stage: string): boolean {
  return results.some((one) => one.stage === stage && hasFailed(one))
}

function finish(): void {
  writeDurations(results)
  writeUnsteady(unsteady)
  const { passed, failures, skipped } = summaryOf(results)
  failures.push(...problems)
  const seconds = Math.round((performance.now() - begin) / 1000)
  writeLast(run, {
    ...tree,
    isWhole: !named.length,
    passed,
    failed: failures.length,
    unsteady: unsteady.map(([{ file }]) => file),
    seconds,
  })
  console.log(`\n${run}: ${seconds} s`)
  for (const [{ stage, file }] of unsteady) {
    console.log(`~ unsteady, failed once and passed alone: ${stage}: ${file}`)
  }
  process.exit(conclude({ passed, failures, skipped: [...skips, ...skipped] }))
}
