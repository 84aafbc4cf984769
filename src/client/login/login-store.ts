/**
 * A login client's stored session: ciphertext in the page's storage, under a non-extractable key in IndexedDB. Where
 * either is denied, the session lives in memory only.
 */
import { fromBase64Url, toBase64Url, utf8 } from '../../shared/encoding.js'
import type { LoginClientOptions, LoginUserInfo } from '../../shared/options.js'
import { getKey, putKey } from './key-store.js'

export interface Session {
  /** 64 hex digits. */
  privKey: string
  /** Whether it is the wallet's own and not the application's. */
  isWalletKey: boolean
  userInfo: LoginUserInfo
  /** Grant for ID tokens; absent if the login service did not see the sign-in. */
  grant?: string | undefined
  /** Milliseconds since 1970. */
  expires: number
  storage: StorageKind
}

export type StorageKind = NonNullable<LoginClientOptions['storage']>

/** How the last session of an application ended: for good, or for a fast login later. */
export type LastLogout = 'fast' | 'plain'

/** Name of an item of the page's storage. */
export const itemName = (clientId: string): string => `wallet-embed:session:${clientId}`

/** Name of the key that decrypts the application's ID tokens. */
export const grantKeyName = (clientId: string): string => `${itemName(clientId)}:grant`

const logoutName = (clientId: string) => `wallet-embed:logout:${clientId}`

/** The page's storage. @throws {DOMException} `SecurityError` where the browser denies it. */
export const pageStorage = (kind: StorageKind): Storage =>
  kind === 'local' ? localStorage : sessionStorage

/** Stores the session, unless a logout happens at the same time in any tab. */
export async function saveSession(clientId: string, session: Session): Promise<void> {
  removeSession(clientId)
  try {
    const key = await keyOf(clientId)
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const sealed = await crypto.subtle.encrypt(
      algorithm(iv, clientId),
      key,
      utf8(JSON.stringify(session)),
    )
    const bytes = new Uint8Array([...iv, ...new Uint8Array(sealed)])
    if (lastLogout(clientId)) return
    pageStorage(session.storage).setItem(itemName(clientId), toBase64Url(bytes))
  } catch {
    // Memory has it.
  }
}

/** The session in either storage, if it has not expired. */
export async function loadSession(clientId: string): Promise<Session | undefined> {
  for (const kind of ['session', 'local'] as const) {
    try {
      const item = pageStorage(kind).getItem(itemName(clientId))
      if (!item) continue
      const bytes = fromBase64Url(item)
      const opened = await crypto.subtle.decrypt(
        algorithm(bytes.subarray(0, 12), clientId),
        await keyOf(clientId),
        bytes.subarray(12),
      )
      const session: Session = JSON.parse(new TextDecoder().decode(opened))
      if (session.expires > Date.now()) return session
    } catch {
      // Access was denied, or the data is not ours: it counts as no session.
    }
  }
  return undefined
}

export function removeSession(clientId: string): void {
  for (const kind of ['session', 'local'] as const) {
    quietly(() => pageStorage(kind).removeItem(itemName(clientId)))
  }
}

/** Records how a session ended, until the next login has told the wallet. Undefined: the wallet was told. */
export const saveLogout = (clientId: string, how?: LastLogout): void =>
  quietly(() =>
    how
      ? localStorage.setItem(logoutName(clientId), how)
      : localStorage.removeItem(logoutName(clientId)),
  )

export function lastLogout(clientId: string): LastLogout | undefined {
  let how: string | null | undefined
  quietly(() => {
    how = localStorage.getItem(logoutName(clientId))
  })
  return how === 'fast' || how === 'plain' ? how : undefined
}

/** Ignores errors: where storage is denied, there is nothing to read or remove. */
function quietly(act: () => void): void {
  try {
    act()
  } catch {}
}

const algorithm = (iv: Uint8Array<ArrayBuffer>, clientId: string): AesGcmParams => ({
  name: 'AES-GCM',
  iv,
  additionalData: utf8(clientId),
})

/** One key per application. It is never replaced, since other tabs' sessions use it as well. */
async function keyOf(clientId: string): Promise<CryptoKey> {
  const name = itemName(clientId)
  const known = await getKey(name)
  if (known) return known
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  try {
    await putKey(name, key, 'add')
    return key
  } catch (error) {
    // A different tab may have been faster.
    const theirs = await getKey(name)
    if (!theirs) throw error
    return theirs
  }
}
