/** Counts and durations in Prometheus' text format (version 0.0.4). Labels are ours: routes and codes. */

/** Seconds: upper bounds of the buckets. A login is a few milliseconds; keys may have to be fetched first. */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** One request that was answered. */
export interface Answered {
  /** As it is registered, such as `/evaluate`; never what was asked for. */
  route: string
  /** `ok`, or the code of the failure. */
  outcome: string
  seconds: number
}

export class Metrics {
  readonly #counts = new Map<string, number>()
  readonly #durations = new Map<string, { buckets: number[]; sum: number; count: number }>()

  record({ route, outcome, seconds }: Answered): void {
    const labels = `route="${route}",outcome="${outcome}"`
    this.#counts.set(labels, (this.#counts.get(labels) ?? 0) + 1)
    const key = `route="${route}"`
    const found = this.#durations.get(key) ?? { buckets: BUCKETS.map(() => 0), sum: 0, count: 0 }
    this.#durations.set(key, found)
    found.count++
    found.sum += seconds
    for (const [i, bound] of BUCKETS.entries()) if (seconds <= bound) found.buckets[i]!++
  }

  toText(): string {
    const [total, duration] = ['wallet_embed_requests_total', 'wallet_embed_request_seconds']
    const lines = [
      `# HELP ${total} Requests answered, by route and outcome.`,
      `# TYPE ${total} counter`,
      ...[...this.#counts].map(([labels, count]) => `${total}{${labels}} ${count}`),
      `# HELP ${duration} Seconds until the answer, by route.`,
      `# TYPE ${duration} histogram`,
    ]
    for (const [labels, { buckets, sum, count }] of this.#durations) {
      const bounds = [...BUCKETS.entries()].map(
        ([i, bound]) => [String(bound), buckets[i]!] as const,
      )
      for (const [bound, value] of [...bounds, ['+Inf', count] as const]) {
        lines.push(`${duration}_bucket{${labels},le="${bound}"} ${value}`)
      }
      lines.push(`${duration}_sum{${labels}} ${sum}`, `${duration}_count{${labels}} ${count}`)
    }
    return `${lines.join('\n')}\n`
  }
}
