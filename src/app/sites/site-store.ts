/** The wallet's storage for one site: no secrets, and closed to other sites. */
import type * as z from 'zod/mini'

import { openStorage } from '../support/storage.js'

/** Lives as long as the session's storage; in memory where that is denied. */
export class SiteStore {
  readonly #storage: Storage | undefined
  readonly #prefix: string
  /** Values that the storage refused. */
  readonly #memory = new Map<string, string>()

  /** @param site - Origin; null for the wallet's own page. */
  constructor(isLasting: boolean, site: string | null) {
    this.#storage = openStorage(isLasting)
    this.#prefix = `wallet-embed:site:${site ?? ''}:`
  }

  /** The stored value, if it still has the expected form. */
  get<T extends z.ZodMiniType>(name: string, schema: T): z.output<T> | undefined {
    try {
      const parsed = schema.safeParse(JSON.parse(this.#read(name) ?? 'null'))
      return parsed.success ? parsed.data : undefined
    } catch {
      return undefined
    }
  }

  /** @param value - JSON; `undefined` forgets it. */
  set(name: string, value: unknown): void {
    const text = JSON.stringify(value)
    const key = this.#prefix + name
    this.#memory.delete(key)
    try {
      if (text === undefined) this.#storage?.removeItem(key)
      else if (this.#storage) this.#storage.setItem(key, text)
      else this.#memory.set(key, text)
    } catch {
      // Full, or denied after all: it lasts as long as the page.
      if (text !== undefined) this.#memory.set(key, text)
    }
  }

  #read(name: string): string | null | undefined {
    const key = this.#prefix + name
    try {
      return this.#memory.get(key) ?? this.#storage?.getItem(key)
    } catch {
      return undefined
    }
  }
}
