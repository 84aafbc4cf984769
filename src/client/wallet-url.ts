import { WalletError } from '../shared/errors.js'
import {
  BUILD_ENVS,
  type BuildEnv,
  DEVELOPMENT_WALLET_URL,
  type IntegrityParams,
  type WalletUrls,
} from '../shared/options.js'

/** One hash in the form of Subresource Integrity. */
export const SRI = /^(sha384-[\w+/]{64}|sha512-[\w+/]{86}==)$/
const LOCAL_HOST = /^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/

let configured: WalletUrls = { development: DEVELOPMENT_WALLET_URL }

/**
 * Sets where wallet apps are served, for everything on this page that is not told otherwise.
 *
 * @throws {WalletError} `INVALID_ARGUMENT` if nothing is given.
 */
export function configureWalletUrls(defaults: { walletUrls?: WalletUrls | undefined }): void {
  if (!defaults) throw new WalletError('INVALID_ARGUMENT', 'configure: expected { walletUrls }.')
  configured = { ...configured, ...defaults.walletUrls }
}

/**
 * Where the wallet app of a build environment is served.
 *
 * @param urls - Win over what was configured for the page.
 * @returns A base URL that ends in `/`.
 * @throws {WalletError} `INVALID_ARGUMENT` for an unknown environment or a URL that is not secure;
 *   `WALLET_URL_MISSING` if none is set.
 */
export function walletUrl(buildEnv: BuildEnv = 'production', urls?: WalletUrls): URL {
  if (!BUILD_ENVS.includes(buildEnv)) {
    throw new WalletError('INVALID_ARGUMENT', `buildEnv: one of ${BUILD_ENVS.join(', ')}.`)
  }
  const url = urls?.[buildEnv] ?? configured[buildEnv]
  if (url === undefined) {
    const detail = `Set walletUrls.${buildEnv} (Wallet.configure, option) or the attribute wallet-url.`
    throw new WalletError('WALLET_URL_MISSING', detail)
  }
  return parseWalletUrl(url)
}

/** Reads one wallet URL. Secrets live at its origin, so it must be https, but for a local one. */
export function parseWalletUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSecure =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && LOCAL_HOST.test(url.hostname))
  if (!url || !isSecure) {
    throw new WalletError('INVALID_ARGUMENT', 'wallet URL: https, or http for localhost.')
  }
  return new URL('./', new URL(url.pathname.replace(/\/?$/, '/'), url.origin))
}

/**
 * The URL of a wallet document that this page shows in a frame. It names the page and its ancestors, since the host
 * lets only these show it. In browsers without `ancestorOrigins` it names none, and the host allows all registered
 * origins.
 */
export function framedUrl(path: string, base: URL): URL {
  const url = new URL(path, base)
  const around = location.ancestorOrigins ?? (parent === window ? [] : undefined)
  for (const origin of around ? [location.origin, ...around] : []) {
    url.searchParams.append('origin', origin)
  }
  return url
}

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

function refuse(what: string): never {
  throw new WalletError('INVALID_ARGUMENT', `integrity.${what}.`)
}
