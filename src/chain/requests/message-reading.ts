/** Classifies a message to sign: text, sign-in, hash or bytes. */

import { readUtf8, visible } from '../values/text.js'
import { readSiwe, type SiweReading } from './siwe.js'

/** Bytes of a hash. */
const HASH = 32
/**
 * 32 bytes count as text if at most this many characters do not match. A hash whose bytes are all printable can be
 * found in 2^36 trials; one that reads like such a text takes 2^60.
 */
const WORDS: readonly [usual: RegExp, others: number][] = [
  [/[a-z\d\s]/g, 5],
  [/[A-Z\d\s]/g, 5],
  [/[^!-~]/g, 2],
]
const HASH_IN_TEXT = /(?<![\da-z])(?:0x)?[\da-f]{64}(?![\da-z])/gi
/** Names that logins use for a nonce. No protocol uses such a name for an order. */
const NONCE = /\b(nonce|challenge)\W{0,3}$/i
/** Characters before the hash in which such a name is looked for. */
const BEFORE = 16
/** Controls that a text has no use for; together with a fitting size they are a sign of bytes. */
const CONTROL = /[\p{Cc}]/u
const PLAIN = /[\n\r\t]/g

export interface MessageReading {
  /** Absent if the bytes are not text. */
  text?: string
  /** The text with all hidden characters shown. */
  shown?: string
  /**
   * `hash`: the bytes are only a hash, and may stand for anything. `transaction`: the bytes have the form of one.
   * Absent for sign-ins.
   */
  looksLike?: 'hash' | 'transaction' | 'text with a hash'
  siwe: SiweReading
}

/** Reads the bytes that are signed. */
export function readMessage(bytes: Uint8Array): MessageReading {
  const text = readUtf8(bytes)
  const siwe: SiweReading = text === undefined ? { kind: 'none' } : readSiwe(text)
  const looksLike = siwe.kind === 'siwe' ? undefined : lookOf(bytes, text)
  return {
    ...(text !== undefined && { text, shown: visible(text) }),
    ...(looksLike && { looksLike }),
    siwe,
  }
}

function lookOf(bytes: Uint8Array, text: string | undefined): MessageReading['looksLike'] {
  if (text === undefined || CONTROL.test(text.replace(PLAIN, ''))) {
    return bytes.length === HASH ? 'hash' : isTransaction(bytes) ? 'transaction' : undefined
  }
  if (isWrittenHash(text) || (bytes.length === HASH && !isWords(text))) return 'hash'
  const isUnnamed = [...text.matchAll(HASH_IN_TEXT)].some(
    ({ index }) => !NONCE.test(text.slice(Math.max(0, index - BEFORE), index)),
  )
  return isUnnamed ? 'text with a hash' : undefined
}

/** Digits of a hash, with any separators, or its base64. */
function isWrittenHash(text: string): boolean {
  const digits = text.replace(/0x|\\x/gi, '').replace(/[^\p{L}\p{N}]/gu, '')
  const lines = text.replace(/[\r\n]/g, '').trim()
  return /^([\da-f]{64}|\d{72,78})$/i.test(digits) || /^[\w+/-]{43}=?$/.test(lines)
}

const isWords = (text: string): boolean =>
  WORDS.some(([usual, others]) => [...text.replace(usual, '')].length <= others)

/** A list in RLP that fills all the bytes, after a transaction's type (EIP-2718) or without one. */
function isTransaction(bytes: Uint8Array): boolean {
  const list = bytes[0]! <= 4 ? bytes.subarray(1) : bytes
  const first = list[0] ?? 0
  if (first < 0xf8) return first >= 0xc0 && list.length === 1 + first - 0xc0 && list.length > 8
  const digits = first - 0xf7
  const size = list.subarray(1, 1 + digits).reduce((sum, byte) => sum * 256 + byte, 0)
  return list.length === 1 + digits + size
}
