/** Non-extractable keys in IndexedDB: session keys and prepared logins. */

/** Milliseconds. */
const TIMEOUT = 3_000
const STORE = 'keys'

interface Entry {
  key: CryptoKey | CryptoKeyPair
  /** Unix time in milliseconds. */
  expires: number
}

/** @throws {Error} Where the browser denies storage. */
export async function putKey(id: string, entry: Entry): Promise<void> {
  await run('readwrite', (store) => {
    // Deletes expired keys.
    const cursors = store.openCursor()
    cursors.onsuccess = () => {
      const cursor = cursors.result
      if (!cursor) return
      if ((cursor.value as Entry).expires < Date.now()) cursor.delete()
      cursor.continue()
    }
    return store.put(entry, id)
  })
}

/** @throws {Error} Where the browser denies storage. */
export async function getKey(id: string): Promise<CryptoKey | CryptoKeyPair | undefined> {
  const entry = await run<Entry | undefined>('readonly', (store) => store.get(id))
  return entry && entry.expires > Date.now() ? entry.key : undefined
}

/** If storage is denied, there is nothing to delete. */
export async function deleteKey(id: string): Promise<void> {
  await run('readwrite', (store) => store.delete(id)).catch(() => {})
}

async function run<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest,
): Promise<T> {
  const database = await open()
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode)
      const request = act(transaction.objectStore(STORE))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error ?? new Error('aborted'))
    })
  } finally {
    database.close()
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('wallet-embed', 1)
    const timer = setTimeout(() => reject(new Error('IndexedDB gives no answer.')), TIMEOUT)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    request.onsuccess = () => {
      clearTimeout(timer)
      resolve(request.result)
    }
    request.onerror = () => {
      clearTimeout(timer)
      reject(request.error)
    }
  })
}
