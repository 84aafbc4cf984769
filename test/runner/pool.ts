/** Runs jobs side by side: as many as there are cores, and beside them one that mostly waits. */
import { availableParallelism } from 'node:os'

import { freePorts } from '../../demo/stack/free-ports.js'
import { type FileResult, type Job, run } from './job.js'
import { type Stacks, startStacks } from './stacks.js'

export const CORES = availableParallelism()

/** Seconds, for the order: a file that has not run yet begins early, since a long one at the end would run alone. */
const UNKNOWN = 60

interface Options {
  jobs: readonly Job[]
  env: Record<string, string>
  /** Seconds that a file took last time. */
  secondsOf: (stage: string, file: string) => number | undefined
  /** Called with the results of a job's files. */
  onDone: (results: FileResult[]) => void
  /** How many run at once, and one that waits besides; 1: nothing else runs. By default as many as there are cores. */
  slots?: number
}

export async function runJobs({
  jobs,
  env,
  secondsOf,
  onDone,
  slots = CORES,
}: Options): Promise<void> {
  const expected = (job: Job) =>
    job.files.reduce((sum, file) => sum + (secondsOf(job.stage, file) ?? UNKNOWN), 0)
  const busy = (job: Job) => Number(!job.waits)
  // What waits comes last: until then one after the other runs beside the rest.
  const due = [...jobs].sort(
    (one, other) => busy(other) - busy(one) || expected(other) - expected(one),
  )
  const next = (isBeside: boolean): Job | undefined => {
    const at = due.findIndex(({ waits }) => waits || !isBeside)
    return at < 0 ? undefined : due.splice(at, 1)[0]
  }
  // Sites of tests are in the stacks' registries: their ports are known before the sites are there.
  const ports = await freePorts(slots)
  let stacks: Promise<Stacks> | undefined
  let onStacks = jobs.filter(({ isOnStacks }) => isOnStacks).length

  const work = async (port?: number): Promise<void> => {
    for (let job = next(!port); job; job = next(!port)) {
      if (!job.isOnStacks) {
        onDone(await run(job, job.files, env))
        continue
      }
      stacks ??= startStacks(ports, env)
      const shared = await stacks
      onDone(await run(job, job.files, { ...env, ...shared.env, SITE_PORT: String(port) }))
      if (!--onStacks) await shared.stop()
    }
  }
  await Promise.all([...ports.map(work), slots > 1 && work()])
}
