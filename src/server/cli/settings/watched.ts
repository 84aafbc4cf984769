/** Milliseconds for which a store's status counts as fresh. Probes and metrics use it. */
const FRESH = 2_000

/**
 * Caches a store's status, and refreshes it in the background: a probe that waited for a hanging store would fail, and
 * the proxy would remove a service that still works.
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
