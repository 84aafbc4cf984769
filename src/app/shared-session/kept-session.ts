/**
 * The wallet's own session in this browser, beside those of the sites: in the storage of the wallet's windows, which
 * frames in other sites' pages cannot read. Half of its key lies at the login service, which gives it to nobody once the
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
})

/** How it is stored. What tells of the person is ciphertext. */
const Stored = z.object({
  /** The session's. */
  id: z.string(),
  /** Unix time in milliseconds until which it is offered: until it expires or would be locked. */
  until: z.number(),
  /** Of the run of the browser that it ends with; absent in one that is to outlive it. */
  run: z.optional(z.string()),
  /** Of the key in the browser's key store. */
  keyId: z.string(),
  /** base64url. */
  iv: z.string(),
  /** A `KeptSession` under the login service's half, base64url. */
  data: z.string(),
})
type Stored = z.infer<typeof Stored>

export type KeptSession = z.infer<typeof KeptSession> & {
  id: string
  /** Closing the browser ends it. */
  endsWithBrowser: boolean
}

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
  const half = await halfOf(id, until)
  if (!half) throw new Error('The session has ended.')
  const iv = crypto.getRandomValues(new Uint8Array(IV_SIZE))
  const text = utf8(JSON.stringify(session))
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, half, text)
  const run = isLasting ? undefined : markRun()
  const stored = {
    ...{ id, until, run, keyId: session.sealed.keyId },
    ...{ iv: toBase64Url(iv), data: toBase64Url(new Uint8Array(data)) },
  } satisfies Stored
  if (!writeItem(ITEM, stored)) throw new Error('The browser denies storage to the wallet.')
}

/** Whether there may be one. It is not read. */
export const isAnyKept = (): boolean => {
  try {
    return localStorage.getItem(ITEM) !== null
  } catch {
    return false
  }
}

/**
 * The session, if it goes on. The login service has to say so: without its half nothing can be read.
 *
 * @throws {WalletError} `SERVICE_UNAVAILABLE`, `LIMIT_EXCEEDED`.
 */
export async function liveSession(): Promise<KeptSession | undefined> {
  const stored = readItem(ITEM, Stored)
  if (!stored) return undefined
  const { id, until, run } = stored
  const isOver = until <= Date.now() || (run !== undefined && run !== currentRun())
  const half = isOver ? undefined : await halfOf(id, until)
  const session = half && (await open(stored, half))
  if (session) return { ...session, id, endsWithBrowser: run !== undefined }
  await forgetSession(id)
  return undefined
}

/** With its key. @param id - Only this one: a different window may have kept a new session meanwhile. */
export async function forgetSession(id?: string): Promise<void> {
  const stored = readItem(ITEM, Stored)
  if (id && stored?.id !== id) return
  writeItem(ITEM, undefined)
  if (stored) await deleteKey(stored.keyId)
}

/** Nothing once the session is over. @throws {WalletError} `SERVICE_UNAVAILABLE`, `LIMIT_EXCEEDED`. */
async function halfOf(id: string, expires: number): Promise<CryptoKey | undefined> {
  const url = serviceUrl((await readConfig()).loginService, '/sessions/half')
  const body = { name: await sessionName(id), expires }
  const { half } = await ask(url, HalfAnswer, { body, timeout: ASK_TIME })
  if (!half) return undefined
  return crypto.subtle.importKey('raw', fromBase64Url(half), 'AES-GCM', false, [
    'encrypt',
    'decrypt',
  ])
}

/** Nothing if it was sealed with a different half: the login service lost what it knew. */
async function open({ iv, data }: Stored, half: CryptoKey) {
  try {
    const name = { name: 'AES-GCM', iv: fromBase64Url(iv) }
    const text = await crypto.subtle.decrypt(name, half, fromBase64Url(data))
    return KeptSession.parse(JSON.parse(new TextDecoder().decode(text)))
  } catch {
    return undefined
  }
}
