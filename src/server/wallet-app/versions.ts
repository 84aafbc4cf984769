/** The builds of the wallet app that still count. All served builds share one origin, and its storage. */
import { readdir, readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'

import { WalletError } from '../../shared/errors.js'
import { compareVersions, VERSION } from '../../shared/versions.js'
import { MANIFEST } from './integrity.js'

/** Newest builds that stay valid if the operator sets no minimum. */
const COUNTING = 2
/** The page library of a version: it runs in pages, and no page of the wallet's loads it. */
const LIBRARY = 'cdn'
/** Pages of a retired build that redirect to the newest build, which reports the retirement. */
const TOLD = new Map(
  ['frame', 'login'].flatMap((page) => [page, `${page}.html`].map((file) => [file, page])),
)

export interface Versions {
  /** The oldest valid version; absent if there is no minimum. */
  oldest: string | undefined
  /** Versions in the folder `v` that are still valid. */
  counting: ReadonlySet<string>
}

/**
 * Looks at the folder as it is now: a release that was copied there counts at once.
 *
 * @param floor - The operator's word.
 */
export async function versionsIn(root: string, floor: string | undefined): Promise<Versions> {
  const entries = await readdir(join(root, 'v')).catch(() => [])
  const there = entries.filter((name) => VERSION.test(name)).sort(compareVersions)
  const current = await currentVersion(root)
  const all = [...new Set(current ? [...there, current] : there)].sort(compareVersions)
  const newest = all.slice(-COUNTING)
  // The build in the root is always valid, even if the operator went back to an older one.
  const usual = [...newest, ...(current ? [current] : [])].sort(compareVersions)[0]
  const oldest = floor ?? usual
  const isCounting = (name: string) => !oldest || compareVersions(name, oldest) >= 0
  return { oldest, counting: new Set(there.filter(isCounting)) }
}

/** @throws {WalletError} `INVALID_ARGUMENT` if the build in the root would refuse to start. */
export async function checkFloor(root: string, floor: string | undefined): Promise<void> {
  const current = await currentVersion(root)
  if (!floor || !current || compareVersions(current, floor) >= 0) return
  const detail = `config.json: oldestVersion is ${floor}, but ${root} has ${current}.`
  throw new WalletError('INVALID_ARGUMENT', detail)
}

/** A request for a version in the folder `v`. `rest`: the path below the version. */
export interface AskedVersion {
  version: string
  rest: string
}

/**
 * Reads a path more generously than any file system, so that every path that might lead into the folder `v` is
 * recognized.
 *
 * @param url - As received: path and query.
 */
export function versionAsked(url: string): AskedVersion | undefined {
  const path = posix.normalize(`/${decoded(url.split(/[?#]/)[0]!).replaceAll('\\', '/')}`)
  const [folder = '', version = '', ...rest] = path.split('/').filter((part) => part)
  return /^v(\W|$)/i.test(folder) ? { version, rest: rest.join('/') } : undefined
}

/** @returns Whether it may be served; else the answer in its place: `page` is the newest build's. */
export function judge(
  { version, rest }: AskedVersion,
  { oldest, counting }: Versions,
): 'served' | 'nothing' | 'retired' | { page: string } {
  if (rest.split('/')[0] === LIBRARY && VERSION.test(version)) return 'served'
  if (counting.has(version)) return 'served'
  if (!oldest || !VERSION.test(version) || compareVersions(version, oldest) >= 0) return 'nothing'
  const page = TOLD.get(rest)
  return page ? { page } : 'retired'
}

async function currentVersion(root: string): Promise<string | undefined> {
  try {
    const { version } = JSON.parse(await readFile(join(root, MANIFEST), 'utf8'))
    return VERSION.test(version) ? version : undefined
  } catch {
    // A folder that was not sealed.
    return undefined
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
