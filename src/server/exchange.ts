/** How participants of a key generation, or of a change of members, tell each other things, in rounds. */
import { type KeyObject, sign, verify } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import * as z from 'zod/mini'

import { WalletError } from '../shared/errors.js'
import { parse } from './files.js'

/** Milliseconds between looks. */
const POLL = 100
/** Milliseconds to tell the others why a run failed. */
const LAST_WORDS = 10_000
const LABEL = 'wallet-embed/exchange/v1'

/** Carries texts, and need not be trusted where they are signed. */
export interface Channel {
  /** Begins to hear. `accept` says whether a text is what that participant signed. */
  open(accept: (round: number, from: number, text: string) => boolean): Promise<void>
  /** Shows a text to all. */
  put(round: number, text: string): Promise<void>
  /** What a participant showed, once it is there. */
  get(round: number, from: number): Promise<string | undefined>
  /** Ends when all others have what was put, or after so many milliseconds. */
  close(timeoutMs: number): Promise<void>
}

/** Long-term Ed25519 keys by which participants know each other. */
interface Identities {
  own: KeyObject
  /** Public keys of all others, by their index. */
  peers: ReadonlyMap<number, KeyObject>
}

export interface ExchangeOptions {
  channel: Channel
  /** Without it, operators compare the fingerprint at the end by voice. */
  identities?: Identities | undefined
  /** Milliseconds that each round waits for the others. */
  timeoutMs: number
}

const Envelope = z.object({ body: z.string(), signature: z.optional(z.string()) })

export class Exchange {
  readonly #options: ExchangeOptions
  readonly #purpose: string
  readonly #index: number
  readonly #others: number[]

  /**
   * @param purpose - What is being done: a signature for one thing is none for another.
   * @param index - Which participant this is.
   */
  constructor(
    options: ExchangeOptions,
    purpose: string,
    index: number,
    participants: readonly number[],
  ) {
    this.#options = options
    this.#purpose = purpose
    this.#index = index
    this.#others = participants.filter((other) => other !== index)
    const stranger = this.#others.find((other) => options.identities?.peers.has(other) === false)
    if (stranger !== undefined) {
      throw new WalletError('INVALID_ARGUMENT', `No key of participant ${stranger} is known.`)
    }
  }

  /** Does the work between opening the channel and closing it. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const { channel, timeoutMs } = this.#options
    await channel.open((round, from, text) => {
      return this.#others.includes(from) && this.#read(round, from, text) !== undefined
    })
    let wait = Math.min(LAST_WORDS, timeoutMs)
    try {
      const result = await work()
      wait = timeoutMs
      return result
    } finally {
      await channel.close(wait)
    }
  }

  /** Shows something to all. @throws {WalletError} `INVALID_ARGUMENT` if this round was shown before. */
  async publish(round: number, value: unknown): Promise<void> {
    const body = JSON.stringify(value)
    const { identities, channel } = this.#options
    const signed = this.#signed(round, this.#index, body)
    const signature = identities && sign(null, signed, identities.own).toString('base64url')
    await channel.put(round, JSON.stringify({ body, ...(signature && { signature }) }))
  }

  /**
   * Waits for what all others show in a round.
   *
   * @returns By participant, in their order.
   * @throws {WalletError} `TIMEOUT` or `INVALID_ARGUMENT`, naming who sent nothing or nonsense.
   */
  async collect<S extends z.ZodMiniType>(
    round: number,
    schema: S,
  ): Promise<Map<number, z.output<S>>> {
    const texts = new Map<number, string>()
    const end = Date.now() + this.#options.timeoutMs
    for (;;) {
      for (const other of this.#others) {
        const text = texts.get(other) ?? (await this.#options.channel.get(round, other))
        if (text !== undefined) texts.set(other, text)
      }
      if (texts.size === this.#others.length) break
      if (Date.now() > end) {
        const missing = this.#others.filter((other) => !texts.has(other)).join(', ')
        throw new WalletError('TIMEOUT', `Round ${round}: nothing from participant ${missing}.`)
      }
      await sleep(POLL)
    }
    const found = new Map<number, z.output<S>>()
    for (const other of this.#others) {
      found.set(other, this.#parse(round, other, texts.get(other)!, schema))
    }
    return found
  }

  #parse<S extends z.ZodMiniType>(
    round: number,
    from: number,
    text: string,
    schema: S,
  ): z.output<S> {
    const body = this.#read(round, from, text)
    if (body === undefined) {
      const detail = `Round ${round}: what participant ${from} sent is not signed with its key.`
      throw new WalletError('INVALID_ARGUMENT', detail)
    }
    const prefix = `Round ${round}, participant ${from}: `
    return parse(schema, toJson(body), 'INVALID_ARGUMENT', prefix)
  }

  /** The body of an envelope, if who it is from has signed it for this round. */
  #read(round: number, from: number, text: string): string | undefined {
    const envelope = Envelope.safeParse(toJson(text))
    if (!envelope.success) return undefined
    const { body, signature = '' } = envelope.data
    const key = this.#options.identities?.peers.get(from)
    if (!key) return body
    const bytes = Buffer.from(signature, 'base64url')
    return verify(null, this.#signed(round, from, body), key, bytes) ? body : undefined
  }

  #signed(round: number, from: number, body: string): Buffer {
    return Buffer.from([LABEL, this.#purpose, round, from, body].join('\0'))
  }
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
