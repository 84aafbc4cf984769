/**
 * A port between a frame and a window of the wallet's that have no other connection: the page's policy severed them,
 * and browsers share no storage, channel or worker between them. Messages travel as letters through the login service's
 * mailbox. Both ends know a secret that the frame made and gave to the window only.
 *
 * Each letter is sealed with a key for its direction, under an id of direction and number, and bound to both: a letter
 * that was changed, dropped, replayed, moved or reflected cannot be opened in its place, and ends the conversation.
 */
import * as z from 'zod/mini'

import type { Endpoint } from '../../protocol/peer.js'
import { fromBase64Url, randomId, toBase64Url, utf8 } from '../../shared/encoding.js'
import { WalletError } from '../../shared/errors.js'
import { letterId } from '../../shared/mailbox.js'
import { readConfig } from '../support/config.js'
import { awaitLetter, leaveLetter, mailboxUrl } from './mailbox.js'

/** Milliseconds without a letter after which the other end counts as gone: the service keeps letters as long. */
const SILENCE = 600_000
/** Milliseconds for which a letter is tried to be left, and between two tries. */
const LEAVE_TIME = 30_000
const RETRY = 2_000
/** Bytes of messages per letter: the service takes 16,384 characters, sealed and as base64url. */
const PART = 12_000
/** Letters per batch of messages: more than the largest request that a frame takes. */
const MAX_PARTS = 80
const INFO = 'wallet-embed/question/v1'
const SECRET_SIZE = 32
const IV_SIZE = 12

/** Kind of a letter: more parts follow, the last part, or the end of the conversation. */
const [MORE, LAST, BYE] = [0, 1, 2]

const SIDES = ['frame', 'window'] as const
type Side = (typeof SIDES)[number]
const Messages = z.array(z.unknown())

export interface LetterPortOptions {
  /** From `newSecret`. */
  secret: string
  side: Side
  /** Milliseconds until the first letter from the other side. */
  arriveTime: number
  /** No more messages will come. Not called after `close`. @param isTold - The other side said so itself. */
  onEnd: (isTold: boolean) => void
}

/** Beyond guessing, and of use for one conversation. */
export const newSecret = (): string => randomId(SECRET_SIZE)

export class LetterPort extends EventTarget implements Endpoint {
  readonly #options: LetterPortOptions
  readonly #service = readConfig().then(({ loginService }) => loginService)
  readonly #seals: Promise<Record<Side, Seal>>
  readonly #reading = new AbortController()
  #outgoing: unknown[] = []
  #sending: Promise<void> | undefined
  #sent = 0
  /** Ready to be left while the document goes, when there is no time to seal anything. */
  #byes: (() => void)[] = []
  #isClosed = false

  constructor(options: LetterPortOptions) {
    super()
    this.#options = options
    this.#seals = sealsOf(options.secret)
    // Rejections reach the calls that await the service.
    this.#service.catch(() => {})
    window.addEventListener('pagehide', this.#onPageHide)
  }

  start(): void {
    void this.#read()
  }

  postMessage(message: unknown): void {
    if (this.#isClosed) return
    this.#outgoing.push(message)
    this.#sending ??= this.#send().finally(() => {
      this.#sending = undefined
    })
  }

  /** Sends pending messages first, then the end. */
  close(): void {
    if (this.#isClosed) return
    this.#stop()
    void Promise.resolve(this.#sending)
      .then(() => this.#leave(BYE))
      .catch(() => {})
      .finally(() => window.removeEventListener('pagehide', this.#onPageHide))
  }

  #stop(): void {
    this.#isClosed = true
    this.#reading.abort()
  }

  #end(isTold: boolean): void {
    if (this.#isClosed) return
    this.#stop()
    window.removeEventListener('pagehide', this.#onPageHide)
    this.#options.onEnd(isTold)
  }

  #onPageHide = (): void => {
    this.#leaveByes()
    // If the browser restores this document from its cache, the conversation is already over.
    this.#end(false)
  }

  async #send(): Promise<void> {
    try {
      // Messages posted in the same turn share a letter, and so do those posted while a letter is being sent.
      await pause(0)
      while (this.#outgoing.length) {
        const bytes = utf8(encode(this.#outgoing.splice(0)))
        if (bytes.length > PART * MAX_PARTS) throw new WalletError('LIMIT_EXCEEDED')
        for (let at = 0; at < bytes.length; at += PART) {
          const isLast = at + PART >= bytes.length
          await this.#leave(isLast ? LAST : MORE, bytes.subarray(at, at + PART))
        }
      }
    } catch {
      this.#end(false)
    }
  }

  async #leave(flag: number, bytes = new Uint8Array()): Promise<void> {
    const [service, letter] = await Promise.all([this.#service, this.#seal(flag, bytes)])
    // One bye for this letter's number and one for the next: if the document ends during the request, the letter may or
    // may not have arrived.
    const byes = await Promise.all([
      this.#bye(service, this.#sent),
      this.#bye(service, this.#sent + 1),
    ])
    this.#byes = byes
    const end = Date.now() + LEAVE_TIME
    for (;;) {
      try {
        await leaveLetter(service, letter.state, letter.data)
        break
      } catch (error) {
        if (Date.now() > end) throw error
        await pause(RETRY)
      }
    }
    this.#sent += 1
    this.#byes = byes.slice(1)
  }

  /** Prepares a last letter with a given number. Returns a function that sends it. */
  async #bye(service: string, at: number): Promise<() => void> {
    const { state, data } = await this.#seal(BYE, undefined, at)
    const body = JSON.stringify({ id: await letterId(state), data })
    return () => leaveLast(mailboxUrl(service), body)
  }

  #leaveByes(): void {
    for (const leave of this.#byes.splice(0)) leave()
  }

  async #seal(
    flag: number,
    bytes = new Uint8Array(),
    at = this.#sent,
  ): Promise<{ state: string; data: string }> {
    const { side } = this.#options
    const { key, name } = (await this.#seals)[side]
    const state = `${name} ${at}`
    const iv = crypto.getRandomValues(new Uint8Array(IV_SIZE))
    const sealing = { name: 'AES-GCM', iv, additionalData: utf8(state) }
    const sealed = await crypto.subtle.encrypt(sealing, key, new Uint8Array([flag, ...bytes]))
    return { state, data: toBase64Url(new Uint8Array([...iv, ...new Uint8Array(sealed)])) }
  }

  async #read(): Promise<void> {
    let isTold = false
    try {
      let parts: Uint8Array[] = []
      for (let at = 0; !isTold; at++) {
        const [flag, bytes] = await this.#take(at)
        parts.push(bytes)
        if (flag === BYE) isTold = true
        else if (flag === LAST) {
          for (const message of decode(parts)) this.#hear(message)
          parts = []
        } else if (parts.length > MAX_PARTS) throw new WalletError('LIMIT_EXCEEDED')
      }
    } catch {
      // No letter came in time, or one was forged. The real other side may still listen, so it gets a bye.
      this.#leaveByes()
    }
    this.#end(isTold)
  }

  #hear(data: unknown): void {
    if (!this.#isClosed) this.dispatchEvent(new MessageEvent('message', { data }))
  }

  async #take(at: number): Promise<[flag: number, bytes: Uint8Array]> {
    const [service, seals] = await Promise.all([this.#service, this.#seals])
    const { side, arriveTime } = this.#options
    const { key, name } = seals[side === 'frame' ? 'window' : 'frame']
    const state = `${name} ${at}`
    const timeout = AbortSignal.timeout(at ? SILENCE : arriveTime)
    const signal = AbortSignal.any([this.#reading.signal, timeout])
    const data = fromBase64Url(await awaitLetter(service, state, signal))
    const opening = {
      name: 'AES-GCM',
      iv: data.subarray(0, IV_SIZE),
      additionalData: utf8(state),
    }
    const opened = await crypto.subtle.decrypt(opening, key, data.subarray(IV_SIZE))
    const [flag, ...bytes] = new Uint8Array(opened)
    return [flag ?? BYE, new Uint8Array(bytes)]
  }
}

interface Seal {
  key: CryptoKey
  /** Base of the letters' ids. */
  name: string
}

/** The secret is random: no salt is needed. */
async function sealsOf(secret: string): Promise<Record<Side, Seal>> {
  const material = await crypto.subtle.importKey('raw', fromBase64Url(secret), 'HKDF', false, [
    'deriveBits',
    'deriveKey',
  ])
  const salt = new Uint8Array()
  const hkdf = (what: string) => ({ name: 'HKDF', hash: 'SHA-256', salt, info: utf8(what) })
  const aes = { name: 'AES-GCM', length: 256 }
  const sealOf = async (side: Side): Promise<Seal> => {
    const [key, name] = await Promise.all([
      crypto.subtle.deriveKey(hkdf(`${INFO} key ${side}`), material, aes, false, [
        'encrypt',
        'decrypt',
      ]),
      crypto.subtle.deriveBits(hkdf(`${INFO} name ${side}`), material, 256),
    ])
    return { key, name: toBase64Url(new Uint8Array(name)) }
  }
  const [frame, window] = await Promise.all(SIDES.map(sealOf))
  return { frame: frame!, window: window! }
}

/**
 * Encodes messages as JSON, with the types that only a structured clone keeps. Every string gets a prefix, so that no
 * string can pass for a number or for bytes.
 */
const encode = (messages: unknown[]): string =>
  JSON.stringify(messages, (_, value: unknown) => {
    if (typeof value === 'string') return `t${value}`
    if (typeof value === 'bigint') return `n${value}`
    if (value instanceof Uint8Array) return `b${toBase64Url(value)}`
    return value
  })

/** @throws {Error} For values that `encode` does not write. */
function decode(parts: Uint8Array[]): unknown[] {
  const bytes = new Uint8Array(parts.flatMap((part) => [...part]))
  const said: unknown = JSON.parse(new TextDecoder().decode(bytes), (_, value: unknown) => {
    if (typeof value !== 'string') return value
    const text = value.slice(1)
    if (value[0] === 't') return text
    if (value[0] === 'n') return BigInt(text)
    if (value[0] === 'b') return fromBase64Url(text)
    throw new WalletError('INVALID_REQUEST')
  })
  return Messages.parse(said)
}

/** As `leaveLetter`, while the document unloads. There is no way to know whether the letter arrived. */
function leaveLast(url: string, body: string): void {
  const headers = { 'content-type': 'application/json' }
  fetch(url, { method: 'POST', headers, body, keepalive: true, credentials: 'omit' }).catch(
    () => {},
  )
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
