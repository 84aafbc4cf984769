/** A redirect login that is under way: bound to the tab by its storage, and to the browser by its key. */
import { WalletError } from '../shared/errors.js'
import { takeResult } from '../shared/redirect.js'
import { deleteKey, getKey, putKey } from './key-store.js'
import { pageStorage } from './login-store.js'

interface Pending {
  /** Absent after a logout, which only has an `appState` to hand on. */
  state?: string
  appState: string
}

const itemName = (clientId: string) => `wallet-embed:redirect:${clientId}`
const keyName = (state: string) => `wallet-embed:redirect:${state}`

/** @throws {WalletError} `LOGIN_FAILED` where the browser denies the storage that a redirect needs. */
export async function savePending(
  clientId: string,
  state: string,
  appState: string,
  privateKey: CryptoKey,
): Promise<void> {
  try {
    // An earlier one of this tab was given up.
    const earlier = readPending(clientId)?.state
    if (earlier) await deleteKey(keyName(earlier))
    await putKey(keyName(state), privateKey)
    saveAppState(clientId, appState, state)
  } catch (cause) {
    const detail = "The browser denies storage, which a redirect needs; uxMode 'popup' does not."
    throw new WalletError('LOGIN_FAILED', detail, { cause })
  }
}

/** Has the next page of this tab hand back `appState`. */
export function saveAppState(clientId: string, appState: string, state?: string): void {
  const pending: Pending = { appState, ...(state && { state }) }
  pageStorage('session').setItem(itemName(clientId), JSON.stringify(pending))
}

/**
 * Takes a login's result out of the page's URL, and what was kept for it out of the storage. A result
 * that this tab did not ask for is taken out too, and is worth nothing.
 *
 * @returns What belongs to this application; nothing if there is nothing.
 */
export async function takePending(
  clientId: string,
): Promise<{ appState: string; jwe?: string; privateKey?: CryptoKey } | undefined> {
  const { url, state, result: jwe } = takeResult(location.href)
  // Another application of this page may be the one that waits for it.
  if (state && isPendingElsewhere(state, clientId)) return undefined
  if (jwe) history.replaceState(history.state, '', url)
  const pending = readPending(clientId)
  if (!pending || (pending.state && pending.state !== state)) return undefined
  pageStorage('session').removeItem(itemName(clientId))
  const { appState } = pending
  if (!pending.state || !jwe) return { appState }
  const privateKey = await getKey(keyName(pending.state))
  await deleteKey(keyName(pending.state))
  return privateKey ? { appState, jwe, privateKey } : { appState }
}

function readPending(clientId: string): Pending | undefined {
  try {
    return JSON.parse(pageStorage('session').getItem(itemName(clientId)) ?? '')
  } catch {
    return undefined
  }
}

function isPendingElsewhere(state: string, clientId: string): boolean {
  const prefix = itemName('')
  try {
    return Object.keys(pageStorage('session')).some((name) => {
      const other = name.slice(prefix.length)
      return name.startsWith(prefix) && other !== clientId && readPending(other)?.state === state
    })
  } catch {
    return false
  }
}
