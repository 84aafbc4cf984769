/**
 * The wallet's own session in this browser, beside those of the sites: in the storage of the wallet's windows, which
 * frames in other sites' pages cannot read. As ciphertext, under a non-extractable key.
 */
import * as z from 'zod/mini'

import { Address } from '../../protocol/messages.js'
import { SealedSession, UserInfo } from '../session/session.js'
import { deleteKey } from '../signer/key-store.js'
import { readItem, writeItem } from '../support/storage.js'
import { isEnded } from './ended.js'

const ITEM = 'wallet-embed:browser-session'

const KeptSession = z.object({
  sealed: SealedSession,
  address: Address,
  userInfo: UserInfo,
  id: z.string(),
  /** Unix time in milliseconds. */
  expires: z.number(),
  isSaved: z._default(z.boolean(), false),
})
export type KeptSession = z.infer<typeof KeptSession>

/** One: the latest. @throws {Error} Where the browser denies storage. */
export async function keepSession(session: KeptSession): Promise<void> {
  await forgetSession()
  if (!writeItem(ITEM, session)) throw new Error('The browser denies storage to the wallet.')
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
 * The session, if it goes on. The login service has to say so: without its word nothing is carried anywhere.
 *
 * @throws {WalletError} `SERVICE_UNAVAILABLE`, `LIMIT_EXCEEDED`.
 */
export async function liveSession(): Promise<KeptSession | undefined> {
  const session = readItem(ITEM, KeptSession)
  if (!session) return undefined
  if (session.expires > Date.now() && !(await isEnded(session.id))) return session
  await forgetSession(session.id)
  return undefined
}

/** With its key. @param id - Only this one: a different window may have kept a new session meanwhile. */
export async function forgetSession(id?: string): Promise<void> {
  const session = readItem(ITEM, KeptSession)
  if (id && session?.id !== id) return
  writeItem(ITEM, undefined)
  if (session) await deleteKey(session.sealed.keyId)
}
