/** Devices of a person: each with its own storage and clock, and the real code of the signer, at a real login service. */
import type { FastifyInstance } from 'fastify'

import { openBlob, sealBlob, signForget, syncLocator } from '../../../src/app/signer/sync-blob.js'
import { hasNews, runRound, type SyncPlace } from '../../../src/app/sync/round.js'
import { readHere } from '../../../src/app/sync/travelling.js'

const SERVICE = 'https://login.example.test'

let current: Device | undefined
const time = Date.now
const fetchOutside = globalThis.fetch

/** One device at a time has the globals of a browser. */
function define(name: string, get: () => unknown): void {
  Object.defineProperty(globalThis, name, { get, configurable: true })
}
define('localStorage', () => current?.storage)
define('location', () => new URL(SERVICE))
Date.now = () => time() + (current?.skew ?? 0)

export type Body = Record<string, unknown>

/** What stands between the devices and the service: a test may change what is asked and answered. */
export interface Line {
  app: Pick<FastifyInstance, 'inject'>
  onAsked?: ((path: string, body: Body) => Promise<void>) | undefined
  onAnswered?: ((path: string, answer: Body) => Body) | undefined
}

export function connect(line: Line): void {
  globalThis.fetch = async (url, init) => {
    const { origin, pathname } = new URL(String(url))
    if (origin !== SERVICE) return fetchOutside(url, init)
    const asker = current
    const body = JSON.parse(String(init?.body)) as Body
    await line.onAsked?.(pathname, body)
    // The service has its own, right clock.
    current = undefined
    const { payload, statusCode } = await line.app.inject({
      ...{ method: 'POST', url: pathname, payload: JSON.stringify(body) },
      headers: { 'content-type': 'application/json' },
    })
    current = asker
    const answer = JSON.parse(payload)
    const told = statusCode === 200 ? (line.onAnswered?.(pathname, answer) ?? answer) : answer
    return new Response(JSON.stringify(told), { status: statusCode })
  }
}

class MemoryStorage {
  readonly items = new Map<string, string>()
  /** Characters of a value; longer ones are refused. */
  room = Number.POSITIVE_INFINITY
  getItem = (name: string) => this.items.get(name) ?? null
  setItem = (name: string, value: string) => {
    if (value.length > this.room) throw new DOMException('Full.', 'QuotaExceededError')
    this.items.set(name, value)
  }
  removeItem = (name: string) => void this.items.delete(name)
}

interface Person {
  secret: Uint8Array
  first: `0x${string}`
  /** The right to begin a blob, once. */
  ticket?: string | undefined
}

export class Device {
  storage = new MemoryStorage()
  readonly #person: Person
  /** Milliseconds by which its clock is wrong. */
  readonly skew: number

  constructor(person: Person, skew = 0) {
    this.#person = { ...person }
    this.skew = skew
  }

  /** The right to begin a blob, once. */
  set ticket(ticket: string) {
    this.#person.ticket = ticket
  }

  /** Does something here. */
  do<T>(work: (first: `0x${string}`) => T): T {
    const before = current
    current = this
    try {
      return work(this.#person.first)
    } finally {
      current = before
    }
  }

  async round(): Promise<void> {
    const before = current
    current = this
    try {
      await runRound(this.place)
    } finally {
      current = before
    }
  }

  /** Everything here that travels, in one order. */
  get all(): [string, unknown][] {
    return this.do((first) =>
      [...readHere(first).values].sort(([one], [other]) => (one < other ? -1 : 1)),
    )
  }

  get hasNews(): boolean {
    return this.do(hasNews)
  }

  get place(): SyncPlace {
    const { secret, first } = this.#person
    const answers = {
      syncLocator: async () => ({ locator: syncLocator(secret), first }),
      syncSeal: async (asked: Parameters<typeof sealBlob>[1]) => {
        const { ticket } = this.#person
        const sealed = await sealBlob(secret, asked)
        return sealed && { ...sealed, ...(asked.base === 0 && ticket && { ticket }) }
      },
      syncOpen: (asked: Parameters<typeof openBlob>[1]) => openBlob(secret, asked),
      syncForget: ({ version }: { version: number }) => signForget(secret, version),
    }
    const sign = async (method: keyof typeof answers, params: never) => {
      const answer = await answers[method](params)
      current = this
      return answer
    }
    return { loginService: SERVICE, first, sign: sign as SyncPlace['sign'] }
  }
}
