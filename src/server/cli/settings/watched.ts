/** Milliseconds after which a store is asked anew how it is, at the next probe or look at the metrics. */
const FRESH = 2_000

/**
 * What a store said last. It is asked in the background: a probe that waited for a store that hangs would count as failed,
 * and the proxy would take out a service that is of use.
 *
 * @param ask - Never rejects.
 */
export async function watched<T>(ask: () => Promise<T>): Promise<() => T> {
  let last: T = await ask()
  let askedAt = performance.now()
  return () => {
    if (performance.now() - askedAt > FRESH) {
      askedAt = performance.now()
      void ask().then((answer) => {
        last = answer
      })
    }
    return last
  }
}
