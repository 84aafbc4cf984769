/** Tickets to store a first blob: only people who sign in get one, so that others cannot fill the store. */
import { createHash, createHmac } from 'node:crypto'
import { randomId } from '../../shared/encoding.js'
import { WalletError } from '../../shared/errors.js'
import type { Source } from '../store/networks.js'
import type { Store } from '../store/store.js'

/** Milliseconds. */
const LIFETIME = 3_600_000
/** Kept at a time, one network has the fiftieth part. */
const ROOM = { values: 1_000_000, length: 0 }
/** For one person. */
const TICKETS_A_DAY = 20
const DAY = 86_400

export class Tickets {
  readonly #box
  readonly #quotas
  readonly #key: Uint8Array | undefined

  /** @param key - Secret bytes, so that a reader of the store cannot try out who asked. Without it they can. */
  constructor(store: Store, key?: Uint8Array) {
    this.#box = store.box('sync-tickets', LIFETIME, ROOM)
    this.#quotas = store.quotas('sync-tickets')
    this.#key = key
  }

  /**
   * @param person - As `identityInput` has it.
   * @returns The ticket, good for an hour and one blob. It is kept as a hash, without a person.
   * @throws {WalletError} `LIMIT_EXCEEDED`, `SERVICE_UNAVAILABLE`
   */
  async issue(person: Uint8Array, source: Source): Promise<string> {
    const hash = this.#key ? createHmac('sha256', this.#key) : createHash('sha256')
    const key = hash.update(person).digest('base64url')
    if (!(await this.#quotas.take([{ key, points: TICKETS_A_DAY, seconds: DAY }]))) {
      throw new WalletError('LIMIT_EXCEEDED', `${TICKETS_A_DAY} tickets a day.`)
    }
    const ticket = randomId(32)
    await this.#box.put(idOf(ticket), '', source)
    return ticket
  }

  /** Uses a ticket up. @returns Whether it was good. */
  async use(ticket: string): Promise<boolean> {
    return (await this.#box.take(idOf(ticket))) !== null
  }

  /** Undoes a `use`: for an hour from now. */
  async giveBack(ticket: string, source: Source): Promise<void> {
    await this.#box.put(idOf(ticket), '', source)
  }
}

/** Hashed, so that a reader of the store cannot use tickets. */
const idOf = (ticket: string): string => createHash('sha256').update(ticket).digest('base64url')
