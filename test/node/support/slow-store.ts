import type { Box } from '../../../src/server/store/box.js'
import type { Quotas } from '../../../src/server/store/quotas.js'
import { MemoryStore } from '../../../src/server/store/store.js'

/** Holds what is counted and kept for a mailbox, until it is released; and knows how many codes are kept. */
export class SlowStore extends MemoryStore {
  kept = 0
  isHeld = true
  release!: () => void
  readonly #released = new Promise<void>((resolve) => {
    this.release = () => {
      this.isHeld = false
      resolve()
    }
  })

  override quotas(name: string): Quotas {
    const quotas = super.quotas(name)
    const take: Quotas['take'] = async (asked) => {
      await this.#released
      return quotas.take(asked)
    }
    return { take, giveBack: (given) => quotas.giveBack(given) }
  }

  override box(...args: Parameters<MemoryStore['box']>): Box {
    const box = super.box(...args)
    if (args[0] !== 'email-codes') return box
    const put: Box['put'] = async (...given) => {
      await this.#released
      this.kept += 1
      return box.put(...given)
    }
    return {
      put,
      read: (id) => box.read(id),
      take: (id) => box.take(id),
      takeWhenThere: (id, signal) => box.takeWhenThere(id, signal),
      count: (id) => box.count(id),
    }
  }
}
