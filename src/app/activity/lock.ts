/** Locks shared by all frames and tabs with the same storage. */
import { WalletError } from '../../shared/errors.js'

/** Milliseconds: longer than a sender that is alive takes, with all that its node may take. */
const PATIENCE = 60_000

/**
 * Used instead of browser locks where there are none, as in a frame without storage: a queue for this document alone.
 */
let last: Promise<unknown> = Promise.resolve()
let isBusy = false

/**
 * Runs `work` with the lock of this name.
 *
 * @throws {WalletError} `TIMEOUT` if a different tab does not release it; what `work` throws.
 */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const locks = await usableLocks()
  if (!locks) return inTurn(work)
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), PATIENCE)
  let isMine = false
  try {
    // The signal counts until the lock is had.
    return (await locks.request(nameOf(name), { signal: patience.signal }, () => {
      isMine = true
      clearTimeout(timer)
      return work()
    })) as T
  } catch (error) {
    if (isMine) throw error
    throw new WalletError('TIMEOUT', 'Another tab of this wallet is sending.', { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

/** Runs `work` now, or not at all if the lock is taken. */
export async function ifUnlocked(name: string, work: () => Promise<void>): Promise<void> {
  const locks = await usableLocks()
  if (!locks) return isBusy ? undefined : inTurn(work)
  await locks.request(nameOf(name), { ifAvailable: true }, async (lock) => {
    if (lock) await work()
  })
}

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(async () => {
    isBusy = true
    try {
      return await work()
    } finally {
      isBusy = false
    }
  })
  last = turn.catch(() => {})
  return turn
}

const nameOf = (name: string): string => `wallet-embed:${name}`

/** Only secure contexts have locks, and asking for one fails where storage is denied. */
async function usableLocks(): Promise<LockManager | undefined> {
  const locks = globalThis.navigator?.locks
  try {
    await locks?.query()
    return locks
  } catch {
    return undefined
  }
}
