/** A redirect login that is under way: bound to the tab by its storage, and to the browser by its key. */
import { WalletError } from '../shared/errors.js'
import { takeResult } from '../shared/redirect.js'
import { deleteKey, getKey, putKey } from './key-store.js'
import { pageStorage } from './login-store.js'

/** A tab can leave once: what it left for before was given up. */
const ITEM = 'wallet-embed:redirect'

interface Pending {
  clientId: string
  /** Absent after a logout, which only has an `appState` to hand on. */
  state?: string | undefined
  appState: string
}

interface Taken {
  appState: string
  /** A JWE, and the key for it. */
  result?: string | undefined
  privateKey?: CryptoKey | undefined
}

const keyName = (state: string) => `${ITEM}:${state}`

/** @throws {WalletError} `LOGIN_FAILED` where the browser denies the storage that a redirect needs. */
export async function savePending(
  clientId: string,
  state: string,
  appState: string,
  privateKey: CryptoKey,
): Promise<void> {
  try {
    const earlier = readPending()?.state
    if (earlier) await deleteKey(keyName(earlier))
    await putKey(keyName(state), privateKey)
    saveAppState(clientId, appState, state)
  } catch (cause) {
    const detail = 'The browser denies storage, which a redirect needs.'
    throw new WalletError('LOGIN_FAILED', detail, { cause })
  }
}

/** Has the next page of this tab hand back `appState`. @throws {DOMException} Where storage is denied. */
export function saveAppState(clientId: string, appState: string, state?: string): void {
  const pending: Pending = { clientId, appState, state }
  pageStorage('session').setItem(ITEM, JSON.stringify(pending))
}

/**
 * Takes a login's result out of the page's URL, and what was kept for it out of the storage. A result
 * that this tab did not ask for is taken out too, and is worth nothing.
 *
 * @returns What belongs to this application; nothing if there is nothing.
 */
export async function takePending(clientId: string): Promise<Taken | undefined> {
  const { url, state, result } = takeResult(location.href)
  const pending = readPending()
  const isExpected = pending?.state === state
  const isOwn = pending?.clientId === clientId
  // Another application of this page may be the one that waits for it.
  if (pending && isExpected && !isOwn) return undefined
  if (result) history.replaceState(history.state, '', url)
  if (!isOwn || !isExpected) return undefined
  pageStorage('session').removeItem(ITEM)
  const { appState } = pending
  if (!state) return { appState }
  const privateKey = await getKey(keyName(state))
  await deleteKey(keyName(state))
  return { appState, result, privateKey }
}

function readPending(): Pending | undefined {
  try {
    return JSON.parse(pageStorage('session').getItem(ITEM)!) ?? undefined
  } catch {
    return undefined
  }
}
