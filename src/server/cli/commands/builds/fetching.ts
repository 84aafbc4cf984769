/** Bytes from a host that is not trusted: each answer has a deadline, and may have so many bytes. */
import type { KeyObject } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'

import { WalletError } from '../../../../shared/errors.js'
import { isUrl } from '../../../keys/clock.js'
import { unreadable } from '../../../platform/read-file.js'
import { type Entry, MAX_LIST, readBuilds } from '../../../wallet-app/builds.js'
import { askFor, whyNoAnswer } from '../check/asking.js'

/** As browsers ask over TLS. */
const HEADERS = { 'accept-encoding': 'br, gzip' }

export interface Fetched {
  status: number
  /** Decompressed; nothing if the status is not 200. */
  bytes: Buffer
}

/**
 * Asks a second time if no answer came: a connection may end while it is kept for the next question.
 *
 * @throws {WalletError} `LIMIT_EXCEEDED` if the answer is too long; else as `fetch`.
 */
export async function fetchBytes(url: string, limit: number, end?: AbortSignal): Promise<Fetched> {
  try {
    return await fetchOnce(url, limit, end)
  } catch (error) {
    if (WalletError.is(error) || end?.aborted) throw error
    return fetchOnce(url, limit, end)
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
  end?: AbortSignal,
): Promise<Entry[]> {
  return readBuilds(await (isUrl(place) ? listAt(place, end) : listIn(place)), key, place)
}

/** Why no answer came, or none that counts. */
export const whyNot = (error: unknown): string =>
  WalletError.is(error) ? (error.detail ?? error.message) : whyNoAnswer(error)

async function fetchOnce(url: string, limit: number, end?: AbortSignal): Promise<Fetched> {
  const answer = await askFor(url, HEADERS, end)
  const { status, body } = answer
  if (status !== 200 || !body) {
    await body?.cancel()
    return { status, bytes: Buffer.alloc(0) }
  }
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body) {
    size += part.length
    if (size > limit) throw new WalletError('LIMIT_EXCEEDED', `has more than ${limit} bytes`)
    parts.push(part)
  }
  return { status, bytes: Buffer.concat(parts) }
}

async function listAt(url: string, end?: AbortSignal): Promise<Buffer> {
  const wrong = (what: string) => new WalletError('INVALID_ARGUMENT', `${url}: ${what}.`)
  const { status, bytes } = await fetchBytes(url, MAX_LIST, end).catch((error) => {
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
