import { AppConfig } from '../../protocol/service.js'
import { WalletError } from '../../shared/errors.js'
import { compareVersions, VERSION } from '../../shared/versions.js'
import { ask } from './http.js'

/** URL parameter with the version of a retired build that was asked for. */
const RETIRED = 'retired'

/**
 * The operator's configuration, at the origin's root for every version of the app.
 *
 * @param origin - Of the page: the answer leaves out other pages that may show the wallet, and their verifiers.
 * @throws {WalletError} `SERVICE_UNAVAILABLE`; errors of `checkVersion`.
 */
export async function loadConfig(origin?: string): Promise<AppConfig> {
  const config = await readConfig(origin)
  checkVersion(config)
  return config
}

/**
 * As `loadConfig`, but without the version check: the caller checks before it starts anything.
 *
 * @param origin - Empty: the wallet's own page, which is told of every verifier.
 */
export const readConfig = (origin = ''): Promise<AppConfig> =>
  ask(`/config.json?origin=${encodeURIComponent(origin)}`, AppConfig)

/**
 * Each build looks whether it still counts: it shares its origin, and all that is kept there, with the newest.
 *
 * @throws {WalletError} `VERSION_RETIRED`
 */
export function checkVersion({ oldestVersion }: AppConfig): void {
  const asked = new URLSearchParams(location.search).get(RETIRED)
  const own = builtVersion()
  const isOld = !!oldestVersion && VERSION.test(own) && compareVersions(own, oldestVersion) < 0
  if (asked === null && !isOld) return
  const version = VERSION.test(asked ?? own) ? `${asked ?? own}: ` : ''
  throw new WalletError('VERSION_RETIRED', `${version}${oldestVersion ?? 'a newer one'} or later.`)
}

/** Version and, if known, commit, from the page that the build wrote. */
export const buildName = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="wallet-build"]')?.content ?? ''

const builtVersion = (): string => buildName().split(' ')[0] ?? ''
