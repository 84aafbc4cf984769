/** Runs jobs side by side: as many as there are cores, of which one is left to what browsers talk to. */
import { availableParallelism } from 'node:os'

import { freePorts } from '../../demo/stack/free-ports.js'
import { type FileResult, type Job, run } from './job.js'
import { type Stacks, startStacks } from './stacks.js'

const CORES = availableParallelism()
export const BROWSERS = Math.max(1, CORES - 1)

/** Seconds, for the order: what is unknown begins early, since nothing is worse than a long file at the end. */
const UNKNOWN = 60

interface Options {
  jobs: readonly Job[]
  env: Record<string, string>
  /** What a file took last time. */
  secondsOf: (stage: string, file: string) => number | undefined
  /** Is told of a job's files once it is done. */
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
  const ports = await freePorts(BROWSERS)
  const allPorts = [...ports]
  let stacks: Promise<Stacks> | undefined
  let onStacks = jobs.filter(({ needs }) => needs.stacks).length
  let [free, browsers] = [slots, BROWSERS]

  const work = async (job: Job): Promise<void> => {
    const port = job.needs.stacks ? ports.shift()! : 0
    try {
      if (job.needs.stacks) stacks ??= startStacks(allPorts, env)
      const own = job.needs.stacks ? { ...(await stacks)!.env, SITE_PORT: String(port) } : {}
      onDone(await run(job, job.files, { ...env, ...own }))
    } finally {
      if (port) ports.push(port)
      if (job.needs.stacks && !--onStacks) await (await stacks)!.stop()
    }
  }
  /** Browsers are what a run waits for: as long as there is work for one, it finds a slot. */
  const fits = ({ needs }: Job): boolean => {
    if (needs.browser) return free > 0 && browsers > 0
    const kept = waiting.some((job) => job.needs.browser) ? Math.min(browsers, slots - 1) : 0
    return free > kept
  }
  const next = async (): Promise<void> => {
    const begun: Promise<void>[] = []
    for (let at = waiting.findIndex(fits); at >= 0; at = waiting.findIndex(fits)) {
      const [job] = waiting.splice(at, 1)
      free--
      if (job!.needs.browser) browsers--
      begun.push(
        work(job!).then(() => {
          free++
          if (job!.needs.browser) browsers++
          return next()
        }),
      )
    }
    await Promise.all(begun)
  }
  await next()
}
