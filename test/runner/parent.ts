import { readFileSync } from 'node:fs'

import { stopAll } from './job.js'

/** Milliseconds. */
const INTERVAL = 1_000

/**
 * Ends all processes of the run when it is interrupted, or when the process that started it was killed, such as npm.
 */
export function endWithParent(): void {
  const end = async () => {
    await stopAll()
    process.exit(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end)
  const parent = parentsOf(process.pid)
  setInterval(() => {
    if (parentsOf(process.pid) !== parent) void end()
  }, INTERVAL).unref()
}

/** The process's parent, and the parent's: npm starts a shell, which stays when npm is killed. */
function parentsOf(pid: number): string {
  const parent = parentOf(pid)
  return `${parent} ${parent && parentOf(parent)}`
}

/** 0 where the system does not tell. */
function parentOf(pid: number): number {
  if (pid === process.pid) return process.ppid
  try {
    // The name, which may hold spaces, is in parentheses.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[1])
  } catch {
    return 0
  }
}
