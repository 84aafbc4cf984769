/** What two copies of a service do with a store they share, again and again: each answer is checked. */
import { randomUUID } from 'node:crypto'
import type { Store } from '../../../src/server/store/store.js'
import { deadline } from '../../../src/shared/deadline.js'
import { WalletError } from '../../../src/shared/errors.js'

const MINUTES = 600_000
/** Milliseconds: a question to a store has two seconds. */
const HANG = 4_000

export interface TrafficCounts {
  right: number
  /** `SERVICE_UNAVAILABLE`, in time. */
  unavailable: number
  /** Anything else, with what it was. */
  wrong: string[]
}

type Answer<T> = { value: T } | { isAway: true }

export class StoreTraffic {
  readonly counts: TrafficCounts = { right: 0, unavailable: 0, wrong: [] }
  readonly #stores: readonly [Store, Store]
  readonly #name = randomUUID()
  #round = 0
  #isOver = false
  #running: Promise<void>[] = []

  constructor(stores: readonly [Store, Store]) {
    this.#stores = stores
  }

  /** @param lanes - Rounds at a time. */
  start(lanes: number): void {
    this.#running = Array.from({ length: lanes }, async () => {
      while (!this.#isOver) await this.round()
    })
  }

  async stop(): Promise<TrafficCounts> {
    this.#isOver = true
    await Promise.all(this.#running)
    return this.counts
  }

  async round(): Promise<void> {
    this.#round += 1
    const id = `${this.#name} ${this.#round}`
    await Promise.all([
      this.#code(id),
      this.#ticket(id),
      this.#letter(id),
      this.#count(id),
      this.#quotas(id),
      this.#limit(id),
    ])
  }

  /** A code counts as unused once. */
  async #code(id: string): Promise<void> {
    const [here, there] = this.#stores.map((store) => store.box('used-codes', MINUTES))
    const first = await Promise.all([
      this.#ask('put a code', () => here!.put(id, '')),
      this.#ask('put a code', () => there!.put(id, '')),
    ])
    const later = await this.#ask('put a code again', () => here!.put(id, ''))
    const all = [...first, later]
    this.#judge('code', all, (values) => values.filter(Boolean).length === 1)
    if (known(all).filter(Boolean).length > 1) this.counts.wrong.push(`${id}: a code counts twice`)
  }

  /** A ticket is good once. */
  async #ticket(id: string): Promise<void> {
    const [here, there] = this.#stores.map((store) => store.box('tickets', MINUTES))
    const put = await this.#ask('put a ticket', () => here!.put(id, ''))
    const taken = await Promise.all([
      this.#ask('take a ticket', () => here!.take(id)),
      this.#ask('take a ticket', () => there!.take(id)),
    ])
    const isOnce = (values: unknown[]) => values.filter((value) => value === '').length === 1
    this.#judge('ticket', [put, ...taken], ([, ...values]) => isOnce(values))
    const times = known(taken).filter((value) => value === '').length
    if (times > 1) this.counts.wrong.push(`${id}: a ticket is good twice`)
  }

  /** A letter reaches who waits for it, and is gone then. */
  async #letter(id: string): Promise<void> {
    const [here, there] = this.#stores.map((store) => store.box('letters', MINUTES))
    const patience = AbortSignal.timeout(HANG - 500)
    const [got, put] = await Promise.all([
      this.#ask('wait for a letter', () => there!.takeWhenThere(id, patience)),
      this.#ask('put a letter', () => here!.put(id, `text of ${id}`)),
    ])
    const left = await this.#ask('read a letter', () => here!.read(id))
    const isRight = (values: unknown[]) => values.join() === `text of ${id},true,`
    this.#judge('letter', [got, put, left], isRight)
  }

  async #count(id: string): Promise<void> {
    const [here, there] = this.#stores.map((store) => store.box('tries', MINUTES))
    const first = await this.#ask('count', () => here!.count(id))
    const second = await this.#ask('count', () => there!.count(id))
    this.#judge('count', [first, second], (values) => values.join() === '1,2')
  }

  /** Both have points for two. */
  async #quotas(id: string): Promise<void> {
    const [here, there] = this.#stores.map((store) => store.quotas('mails'))
    const both = ['person', 'network'].map((key) => {
      return { key: `${key} ${id}`, points: 2, seconds: 600 }
    })
    const taken: Answer<boolean>[] = []
    for (const quotas of [here!, there!, here!]) {
      taken.push(await this.#ask('take of quotas', () => quotas.take(both)))
    }
    this.#judge('quotas', taken, (values) => values.join() === 'true,true,false')
  }

  async #limit(id: string): Promise<void> {
    const limit = { points: 1, seconds: 600, isStrict: true }
    const [here, there] = this.#stores.map((store) => store.limiter('strict', limit))
    const consume = (limiter: typeof here) => () =>
      limiter!.consume(id).then(
        () => true,
        (refused) => {
          if (refused instanceof Error) throw new WalletError('SERVICE_UNAVAILABLE')
          return false
        },
      )
    const first = await this.#ask('consume', consume(here))
    const second = await this.#ask('consume', consume(there))
    this.#judge('limit', [first, second], (values) => values.join() === 'true,false')
  }

  async #ask<T>(what: string, question: () => Promise<T>): Promise<Answer<T>> {
    try {
      return { value: await deadline(question(), HANG, what) }
    } catch (error) {
      const { code } = WalletError.from(error)
      if (code !== 'SERVICE_UNAVAILABLE')
        this.counts.wrong.push(`${what}: ${code} ${String(error)}`)
      return { isAway: true }
    }
  }

  #judge(what: string, answers: Answer<unknown>[], isRight: (values: unknown[]) => boolean): void {
    const values = known(answers)
    if (values.length < answers.length) this.counts.unavailable += 1
    else if (isRight(values)) this.counts.right += 1
    else this.counts.wrong.push(`${what}: ${JSON.stringify(values)}`)
  }
}

const known = <T>(answers: Answer<T>[]): T[] =>
  answers.flatMap((answer) => ('value' in answer ? [answer.value] : []))
