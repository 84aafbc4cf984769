/** Runs jobs side by side, as many as there are cores. */
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
  /** How many run at once; by default as many as there are cores. */
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
  const waiting = [...jobs].sort((one, other) => expected(other) - expected(one))
  // Sites of tests are in the stacks' registries: their ports are known before the sites are there.
  const ports = await freePorts(slots)
  let stacks: Promise<Stacks> | undefined
  let onStacks = jobs.filter(({ isOnStacks }) => isOnStacks).length

  const work = async (port: number): Promise<void> => {
    for (let job = waiting.shift(); job; job = waiting.shift()) {
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
  await Promise.all(ports.map(work))
}
