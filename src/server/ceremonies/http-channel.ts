import { setTimeout as sleep } from 'node:timers/promises'

import type { FastifyInstance } from 'fastify'

import { WalletError } from '../../shared/errors.js'
import { createService, listen } from '../platform/http.js'
import type { Channel } from './exchange.js'

/** Milliseconds for one participant to take a text. */
const PUSH_TIMEOUT = 5_000
/** Milliseconds before the next try. */
const RETRY = 300
/** Bytes of a text: the largest has a part of half a kilobyte for each of 255 participants. */
const MAX_TEXT = 256 * 1024

export interface HttpChannelOptions {
  /** Which participant this is. */
  index: number
  /** URLs of the other participants, by index. */
  urls: ReadonlyMap<number, string>
  port: number
  host: string
}

/**
 * Each participant listens, and sends its texts to the others. The channel does not authenticate senders: the first
 * text that `accept` accepts counts.
 */
export class HttpChannel implements Channel {
  readonly #options: HttpChannelOptions
  readonly #texts = new Map<string, string>()
  readonly #pushes: Promise<void>[] = []
  readonly #ended = new AbortController()
  readonly #app: FastifyInstance = createService({})

  constructor(options: HttpChannelOptions) {
    this.#options = options
  }

  async open(accept: Parameters<Channel['open']>[0]): Promise<void> {
    const { port, host } = this.#options
    this.#app.post<{ Params: { round: string; from: string } }>(
      '/rounds/:round/:from',
      { bodyLimit: MAX_TEXT },
      async ({ params, body }) => {
        const [round, from, text] = [
          Number(params.round),
          Number(params.from),
          JSON.stringify(body),
        ]
        if (!accept(round, from, text)) throw new WalletError('UNAUTHORIZED', 'A wrong signature.')
        const key = `${round}/${from}`
        if (!this.#texts.has(key)) this.#texts.set(key, text)
        return {}
      },
    )
    await listen(this.#app, port, '--listen', host)
  }

  async put(round: number, text: string): Promise<void> {
    for (const url of this.#options.urls.values()) this.#pushes.push(this.#push(url, round, text))
  }

  async get(round: number, from: number): Promise<string | undefined> {
    return this.#texts.get(`${round}/${from}`)
  }

  async close(timeoutMs: number): Promise<void> {
    const given = sleep(timeoutMs, undefined, { signal: this.#ended.signal }).catch(() => {})
    await Promise.race([Promise.all(this.#pushes), given])
    this.#ended.abort()
    await this.#app.close()
  }

  /** Retries until the exchange ends. The participants that wait will name a missing one. */
  async #push(url: string, round: number, text: string): Promise<void> {
    const place = new URL(`rounds/${round}/${this.#options.index}`, url)
    const { signal } = this.#ended
    while (!signal.aborted) {
      try {
        const { ok } = await fetch(place, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: text,
          signal: AbortSignal.any([signal, AbortSignal.timeout(PUSH_TIMEOUT)]),
        })
        if (ok) return
      } catch {
        // The participant is not reachable yet.
      }
      await sleep(RETRY, undefined, { signal }).catch(() => {})
    }
  }
}
