/**
 * The mailbox: where a login window that lost its opener leaves what it cannot hand over. Ids are hashes
 * of what both ends alone know, and letters are ciphertext: whoever runs this can read neither.
 */
import type { FastifyInstance } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type * as z from 'zod/mini'

import { type MailboxAnswer, MailboxLetter, MailboxTake } from '../protocol/service.js'
import { WalletError } from '../shared/errors.js'
import { parse } from './files.js'

/** The one path that pages of any origin may ask: they have to know an id that nobody can guess. */
export const TAKE_PATH = '/mailbox/take'
/** Milliseconds that a request waits for a letter: below what proxies commonly allow. */
const WAIT = 20_000
/** Milliseconds that a letter is kept. */
const LIFETIME = 600_000
/** Letters a minute from one address. In ten minutes it cannot fill an eighth of the box. */
const LETTERS_A_MINUTE = 120
/** Requests that wait at a time. */
const MAX_WAITING = 5_000
const LIMITS = { letters: 10_000, bytes: 64 * 2 ** 20 }

/** Where letters lie. With more than one copy of the service it has to be one that they share. */
export interface MailboxStore {
  /**
   * Keeps a letter for ten minutes. The first one under an id counts.
   *
   * @throws {WalletError} `LIMIT_EXCEEDED`
   */
  put(id: string, data: string): Promise<void>
  /** Takes a letter out; waits for it until the signal aborts, then gives null. */
  take(id: string, signal: AbortSignal): Promise<string | null>
}

export interface MailboxOptions {
  store?: MailboxStore
  /** Milliseconds. */
  wait?: number
}

/** Adds `POST /mailbox` and `POST /mailbox/take`. */
export function addMailbox(
  app: FastifyInstance,
  { store = new MemoryMailbox(), wait = WAIT }: MailboxOptions = {},
): void {
  const limiter = new RateLimiterMemory({ points: LETTERS_A_MINUTE, duration: 60 })
  const closing = new AbortController()
  let waiting = 0
  app.addHook('preClose', async () => closing.abort())

  app.post('/mailbox', async (request): Promise<Record<string, never>> => {
    const { id, data } = parse(MailboxLetter, request.body, 'INVALID_REQUEST')
    await limiter.consume(request.ip).catch(() => {
      throw new WalletError('LIMIT_EXCEEDED', 'Letters a minute.')
    })
    await store.put(id, data)
    return {}
  })

  app.post(TAKE_PATH, async (request, reply): Promise<z.infer<typeof MailboxAnswer>> => {
    const { id } = parse(MailboxTake, request.body, 'INVALID_REQUEST')
    if (waiting >= MAX_WAITING) throw new WalletError('LIMIT_EXCEEDED', 'Too many wait.')
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort())
    const signal = AbortSignal.any([closing.signal, gone.signal, AbortSignal.timeout(wait)])
    waiting += 1
    try {
      return { data: await store.take(id, signal) }
    } finally {
      waiting -= 1
      // A connection that is kept would keep the service from stopping.
      if (closing.signal.aborted) reply.header('connection', 'close')
    }
  })
}

interface Letter {
  data: string
  /** Unix time in milliseconds. */
  expires: number
}

/** Letters in this process's memory. */
export class MemoryMailbox implements MailboxStore {
  readonly #limits: typeof LIMITS
  readonly #now: () => number
  /** In the order in which they expire. */
  readonly #letters = new Map<string, Letter>()
  readonly #waiting = new Map<string, Set<(data: string) => void>>()
  #bytes = 0

  constructor(limits = LIMITS, now = Date.now) {
    this.#limits = limits
    this.#now = now
  }

  async put(id: string, data: string): Promise<void> {
    this.#dropExpired()
    if (this.#letters.has(id)) return
    const [hand] = this.#waiting.get(id) ?? []
    if (hand) {
      hand(data)
      return
    }
    const { letters, bytes } = this.#limits
    if (this.#letters.size >= letters || this.#bytes + data.length > bytes) {
      throw new WalletError('LIMIT_EXCEEDED', 'The mailbox is full.')
    }
    this.#letters.set(id, { data, expires: this.#now() + LIFETIME })
    this.#bytes += data.length
  }

  async take(id: string, signal: AbortSignal): Promise<string | null> {
    this.#dropExpired()
    const letter = this.#letters.get(id)
    if (letter) {
      this.#drop(id, letter)
      return letter.data
    }
    if (signal.aborted) return null
    return new Promise((resolve) => {
      const hands = this.#waiting.get(id) ?? new Set()
      this.#waiting.set(id, hands)
      const end = (data: string | null) => {
        signal.removeEventListener('abort', onAbort)
        hands.delete(end)
        if (hands.size === 0) this.#waiting.delete(id)
        resolve(data)
      }
      const onAbort = () => end(null)
      signal.addEventListener('abort', onAbort)
      hands.add(end)
    })
  }

  #dropExpired(): void {
    for (const [id, letter] of this.#letters) {
      if (letter.expires > this.#now()) return
      this.#drop(id, letter)
    }
  }

  #drop(id: string, { data }: Letter): void {
    this.#letters.delete(id)
    this.#bytes -= data.length
  }
}
