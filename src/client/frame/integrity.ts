/** Compares the wallet app's files with hashes that the page pins, before its frame is made: loaded only for that. */
import type { WalletError } from '../../shared/errors.js'

const MANIFEST = 'integrity.json'
/** HTTP status of a retired build. */
const GONE = 410
/** A path inside the manifest's folder: no scheme, host, query or `..`. */
const PATH = /^(?!.*\.\.)\w[\w./-]*$/

/** What a `WalletError` is made of. The class itself would tie this file to those that every page loads. */
export type Fault = ConstructorParameters<typeof WalletError>

/**
 * Has the browser compare the manifest with `hash`, and every file with the manifest.
 *
 * @param form - Of a hash. Browsers ignore a malformed one.
 * @returns `INTEGRITY_MISMATCH`, also if something cannot be fetched; `VERSION_RETIRED`.
 */
export async function integrityFault(
  base: URL,
  hash: string,
  form: RegExp,
  signal: AbortSignal,
): Promise<Fault | undefined> {
  const get = async (path: string, integrity: unknown) => {
    const isPinned = PATH.test(path) && typeof integrity === 'string' && form.test(integrity)
    if (!isPinned) throw new Error('Not a line of a manifest.')
    // Bypasses the cache: checks the files that are served now.
    const init: RequestInit = { integrity, cache: 'no-cache', credentials: 'omit', signal }
    return fetch(new URL(path, base), init)
  }
  let path = MANIFEST
  try {
    const { files } = await (await get(path, hash)).json()
    const checks = Object.entries(files).map(([name, pin]) =>
      get(name, pin).catch((error) => {
        path = name
        throw error
      }),
    )
    await Promise.all(checks)
    return undefined
  } catch (cause) {
    // The browser does not say why it could not compare.
    const init: RequestInit = { credentials: 'omit', signal }
    const again =
      path === MANIFEST && (await fetch(new URL(MANIFEST, base), init).catch(() => undefined))
    if (again && again.status === GONE) return ['VERSION_RETIRED', base.pathname]
    const detail = `${path} is missing, is another, or may not be fetched (connect-src ${base.origin}).`
    return ['INTEGRITY_MISMATCH', detail, { cause }]
  }
}
