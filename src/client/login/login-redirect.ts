/** A pending redirect login, bound to the tab by session storage and to the browser by a key. */
import { WalletError } from '../../shared/errors.js'
import { readResultIn } from '../../shared/redirect.js'
import { deleteKey, getKey, putKey } from './key-store.js'
import { pageStorage } from './login-store.js'

/** A tab can leave once: a second redirect replaces the first. */
const ITEM = 'wallet-embed:redirect'
/** Milliseconds in which a login may come back: a day. */
const KEPT = 86_400_000

interface Pending {
  clientId: string
  /** Absent after a logout, which only has an `appState` to hand on. */
  state?: string | undefined
  appState: string
  /** The page's fragment before the login. On return it is restored, since the result uses the URL's fragment. */
  hash?: string | undefined
}

interface Taken {
  appState: string
  /** A JWE, and the key for it. */
  result?: string | undefined
  privateKey?: CryptoKey | undefined
}

/** The fragment when the page was opened: a hash router may have replaced it since. */
let arrived = globalThis.location?.hash ?? ''

const keyName = (state: string) => `${ITEM}:${state}`

/**
 * @param state - Begins with the time, so that old keys are found.
 * @throws {WalletError} `LOGIN_FAILED` where the browser denies the storage that a redirect needs.
 */
export async function savePending(
  clientId: string,
  state: string,
  appState: string,
  privateKey: CryptoKey,
  hash?: string,
): Promise<void> {
  try {
    // A copy of this tab may still wait for the pending login that both have, so only old keys are removed.
    const oldest = keyName(`${Date.now() - KEPT}`)
    await deleteKey(IDBKeyRange.bound(keyName(''), oldest))
    await putKey(keyName(state), privateKey)
    saveAppState(clientId, appState, state, hash)
  } catch (cause) {
    const detail = 'A redirect needs storage.'
    throw new WalletError('LOGIN_FAILED', detail, { cause })
  }
}

/** Hands `appState` to the next page of this tab. @throws {DOMException} Where storage is denied. */
export function saveAppState(
  clientId: string,
  appState: string,
  state?: string,
  hash?: string,
): void {
  const pending: Pending = { clientId, appState, state, hash }
  pageStorage('session').setItem(ITEM, JSON.stringify(pending))
}

/**
 * Takes a login's result out of the page's URL, and its pending login out of the storage. A result that this tab did
 * not ask for is removed as well, and ignored.
 *
 * @returns The result, if it belongs to this application.
 */
export async function takePending(clientId: string): Promise<Taken | undefined> {
  const { state, result } = readResultIn(arrived)
  const pending = readPending()
  const isExpected = pending?.state === state
  const isOwn = pending?.clientId === clientId
  // A second application of this page may have started this login.
  if (pending && isExpected && !isOwn) return undefined
  arrived = ''
  if (readResultIn(location.hash).result) {
    const [page] = location.href.split('#')
    history.replaceState(history.state, '', page + ((isExpected && pending?.hash) || ''))
  }
  if (result && !isExpected) passOn(state!, result)
  if (!isOwn || !isExpected) return undefined
  pageStorage('session').removeItem(ITEM)
  const { appState } = pending
  if (!state) return { appState }
  const privateKey = await getKey(keyName(state))
  await deleteKey(keyName(state))
  return { appState, result, privateKey }
}

/** Passes a result on to the page of this origin that waits for it. Once that page answers, this window closes. */
function passOn(state: string, result: string): void {
  const channel = new BroadcastChannel(keyName(state))
  channel.onmessage = () => close()
  channel.postMessage(result)
}

/**
 * The result of a popup login whose window the page's policy cut off. The login then ends at a page of this origin in
 * that window, which passes the result on. Rejects if the browser denies storage.
 */
export const passedOn = (state: string, signal: AbortSignal): Promise<string> =>
  new Promise((resolve) => {
    // The login may be over already, and a signal reports that only once.
    if (signal.aborted) return
    const channel = new BroadcastChannel(keyName(state))
    channel.onmessage = ({ data }) => {
      channel.postMessage('')
      resolve(data)
    }
    signal.addEventListener('abort', () => channel.close())
  })

function readPending(): Pending | undefined {
  try {
    return JSON.parse(pageStorage('session').getItem(ITEM)!) ?? undefined
  } catch {
    return undefined
  }
}
