/** The page's own local storage. A page may deny it, and it may be full or hold anything. */

/** The value kept under `key`, as JSON; undefined without one. */
export function recall(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key)!) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores `value` for later page loads, if storage allows it. */
export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Without the stored value, the next page load starts fresh.
  }
}
