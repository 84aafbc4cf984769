/** What failed runs once more, alone: a file that passes then is unsteady. */
import { type FileResult, hasFailed } from './job.js'
import { runJobs } from './pool.js'
import { tell } from './report.js'
import { keyOf, type RunName } from './results.js'

/** Files that may fail once and pass alone, before the run fails. */
const MAX_UNSTEADY: Record<RunName, number> = { gate: 2, all: 5 }
/** With more failed files than this the tree is broken: none runs again. */
const MAX_AGAIN = 12

/** A file's first result, which failed, and its second, which did not. */
export type Unsteady = readonly [first: FileResult, second: FileResult]

/**
 * Runs the failed files again, one at a time.
 *
 * @param results - The second result takes the first one's place.
 */
export async function runAgain(
  results: FileResult[],
  env: Record<string, string>,
): Promise<Unsteady[]> {
  const unsteady: Unsteady[] = []
  const failed = results.filter((one) => hasFailed(one) && one.job.hasTests)
  if (!failed.length || failed.length > MAX_AGAIN) return unsteady
  console.log(`\nOnce more, alone: ${failed.map(({ file }) => file).join(', ')}`)
  await runJobs({
    jobs: failed.map(({ job, file }) => ({ ...job, files: [file] })),
    env,
    secondsOf: () => 0,
    slots: 1,
    onDone: ([second]) => {
      const at = results.findIndex((one) => keyOf(one) === keyOf(second!))
      if (!hasFailed(second!)) unsteady.push([results[at]!, second!])
      results[at] = second!
      tell(second!)
    },
  })
  return unsteady
}

/** Why the run fails for unsteady files alone; nothing if there are few. */
export const tooUnsteady = (run: RunName, { length }: readonly Unsteady[]): string[] =>
  length > MAX_UNSTEADY[run] ? [`${length} unsteady files: ${MAX_UNSTEADY[run]} at most.`] : []
