/** Commands for ceremonies, and for a developer's shares. */
import type { CeremonyResult } from '../../ceremonies/ceremony.js'
import { runDkg } from '../../ceremonies/dkg.js'
import { runReshare } from '../../ceremonies/reshare.js'
import { abandonChange, type Ending, resumeChange } from '../../ceremonies/resume.js'
import { generationOf, Network } from '../../keys/generation.js'
import { makeIdentity } from '../../keys/identity-file.js'
import { makeDevShares } from '../../keys/shares.js'
import { readJson } from '../../platform/files.js'
import { accepts, type Given, indexes, integer, print, text, wrong } from '../options/options.js'
import { exchangeOf } from '../settings/exchange.js'
import { backupKey, shareKey } from '../settings/share-keys.js'
import { placeOf, status } from './share.js'

/** Port of the first node in development; the other nodes use the next ports. */
const FIRST_PORT = 4061

export async function dkg(given: Given): Promise<void> {
  const result = await runDkg({
    index: integer(given, 'index'),
    of: integer(given, 'of'),
    threshold: integer(given, 'threshold'),
    url: urlOf(given),
    ...(await keepingOf(given)),
    ...(await exchangeOf(given, integer(given, 'index'))),
  })
  report(result)
}

export async function reshare(given: Given): Promise<void> {
  const index = integer(given, 'index')
  const network = await readJson(text(given, 'network'), Network)
  const now = network.nodes.map((node) => node.index)
  const result = await runReshare({
    index,
    network,
    members: indexes(given, 'members') ?? now,
    dealers: indexes(given, 'dealers') ?? now,
    threshold: given.threshold ? integer(given, 'threshold') : network.threshold,
    url: given.url ? urlOf(given) : undefined,
    ...(await keepingOf(given)),
    ...(await exchangeOf(given, index)),
  })
  report(result)
  print('Publish the new network.json and reload the nodes.')
}

export async function resume(given: Given): Promise<void> {
  const place = placeOf(given)
  const participants = indexes(given, 'participants')
  const exchange = await exchangeOf(given, place.index)
  print(ENDINGS[await resumeChange({ ...place, participants, ...exchange })])
  await status(given)
}

const ENDINGS: Record<Ending, string> = {
  committed: 'The change that was interrupted is committed.',
  'taken back': 'The change that was interrupted is taken back: the share is the one from before.',
  'nothing to do': 'No change waits for its end.',
}

/** For an emergency: only if no participant has committed the change, and one is lost for good. */
export async function abandon(given: Given): Promise<void> {
  if (!accepts(given, 'none-committed')) {
    throw wrong('accept', 'expected none-committed: a share that others count on would be lost')
  }
  const place = placeOf(given)
  const participants = indexes(given, 'participants')
  await abandonChange({ ...place, participants, ...(await exchangeOf(given, place.index)) })
  print('Taken back: the share is the one from before. A backup that was written is still there.')
}

/** Makes the key that identifies a node's operator to the others. */
export async function identity(given: Given): Promise<void> {
  print(await makeIdentity(text(given, 'out')))
}

export async function devShares(given: Given): Promise<void> {
  const of = integer(given, 'of')
  const local = Array.from({ length: of }, (_, i) => `http://localhost:${FIRST_PORT + i}`)
  const urls = given.urls ? text(given, 'urls').split(',') : local
  if (urls.length !== of) throw wrong('urls', `expected ${of}, got ${urls.length}`)
  await makeDevShares({ urls, threshold: integer(given, 'threshold'), dir: text(given, 'dir') })
}

/** Folder and keys for storing a share. @throws {WalletError} `INVALID_ARGUMENT` */
async function keepingOf(given: Given) {
  const isWithoutBackup = accepts(given, 'no-backup', 'low-threshold')
  const key = isWithoutBackup ? undefined : await backupKey(given)
  const dir = text(given, 'out')
  return {
    dir,
    shareKey: await shareKey(given),
    backup: key === undefined ? undefined : { dir: text(given, 'backup-out') || dir, key },
    isLowThresholdAccepted: accepts(given, 'low-threshold', 'no-backup'),
  }
}

function report({ network, fingerprint, backup }: CeremonyResult): void {
  print(`Fingerprint: ${fingerprint}`)
  print(`Done: everybody has confirmed. Shares are of generation ${generationOf(network)}.`)
  print(`Group key: ${network.groupKey}`)
  if (backup) print(`Backup: ${backup}. Keep it and its key in two other places.`)
}

function urlOf(given: Given): string {
  const value = text(given, 'url')
  if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return value
  throw wrong('url', 'expected a URL such as https://node1.example')
}
