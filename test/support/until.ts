/** How tests in Node wait for a condition that raises no event. */
import { setTimeout as pause } from 'node:timers/promises'

/** Milliseconds between looks: few at first, so that a quick answer is quickly seen. */
const SHORTEST = 2
const LONGEST = 50
/** Milliseconds. A loaded machine is ten times slower than a quiet one; after this time the test fails. */
const PATIENCE = 60_000

type Truthy<T> = Exclude<T, undefined | null | false | 0 | ''>

/**
 * Looks until the condition holds. One that throws does not hold yet.
 *
 * @param what - For the error: `<what> did not come within 60 s`.
 * @returns What the condition gave.
 */
export async function until<T>(
  what: string,
  condition: () => T | Promise<T>,
  ms = PATIENCE,
): Promise<Truthy<T>> {
  const end = performance.now() + ms
  const over = new AbortController()
  // A condition that never answers is ended by the deadline as well.
  const late = pause(ms, LATE, { signal: over.signal }).catch(() => LATE)
  let cause: unknown
  try {
    for (let wait = SHORTEST; ; wait = Math.min(2 * wait, LONGEST)) {
      try {
        const found = await Promise.race([condition(), late])
        if (found === LATE) break
        cause = undefined
        if (found) return found as Truthy<T>
      } catch (error) {
        cause = error
      }
      if (performance.now() >= end) break
      await pause(wait)
    }
  } finally {
    over.abort()
  }
  throw new Error(`${what} did not come within ${ms / 1000} s`, { cause })
}

/**
 * Lets time pass in tests that are right whether something happens before or after. No test may depend on the exact
 * time. Do not use it to wait for an event, nor to check that there is none.
 */
export const pass = (ms: number): Promise<void> => pause(ms)

const LATE = Symbol('late')
