/** The output of a run for people. */
import { type FileResult, hasFailed } from './job.js'

/** A line for a file that passed; all that it wrote for one that failed. */
export function tell(result: FileResult): void {
  const { stage, file, seconds, tests, output } = result
  const count = (state: string) => tests.filter((one) => one.state === state).length
  const counts = `${count('passed')} passed, ${count('failed')} failed, ${seconds.toFixed(1)} s`
  if (hasFailed(result)) console.log(`\n=== ${stage} ${file}\n${output}`)
  console.log(`${hasFailed(result) ? '✖' : '✔'} ${stage} ${file}: ${counts}`)
}

interface Summary {
  passed: number
  /** Stage, file and name of each test that failed. */
  failures: string[]
  /** Stage, file and name of each skipped test, with the reason. */
  skipped: string[]
}

export function summaryOf(results: readonly FileResult[]): Summary {
  const tests = results.flatMap(({ stage, tests }) => tests.map((test) => ({ ...test, stage })))
  const told = ({ stage, file, name }: (typeof tests)[number]) =>
    // A check has one name for all three.
    [...new Set([stage, file, name])].join(': ')
  return {
    passed: tests.filter(({ state }) => state === 'passed').length,
    failures: tests.filter(({ state }) => state === 'failed').map(told),
    skipped: tests
      .filter(({ state }) => state === 'skipped')
      .map((test) => `${told(test)}: ${test.why}`),
  }
}

/** Prints the counts. @returns The exit code. */
export function conclude({ passed, failures, skipped }: Summary): number {
  console.log()
  for (const skip of skipped) console.log(`﹣ ${skip}`)
  for (const failure of failures) console.log(`✖ ${failure}`)
  console.log(`\n${passed} passed, ${failures.length} failed`)
  return failures.length ? 1 : 0
}
