/** Limits on a page's requests: how many, and how large. A page is not trusted to be moderate. */
import { WalletError } from '../../shared/errors.js'

/** Requests at once, and per second after. A page that reads a thousand balances stays below. */
const BURST = 2_000
const PER_SECOND = 500
/** Characters of a request's parameters, roughly as JSON would have them. */
const MAX_SIZE = 512 * 1024
/** Levels of lists and objects in each other. Typed data of real contracts has less than ten. */
const MAX_DEPTH = 64

/** Allows a burst of requests, and then a steady rate. */
export class RateLimit {
  readonly #now: () => number
  #left = BURST
  #at: number

  /** @param now - Milliseconds, never going back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
    this.#at = now()
  }

  /** @throws {WalletError} `LIMIT_EXCEEDED`. */
  take(): void {
    const now = this.#now()
    this.#left = Math.min(BURST, this.#left + ((now - this.#at) / 1000) * PER_SECOND)
    this.#at = now
    if (this.#left < 1) {
      throw new WalletError('LIMIT_EXCEEDED', `More than ${PER_SECOND} requests a second.`)
    }
    this.#left -= 1
  }
}

/**
 * Checks that a value from a port is JSON-like, or has bigints, and is within limits. It keeps a list instead of
 * recursing, so that nesting cannot exhaust the stack; a cyclic value is refused as too deep.
 *
 * @throws {WalletError} `LIMIT_EXCEEDED`, `INVALID_ARGUMENT`.
 */
export function checkSize(params: unknown): void {
  const rest: [value: unknown, depth: number][] = [[params, 0]]
  let size = 0
  for (let next = rest.pop(); next; next = rest.pop()) {
    const [value, depth] = next
    size += sizeOf(value)
    if (size > MAX_SIZE) {
      throw new WalletError('LIMIT_EXCEEDED', `params: at most ${MAX_SIZE / 1024} kB.`)
    }
    if (Object(value) !== value) continue
    if (depth >= MAX_DEPTH) {
      throw new WalletError('LIMIT_EXCEEDED', `params: at most ${MAX_DEPTH} levels deep.`)
    }
    for (const key of Object.keys(value as object)) {
      size += key.length
      rest.push([(value as Record<string, unknown>)[key], depth + 1])
    }
  }
}

function sizeOf(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return value.length + 2
    case 'number':
    case 'boolean':
    case 'undefined':
    // The methods say which are too big.
    case 'bigint':
      return 5
    case 'object':
      if (value === null || Array.isArray(value) || isPlain(value)) return 2
  }
  throw new WalletError('INVALID_ARGUMENT', 'params: expected what JSON can say.')
}

/** A structured clone of an object literal; not a buffer, map, date or file. */
const isPlain = (value: object): boolean => Object.getPrototypeOf(value) === Object.prototype
