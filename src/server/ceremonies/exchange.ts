/** Messages between participants of a key generation or a resharing, in rounds. */
import { createHash, type KeyObject, randomBytes, sign, verify } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import * as z from 'zod/mini'

import { WalletError } from '../../shared/errors.js'
import { parse } from '../platform/files.js'
import { fromJson } from '../platform/json-text.js'

/** Milliseconds between looks. */
const POLL = 100
/** Milliseconds to tell the others why a run failed. */
const LAST_WORDS = 10_000
const LABEL = 'wallet-embed/exchange/v2'

/** Transports texts. It need not be trusted, since every text is signed. */
export interface Channel {
  /** Starts to receive. `accept` checks the signature of a text. */
  open(accept: (round: number, from: number, text: string) => boolean): Promise<void>
  /** Sends a text to all. */
  put(round: number, text: string): Promise<void>
  /** A participant's text, once it has arrived. */
  get(round: number, from: number): Promise<string | undefined>
  /** Ends when all others have received the texts, or after `timeoutMs` milliseconds. */
  close(timeoutMs: number): Promise<void>
}

/** Long-term Ed25519 keys by which participants know each other. */
export interface Identities {
  own: KeyObject
  /** Public keys of all others, by their index. */
  peers: ReadonlyMap<number, KeyObject>
}

export interface ExchangeOptions {
  channel: Channel
  identities: Identities
  /** Milliseconds that each round waits for the others. */
  timeoutMs: number
}

/** The task that the participants share. */
export interface Agenda {
  /** Signed along, so that a signature cannot be replayed for a different task. */
  purpose: string
  /** Which participant this is. */
  index: number
  participants: readonly number[]
  /** What exactly is to be done, for people to read: all have to want the same. */
  plan: string
}

const Envelope = z.object({ body: z.string(), signature: z.string() })

/** Round 0: a participant is present, and has this plan. */
const Hello = z.object({
  nonce: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  plan: z.string().check(z.regex(/^[\w ,.:-]{1,4000}$/)),
})

export class Exchange {
  readonly #options: ExchangeOptions
  readonly #agenda: Agenda
  readonly #others: number[]
  /** Digest of all texts of round 0. Later signatures include it, so they are valid in this run only. */
  #session: string | undefined

  constructor(options: ExchangeOptions, agenda: Agenda) {
    const { index, participants } = agenda
    this.#options = options
    this.#agenda = agenda
    this.#others = participants.filter((other) => other !== index)
    const stranger = this.#others.find((other) => !options.identities.peers.has(other))
    if (stranger !== undefined) {
      const detail = `No key of participant ${stranger} is known: add it to peers.json.`
      throw new WalletError('INVALID_ARGUMENT', detail)
    }
  }

  /**
   * Runs the work between opening and closing the channel. The work starts only after all participants have signed all
   * texts of round 0: this proves that they are present and have the same plan.
   */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const { channel, timeoutMs } = this.#options
    await channel.open((round, from, text) => {
      return this.#others.includes(from) && this.#read(round, from, text) !== undefined
    })
    let wait = Math.min(LAST_WORDS, timeoutMs)
    try {
      await this.#meet()
      const result = await work()
      wait = timeoutMs
      return result
    } finally {
      await channel.close(wait)
    }
  }

  /** Round 0. Exchanges fresh nonces, so that signatures of earlier runs cannot be replayed. */
  async #meet(): Promise<void> {
    const { index, plan } = this.#agenda
    const own = Hello.parse({ nonce: randomBytes(32).toString('hex'), plan })
    await this.publish(0, own)
    const hellos = new Map(await this.collect(0, Hello)).set(index, own)
    const other = [...hellos].find(([, hello]) => hello.plan !== plan)
    if (other) {
      const [who, hello] = other
      const detail = `Participant ${who} wants "${hello.plan}", and this one "${plan}".`
      throw new WalletError('INVALID_ARGUMENT', detail)
    }
    this.#session = transcriptOf(hellos)
  }

  /** Sends a value to all. @throws {WalletError} `INVALID_ARGUMENT` if this round was sent before. */
  async publish(round: number, value: unknown): Promise<void> {
    const body = JSON.stringify(value)
    const { identities, channel } = this.#options
    const signed = this.#signed(round, this.#agenda.index, body)
    const signature = sign(null, signed, identities.own).toString('base64url')
    await channel.put(round, JSON.stringify({ body, signature }))
  }

  /**
   * Waits for the values of all others in a round.
   *
   * @returns By participant, in order of their indexes.
   * @throws {WalletError} `TIMEOUT` or `INVALID_ARGUMENT`, naming the participants without a valid text.
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
      const detail = `Round ${round}: what participant ${from} sent is not signed with its key for this run.`
      throw new WalletError('INVALID_ARGUMENT', detail)
    }
    const prefix = `Round ${round}, participant ${from}: `
    return parse(schema, fromJson(body), 'INVALID_ARGUMENT', prefix)
  }

  /** The body of an envelope, if the sender's signature for this round is valid. */
  #read(round: number, from: number, text: string): string | undefined {
    const envelope = Envelope.safeParse(fromJson(text))
    if (!envelope.success) return undefined
    const { body, signature } = envelope.data
    const key = this.#options.identities.peers.get(from)
    // A participant may be a round ahead. Its text can be checked only once round 0 is complete here.
    if (!key || (round > 0 && !this.#session)) return undefined
    const bytes = Buffer.from(signature, 'base64url')
    return verify(null, this.#signed(round, from, body), key, bytes) ? body : undefined
  }

  #signed(round: number, from: number, body: string): Buffer {
    const session = round > 0 ? this.#session : ''
    return Buffer.from([LABEL, this.#agenda.purpose, session, round, from, body].join('\0'))
  }
}

/** 64 hex digits for a value, for participants to compare. */
export const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex')

/** Digest of all participants' texts in a round, 64 hex digits. */
export const transcriptOf = (said: ReadonlyMap<number, unknown>): string =>
  digestOf([...said].sort(([a], [b]) => a - b))
