/** Compares the wallet app's files with hashes that the page pins, before its frame is made. */
import { abortError } from '../../shared/deadline.js'
import { WalletError } from '../../shared/errors.js'
import type { IntegrityParams } from '../../shared/options.js'

/** One hash in the form of Subresource Integrity. Browsers ignore a malformed one, so the form is checked. */
const SRI = /^(sha384-[\w+/]{64}|sha512-[\w+/]{86}==)$/
const MANIFEST = 'integrity.json'
/** HTTP status of a retired build. */
const GONE = 410
/** A path inside the manifest's folder: no scheme, host, query or `..`. */
const PATH = /^(?!.*\.\.)\w[\w./-]*$/

/**
 * Where the build that a page wants is served.
 *
 * @param base - Of the wallet app; ends in `/`.
 * @throws {WalletError} `INVALID_ARGUMENT`, naming the field.
 */
export function pinnedUrl(base: URL, integrity: IntegrityParams | undefined): URL {
  if (integrity === undefined) return base
  const { check, hash, version } = integrity ?? {}
  if (typeof check !== 'boolean') refuse('check: true or false')
  if (check && !SRI.test(hash ?? '')) refuse('hash: sha384-… or sha512-…, as integrity.txt has it')
  if (version === undefined) return base
  if (!/^\w[\w.+-]{0,63}$/.test(version)) refuse('version: such as 1.2.3')
  return new URL(`v/${version}/`, base)
}

/**
 * Has the browser compare the manifest with `hash`, and every file with the manifest.
 *
 * @param ms - Milliseconds for all of it.
 * @throws {WalletError} `INTEGRITY_MISMATCH`, also if something cannot be fetched; `VERSION_RETIRED`; `TIMEOUT`;
 *   `ABORTED`.
 */
export async function checkIntegrity(
  base: URL,
  hash: string,
  ms: number,
  signal: AbortSignal,
): Promise<void> {
  const late = AbortSignal.timeout(ms)
  const either = AbortSignal.any([signal, late])
  const get = async (path: string, integrity: unknown) => {
    const isPinned = PATH.test(path) && typeof integrity === 'string' && SRI.test(integrity)
    if (!isPinned) throw new Error('Not a line of a manifest.')
    // Bypasses the cache: checks the files that are served now.
    const init: RequestInit = { integrity, cache: 'no-cache', credentials: 'omit', signal: either }
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
  } catch (cause) {
    if (signal.aborted) throw abortError(signal)
    if (late.aborted) throw new WalletError('TIMEOUT', `integrity: ${ms} ms.`)
    // The browser does not say why it could not compare.
    const init: RequestInit = { credentials: 'omit', signal: either }
    const again =
      path === MANIFEST && (await fetch(new URL(MANIFEST, base), init).catch(() => undefined))
    if (again && again.status === GONE) throw new WalletError('VERSION_RETIRED', base.pathname)
    throw new WalletError(
      'INTEGRITY_MISMATCH',
      `${path} is missing, is another, or may not be fetched (connect-src ${base.origin}).`,
      { cause },
    )
  }
}

function refuse(what: string): never {
  throw new WalletError('INVALID_ARGUMENT', `integrity.${what}.`)
}
