/**
 * Non-extractable keys in this origin's IndexedDB: the only browser storage that holds a CryptoKey without revealing
 * its bytes. Every function rejects where storage is denied.
 */
import { WalletError } from '../../shared/errors.js'

const DATABASE = 'wallet-embed'
const STORE = 'keys'
/** Milliseconds. A database blocked by a second tab would wait for ever. */
const TIMEOUT = 5_000

export const getKey = (name: string): Promise<CryptoKey | undefined> =>
  run('readonly', (store) => store.get(name))

/** @param how - `add` rejects if there is one already. */
export const putKey = (
  name: string,
  key: CryptoKey,
  how: 'put' | 'add' = 'put',
): Promise<unknown> => run('readwrite', (store) => store[how](key, name))

export const deleteKey = (name: string | IDBKeyRange): Promise<unknown> =>
  run('readwrite', (store) => store.delete(name))

async function run<T>(
  mode: IDBTransactionMode,
  action: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
  // Close the database even after the deadline: an open one cannot be deleted.
  const work = settled(opening).then((database) =>
    settled(action(database.transaction(STORE, mode).objectStore(STORE))).finally(() =>
      database.close(),
    ),
  )
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, TIMEOUT, new WalletError('TIMEOUT', 'IndexedDB.'))
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
