/** Several processes for one service: one for each core. They share the port, the limits and the metrics. */
import cluster, { type Worker } from 'node:cluster'

import { RateLimiterClusterMaster } from 'rate-limiter-flexible'

import { WalletError } from '../../../shared/errors.js'
import type { Answered } from '../../platform/metrics.js'

/** Milliseconds before a dead process is replaced: the new one may die too. */
const REVIVAL = 1_000
/** Milliseconds for all workers to finish their requests. */
const STOP_DEADLINE = 8_000
const SIGNALS = ['SIGTERM', 'SIGINT'] as const

interface Told {
  answered: Answered
}

/** Sends a worker's counts to the first process, which sums them. */
export const tellPrimary = (answered: Answered): void => {
  process.send?.({ answered } satisfies Told)
}

/**
 * Starts the same command line in `count` processes, and restarts those that die. SIGHUP is passed on; on SIGTERM all
 * end, then this one.
 *
 * @param drain - Milliseconds in which each still answers after it is told to end.
 * @throws {WalletError} `INVALID_ARGUMENT` if they do not start; they have said why.
 */
export async function superviseWorkers(
  count: number,
  onAnswered: (answered: Answered) => void,
  drain: number,
): Promise<void> {
  let isStopping = false
  new RateLimiterClusterMaster()
  // Sending to a worker that has just died fails. Its exit is handled below.
  cluster.on('fork', (worker) => worker.on('error', () => {}))
  cluster.on('message', (_, told: unknown) => {
    if (isTold(told)) onAnswered(told.answered)
  })
  process.on('SIGHUP', () => {
    for (const worker of workers()) worker.process.kill('SIGHUP')
  })
  for (const signal of SIGNALS) {
    process.once(signal, () => {
      isStopping = true
      stopAll(drain)
    })
  }
  cluster.on('exit', () => {
    if (isStopping && !workers().length) process.exit(0)
  })
  try {
    await Promise.all(Array.from({ length: count }, start))
  } catch (error) {
    if (isStopping) return
    for (const worker of workers()) worker.process.kill('SIGTERM')
    throw error
  }
  const revive = () => setTimeout(() => isStopping || cluster.fork(), REVIVAL)
  cluster.on('exit', revive)
  // Some may have listened and died while others still started.
  for (let missing = count - workers().length; missing > 0; missing--) revive()
}

/** Those that live. */
const workers = (): Worker[] =>
  Object.values(cluster.workers ?? {})
    .filter((worker) => !!worker)
    .filter((one) => !one.isDead())

function stopAll(drain: number): void {
  if (!workers().length) process.exit(0)
  for (const worker of workers()) worker.process.kill('SIGTERM')
  setTimeout(() => process.exit(0), drain + STOP_DEADLINE).unref()
}

const start = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const worker = cluster.fork()
    worker.once('listening', () => resolve())
    worker.once('exit', () => {
      reject(new WalletError('INVALID_ARGUMENT', 'A process of this service did not start.'))
    })
  })

const isTold = (value: unknown): value is Told =>
  typeof value === 'object' && value !== null && 'answered' in value
