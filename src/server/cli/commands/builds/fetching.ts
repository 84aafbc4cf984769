/** Fetches from an untrusted host: each answer has a deadline and a size limit. */
import type { KeyObject } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'

import { WalletError } from '../../../../shared/errors.js'
import { isUrl } from '../../../keys/clock.js'
import { readBody } from '../../../keys/outside/answer.js'
import { unreadable } from '../../../platform/read-file.js'
import { type Entry, MAX_LIST, readBuilds } from '../../../wallet-app/builds.js'
import { askFor, TIMEOUT, whyNoAnswer } from '../check/asking.js'

/** The encodings that browsers accept over TLS. */
const HEADERS = { 'accept-encoding': 'br, gzip' }

export interface Fetched {
  status: number
  headers: Headers
  /** Decompressed; empty if the status is not 200. */
  bytes: Buffer
}

/** A time limit for all requests of one look. */
export class Deadline {
  readonly #end: number

  constructor(ms: number) {
    this.#end = performance.now() + ms
  }

  /** Whole milliseconds. */
  get left(): number {
    return Math.max(0, Math.floor(this.#end - performance.now()))
  }
}

/**
 * Tries again if the connection broke: the host may close a kept-alive connection at any time.
 *
 * @throws {WalletError} `LIMIT_EXCEEDED` if the answer is too long; else as `fetch`.
 */
export async function fetchBytes(url: string, limit: number, deadline: Deadline): Promise<Fetched> {
  try {
    return await fetchOnce(url, limit, deadline)
  } catch (error) {
    if (WalletError.is(error) || (error as Error).name === 'TimeoutError') throw error
    return fetchOnce(url, limit, deadline)
  }
}

/**
 * The list of builds.
 *
 * @param place - A file or a URL.
 * @throws {WalletError} `INVALID_ARGUMENT`, naming the place, if it cannot be read, or is not as it was signed.
 */
export async function fetchBuilds(
  place: string,
  key: KeyObject,
  deadline = new Deadline(TIMEOUT),
): Promise<Entry[]> {
  return readBuilds(await (isUrl(place) ? listAt(place, deadline) : listIn(place)), key, place)
}

/** Why there was no usable answer. */
export const whyNot = (error: unknown): string =>
  WalletError.is(error) ? (error.detail ?? error.message) : whyNoAnswer(error)

async function fetchOnce(url: string, limit: number, deadline: Deadline): Promise<Fetched> {
  const answer = await askFor(url, HEADERS, deadline.left)
  const { status, headers, body } = answer
  if (status !== 200 || !body) {
    await body?.cancel()
    return { status, headers, bytes: Buffer.alloc(0) }
  }
  return { status, headers, bytes: await readBody(answer, limit) }
}

async function listAt(url: string, deadline: Deadline): Promise<Buffer> {
  const wrong = (what: string) => new WalletError('INVALID_ARGUMENT', `${url}: ${what}.`)
  const { status, bytes } = await fetchBytes(url, MAX_LIST, deadline).catch((error) => {
    throw wrong(whyNot(error))
  })
  if (status !== 200) throw wrong(`answers ${status}`)
  return bytes
}

async function listIn(file: string): Promise<Buffer> {
  const { size } = await stat(file).catch(unreadable(file))
  if (size > MAX_LIST) {
    throw new WalletError('INVALID_ARGUMENT', `${file}: has more than ${MAX_LIST} bytes.`)
  }
  return readFile(file).catch(unreadable(file))
}
