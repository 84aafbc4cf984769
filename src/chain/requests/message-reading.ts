/** What a message is that somebody is asked to sign. */

import { readUtf8, visible } from '../values/text.js'
import { readSiwe, type SiweReading } from './siwe.js'

/** Bytes of a hash. */
const HASH = 32
/** Controls that a text has no use for; together with a fitting size they are a sign of bytes. */
const CONTROL = /[\p{Cc}]/u
const PLAIN = /[\n\r\t]/g

export interface MessageReading {
  /** Absent if it is no text. */
  text?: string
  /** The text with all hidden characters shown. */
  shown?: string
  /** `hash`: it may stand for anything. `transaction`: it is built like one. */
  looksLike?: 'hash' | 'transaction'
  siwe: SiweReading
}

/** Reads the bytes that are signed. */
export function readMessage(bytes: Uint8Array): MessageReading {
  const text = readUtf8(bytes)
  const isWritten = text !== undefined && !CONTROL.test(text.replace(PLAIN, ''))
  const looksLike = isHash(bytes, isWritten ? text : undefined)
    ? 'hash'
    : !isWritten && isTransaction(bytes)
      ? 'transaction'
      : undefined
  return {
    ...(text !== undefined && { text, shown: visible(text) }),
    ...(looksLike && { looksLike }),
    siwe: text === undefined ? { kind: 'none' } : readSiwe(text),
  }
}

/** The bytes of a hash, or its digits. */
const isHash = (bytes: Uint8Array, text?: string): boolean =>
  text === undefined ? bytes.length === HASH : /^\s*(0x)?[0-9a-f]{64}\s*$/i.test(text)

/** A list in RLP that fills all the bytes, after a transaction's type (EIP-2718) or without one. */
function isTransaction(bytes: Uint8Array): boolean {
  const list = bytes[0]! <= 4 ? bytes.subarray(1) : bytes
  const first = list[0] ?? 0
  if (first < 0xf8) return first >= 0xc0 && list.length === 1 + first - 0xc0 && list.length > 8
  const digits = first - 0xf7
  const size = list.subarray(1, 1 + digits).reduce((sum, byte) => sum * 256 + byte, 0)
  return list.length === 1 + digits + size
}
