/** Several limits at once: a request counts towards all of them, or towards none. */

/** One of these limits. */
export interface Quota {
  /** Whose it is. */
  key: string
  points: number
  /** The period for the points; it begins with the first point taken. */
  seconds: number
  /** Only checks that a point is left, and does not take it. */
  isKept?: boolean
}

/** Every method rejects with `SERVICE_UNAVAILABLE` within two seconds if the store cannot be reached. */
export interface Quotas {
  /**
   * Takes a point from each limit.
   *
   * @returns Whether all had one. If not, nothing was taken.
   */
  take(quotas: readonly Quota[]): Promise<boolean>
  /** Undoes a `take`. */
  giveBack(quotas: readonly Quota[]): Promise<void>
}

interface Count {
  value: number
  /** Milliseconds since the process began: the clock may be set meanwhile. */
  expires: number
}

/** Counts in this process's memory. */
export class MemoryQuotas implements Quotas {
  /** One map per lifetime, so that each map is in the order of expiry. */
  readonly #counts = new Map<number, Map<string, Count>>()

  async take(quotas: readonly Quota[]): Promise<boolean> {
    const now = performance.now()
    if (quotas.some((quota) => this.#used(quota, now) >= quota.points)) return false
    for (const { key, seconds, isKept } of quotas) {
      if (isKept) continue
      const counts = this.#counts.get(seconds)!
      const count = counts.get(key)
      if (count) count.value += 1
      else counts.set(key, { value: 1, expires: now + seconds * 1000 })
    }
    return true
  }

  async giveBack(quotas: readonly Quota[]): Promise<void> {
    for (const { key, seconds, isKept } of quotas) {
      const count = this.#counts.get(seconds)?.get(key)
      if (count && !isKept && count.value > 0) count.value -= 1
    }
  }

  #used({ key, seconds }: Quota, now: number): number {
    const counts = this.#counts.get(seconds) ?? new Map<string, Count>()
    this.#counts.set(seconds, counts)
    for (const [name, { expires }] of counts) {
      if (expires > now) break
      counts.delete(name)
    }
    return counts.get(key)?.value ?? 0
  }
}
