import * as z from 'zod/mini'

import { readItem, writeItem } from '../support/storage.js'

/** Lists that the storage refused: kept as long as the page. */
const refused = new Map<string, unknown>()

/** Tries again to store refused lists. @returns Whether all are stored now. */
export function storeRefused(): boolean {
  for (const [key, list] of refused) if (writeItem(key, list)) refused.delete(key)
  return !refused.size
}

/** A list that belongs to a recovery phrase, in this browser's storage. */
export class KeptList<T extends z.ZodMiniType> {
  readonly #key: string
  readonly #schema: z.ZodMiniArray<T>

  /** @param first - The first address of the recovery phrase, by which it is known. */
  constructor(item: string, first: `0x${string}` | undefined, schema: T) {
    this.#key = `wallet-embed:${item}:${first ?? ''}`
    this.#schema = z.array(schema)
  }

  /** Undefined if nothing was ever stored here. */
  get all(): z.output<T>[] | undefined {
    const list = refused.get(this.#key)
    return list ? (list as z.output<T>[]) : readItem(this.#key, this.#schema)
  }

  /** Kept in memory, as long as the page, where the storage refuses it. */
  keep(list: readonly z.output<T>[]): void {
    if (writeItem(this.#key, list)) refused.delete(this.#key)
    else refused.set(this.#key, list)
  }
}
