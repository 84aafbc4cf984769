import type { Box } from '../../../src/server/store/box.js'
import type { Quotas } from '../../../src/server/store/quotas.js'
import { MemoryStore } from '../../../src/server/store/store.js'

/** Something that a store was told, and so what its readers know. */
export interface Told {
  /** Kind and name of what it was told for. */
  where: string
  /** For which it is kept. */
  seconds: number
  /** As JSON. */
  text: string
}

/** Notes all that it is told. */
export class ToldStore extends MemoryStore {
  readonly told: Told[] = []

  override box(...args: Parameters<MemoryStore['box']>): Box {
    const box = super.box(...args)
    const [name, lifetime] = args
    const note = (given: unknown) => this.#note(`box ${name}`, lifetime / 1000, given)
    return {
      put: (...given) => {
        note(given)
        return box.put(...given)
      },
      read: (id) => {
        note(id)
        return box.read(id)
      },
      take: (id) => {
        note(id)
        return box.take(id)
      },
      takeWhenThere: (id, signal) => {
        note(id)
        return box.takeWhenThere(id, signal)
      },
      count: (id) => {
        note(id)
        return box.count(id)
      },
    }
  }

  override limiter(...args: Parameters<MemoryStore['limiter']>) {
    const limiter = super.limiter(...args)
    const [name, { seconds }] = args
    const consume = limiter.consume.bind(limiter)
    limiter.consume = (key, ...rest) => {
      this.#note(`limit ${name}`, seconds, key)
      return consume(key, ...rest)
    }
    return limiter
  }

  override quotas(name: string): Quotas {
    const quotas = super.quotas(name)
    return {
      take: (asked) => {
        for (const quota of asked) this.#note(`quota ${name}`, quota.seconds, quota.key)
        return quotas.take(asked)
      },
      giveBack: (given) => quotas.giveBack(given),
    }
  }

  #note(where: string, seconds: number, given: unknown): void {
    this.told.push({ where, seconds, text: JSON.stringify(given) })
  }
}
