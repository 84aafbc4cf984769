/**
 * The wallet's own session in this browser, beside those of the sites: in the storage of the wallet's windows, which
 * frames in other sites' pages cannot read. Half of its key lies at the login service, which withholds it once the
 * session is ended; the other half cannot be taken out of the browser.
 */
import * as z from 'zod/mini'
import { HalfAnswer } from '../../protocol/login-service/sessions.js'
import { Address } from '../../protocol/messages.js'
import { fromBase64Url, toBase64Url, utf8 } from '../../shared/encoding.js'
import { serviceUrl } from '../../shared/service-url.js'
import { sessionName } from '../../shared/session-name.js'
import { SealedSession, UserInfo } from '../session/session.js'
import { deleteKey } from '../signer/key-store.js'
import { readConfig } from '../support/config.js'
import { ask } from '../support/http.js'
import { readItem, writeItem } from '../support/storage.js'
import { currentRun, markRun } from './browser-run.js'
import type { Keeping } from './contract.js'

const ITEM = 'wallet-embed:browser-session'
/** Milliseconds: a person waits for it. */
const ASK_TIME = 3_000
/** Bytes, of AES-GCM. */
const IV_SIZE = 12

const KeptSession = z.object({
  sealed: SealedSession,
  address: Address,
  userInfo: UserInfo,
  /** Unix time in milliseconds. */
  expires: z.number(),
  isSaved: z.boolean(),
  /** Minutes without use after which the wallet locks itself; 0: never. */
  lockAfter: z.number(),
})

/** The stored form. Everything about the person is encrypted. */
const Stored = z.object({
  /** The session's. */
  id: z.string(),
  /** Unix time in milliseconds until which it is offered: until it expires or would be locked. */
  until: z.number(),
  /** Whether the session ends with the browser: then a cookie that ends with the browser is part of the key. */
  endsWithBrowser: z.boolean(),
  /** Id of the key in the browser's key store. */
  keyId: z.string(),
  /** base64url. */
  iv: z.string(),
  /** A `KeptSession`, base64url. */
  data: z.string(),
})
type Stored = z.infer<typeof Stored>
type About = Omit<Stored, 'iv' | 'data'>

export type KeptSession = z.infer<typeof KeptSession> & Pick<Stored, 'id' | 'endsWithBrowser'>

/**
 * One: the latest.
 *
 * @throws {Error} Where the browser denies storage or cookies.
 * @throws {WalletError} `SERVICE_UNAVAILABLE`, `LIMIT_EXCEEDED`.
 */
export async function keepSession(
  session: z.infer<typeof KeptSession>,
  { id, until, isLasting }: Keeping & { id: string },
): Promise<void> {
  await forgetSession()
  const { keyId } = session.sealed
  const about = { id, until, endsWithBrowser: !isLasting, keyId }
  const key = await keyOf(about, isLasting ? '' : markRun())
  if (!key) throw new Error('The session has ended.')
  const iv = crypto.getRandomValues(new Uint8Array(IV_SIZE))
  const text = utf8(JSON.stringify(session))
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, text)
  const ciphertext = { iv: toBase64Url(iv), data: toBase64Url(new Uint8Array(data)) }
  const stored: Stored = { ...about, ...ciphertext }
  if (!writeItem(ITEM, stored)) throw new Error('The browser denies storage to the wallet.')
}

/** Whether a kept session may exist, without reading it. */
export const isAnyKept = (): boolean => {
  try {
    return localStorage.getItem(ITEM) !== null
  } catch {
    return false
  }
}

/**
 * The kept session, if it is still valid. The login service decides: without its half of the key, nothing can be read.
 *
 * @throws {WalletError} `SERVICE_UNAVAILABLE`, `LIMIT_EXCEEDED`.
 */
export async function liveSession(): Promise<KeptSession | undefined> {
  const stored = readItem(ITEM, Stored)
  if (!stored) {
    await forgetSession()
    return undefined
  }
  const { id, until, endsWithBrowser, keyId } = stored
  const run = endsWithBrowser ? currentRun() : ''
  const isOver = until <= Date.now() || run === undefined
  const key = isOver ? undefined : await keyOf(stored, run)
  const session = key && (await open(stored, key))
  if (session) return { ...session, id, endsWithBrowser }
  await forgetSession(keyId)
  return undefined
}

/** With its key. @param keyId - Only this one: a different window may have kept a new session meanwhile. */
export async function forgetSession(keyId?: string): Promise<void> {
  const stored = readItem(ITEM, Stored)
  if (keyId && stored?.keyId !== keyId) return
  writeItem(ITEM, undefined)
  if (stored) await deleteKey(stored.keyId)
}

/**
 * The login service's half, with all that is stored in clear and the mark of the browser's run: changed, it opens nothing.
 *
 * @returns Nothing once the session is over.
 * @throws {WalletError} `SERVICE_UNAVAILABLE`, `LIMIT_EXCEEDED`.
 */
async function keyOf(about: About, run: string): Promise<CryptoKey | undefined> {
  const { id, until, endsWithBrowser, keyId } = about
  const url = serviceUrl((await readConfig()).loginService, '/sessions/half')
  const body = { name: await sessionName(id), expires: until }
  const { half } = await ask(url, HalfAnswer, { body, timeout: ASK_TIME })
  if (!half) return undefined
  const parts = JSON.stringify([half, id, until, endsWithBrowser, keyId, run])
  const hash = await crypto.subtle.digest('SHA-256', utf8(parts))
  return crypto.subtle.importKey('raw', hash, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

/** Undefined if the data was changed, or was sealed with a different half because the login service lost its secret. */
async function open({ iv, data }: Stored, key: CryptoKey) {
  try {
    const name = { name: 'AES-GCM', iv: fromBase64Url(iv) }
    const text = await crypto.subtle.decrypt(name, key, fromBase64Url(data))
    return KeptSession.parse(JSON.parse(new TextDecoder().decode(text)))
  } catch {
    return undefined
  }
}
