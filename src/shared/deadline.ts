import { WalletError } from './errors.js'

/**
 * Settles with `work`, or rejects when the time is up or `signal` aborts, whichever is first. The
 * timer and the listener are gone afterwards.
 *
 * @param ms - Milliseconds, at most 2^31-1. `Infinity` waits for ever: only for what waits for a person.
 * @param what - Names the work in the error's text.
 * @throws {WalletError} `TIMEOUT`, or the signal's reason if it is ours, else `ABORTED`.
 */
export async function deadline<T>(
  work: Promise<T>,
  ms: number,
  what: string,
  signal?: AbortSignal,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let onAbort: (() => void) | undefined
  const stop = new Promise<never>((_, reject) => {
    if (ms < Infinity) {
      timer = setTimeout(() => reject(new WalletError('TIMEOUT', `${what}: ${ms} ms.`)), ms)
    }
    if (signal) {
      onAbort = () => reject(abortError(signal))
      if (signal.aborted) onAbort()
      else signal.addEventListener('abort', onAbort)
    }
  })
  try {
    return await Promise.race([work, stop])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort!)
  }
}

/** Why a signal aborted, as an error of ours. */
export const abortError = (signal: AbortSignal): WalletError =>
  WalletError.is(signal.reason) ? signal.reason : new WalletError('ABORTED')
