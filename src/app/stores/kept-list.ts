import * as z from 'zod/mini'

import { readItem, storeTexts, writeItem } from '../support/storage.js'

interface Refused {
  /** What was stored when it was refused. */
  before: readonly unknown[]
  list: readonly unknown[]
}

/** Lists that the storage refused: kept as long as the page. */
const refused = new Map<string, Refused>()

/** Tries again to store refused lists and texts. @returns Whether all are stored now. */
export function storeRefused(): boolean {
  for (const key of refused.keys()) if (writeItem(key, wantedOf(key))) refused.delete(key)
  return storeTexts() && !refused.size
}

const storedOf = (key: string): unknown[] => readItem(key, z.array(z.unknown())) ?? []

/** The list with the changes that were refused. A different tab may have stored others since. */
function wantedOf(key: string): readonly unknown[] {
  const { before, list } = refused.get(key)!
  const now = storedOf(key)
  const [was, is, stored] = [before, list, now].map((all) => all.map((one) => JSON.stringify(one)))
  if (String(was) === String(stored)) return list
  const kept = now.filter((_, at) => !was!.includes(stored![at]!) || is!.includes(stored![at]!))
  const added = list.filter((_, at) => ![...was!, ...stored!].includes(is![at]!))
  return [...kept, ...added]
}

/** A list that belongs to a recovery phrase, in this browser's storage. Entries of a later build stay, and are not shown. */
export class KeptList<T extends z.ZodMiniType> {
  readonly #key: string
  readonly #schema: T

  /** @param first - The first address of the recovery phrase, by which it is known. */
  constructor(item: string, first: `0x${string}` | undefined, schema: T) {
    this.#key = `wallet-embed:${item}:${first ?? ''}`
    this.#schema = schema
  }

  /** Undefined if nothing was ever stored here. */
  get kept(): z.output<T>[] | undefined {
    return this.#all?.flatMap((one) => {
      const { success, data } = this.#schema.safeParse(one)
      return success ? [data] : []
    })
  }

  /** The same; undefined also where there is an entry of a later build, since it then means nothing that one is missing. */
  get whole(): z.output<T>[] | undefined {
    const { kept } = this
    return kept?.length === this.#all?.length ? kept : undefined
  }

  /** Kept in memory, as long as the page, where the storage refuses it. */
  keep(list: readonly z.output<T>[]): void {
    const later = (this.#all ?? []).filter((one) => !this.#schema.safeParse(one).success)
    const all = [...later, ...list]
    if (writeItem(this.#key, all)) refused.delete(this.#key)
    else refused.set(this.#key, { before: storedOf(this.#key), list: all })
  }

  get #all(): readonly unknown[] | undefined {
    const isRefused = refused.has(this.#key)
    return isRefused ? wantedOf(this.#key) : readItem(this.#key, z.array(z.unknown()))
  }
}
