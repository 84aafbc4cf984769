/** The login service's mailbox, for windows that cannot reach each other. It is given ciphertext only. */
import * as z from 'zod/mini'

import { MailboxAnswer } from '../../protocol/service.js'
import { fromBase64Url, toBase64Url, utf8 } from '../../shared/encoding.js'
import { WalletError } from '../../shared/errors.js'
import { letterId } from '../../shared/mailbox.js'
import { serviceUrl } from '../../shared/service-url.js'
import { ask } from '../support/http.js'

/** Milliseconds that the service may keep a request waiting, and then some. */
const TAKE_TIMEOUT = 30_000
/** Milliseconds to wait after an empty answer. */
const RETRY = 2_000
const INFO = 'wallet-embed/mailbox-key/v1'

export const mailboxUrl = (loginService: string): string => serviceUrl(loginService, '/mailbox')

/**
 * Leaves a letter for the holder of `state`.
 *
 * @param data - Ciphertext.
 * @throws {WalletError} `SERVICE_UNAVAILABLE`, `LIMIT_EXCEEDED`.
 */
export async function leaveLetter(
  loginService: string,
  state: string,
  data: string,
): Promise<void> {
  const body = { id: await letterId(state), data }
  await ask(mailboxUrl(loginService), z.object({}), { body })
}

/**
 * Waits for the letter of a login, through all errors of the service.
 *
 * @throws {WalletError} `ABORTED`. Without a signal that aborts it waits for ever.
 */
export async function awaitLetter(
  loginService: string,
  state: string,
  signal: AbortSignal,
): Promise<string> {
  const body = { id: await letterId(state) }
  const options = { body, signal, timeout: TAKE_TIMEOUT }
  while (!signal.aborted) {
    try {
      const { data } = await ask(`${mailboxUrl(loginService)}/take`, MailboxAnswer, options)
      if (data !== null) return data
    } catch {
      await pause(RETRY, signal)
    }
  }
  throw new WalletError('ABORTED')
}

/** Encrypts for the holder of `state`. */
export async function seal(text: string, state: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const name = { name: 'AES-GCM', iv }
  const sealed = await crypto.subtle.encrypt(name, await keyOf(state), utf8(text))
  return toBase64Url(new Uint8Array([...iv, ...new Uint8Array(sealed)]))
}

/** @throws {WalletError} `TOKEN_MALFORMED` */
export async function unseal(data: string, state: string): Promise<string> {
  try {
    const bytes = fromBase64Url(data)
    const name = { name: 'AES-GCM', iv: bytes.subarray(0, 12) }
    const opened = await crypto.subtle.decrypt(name, await keyOf(state), bytes.subarray(12))
    return new TextDecoder().decode(opened)
  } catch (cause) {
    throw new WalletError('TOKEN_MALFORMED', 'The letter cannot be opened.', { cause })
  }
}

/** The state is random: no salt is needed. */
async function keyOf(state: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', utf8(state), 'HKDF', false, ['deriveKey'])
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: utf8(INFO) }
  const aes = { name: 'AES-GCM', length: 256 }
  return crypto.subtle.deriveKey(hkdf, material, aes, false, ['encrypt', 'decrypt'])
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}
