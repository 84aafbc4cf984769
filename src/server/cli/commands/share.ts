/** Commands for a share's file. */
import { unlink } from 'node:fs/promises'
import { join } from 'node:path'

import { WalletError } from '../../../shared/errors.js'
import { backupName } from '../../ceremonies/ceremony.js'
import {
  adviceOf,
  commitChange,
  exists,
  filesOf,
  readState,
  titleOf,
} from '../../ceremonies/change.js'
import { generationOf, Network } from '../../keys/generation.js'
import { faultOf, readPublished } from '../../keys/published.js'
import {
  Backup,
  backupText,
  checkMember,
  checkShare,
  openJson,
  openShare,
  shareText,
  toText,
} from '../../keys/share-file.js'
import { readJson } from '../../platform/files.js'
import { checkFolder, replaceFile, writeNew } from '../../platform/write-file.js'
import { type Given, integer, print, text, wrong } from '../options/options.js'
import { backupKey, givenShareKey, shareKey } from '../settings/share-keys.js'

/** In its place. */
export async function encrypt(given: Given): Promise<void> {
  const file = text(given, 'share')
  const key = await shareKey(given)
  const { share, generation } = await openShare(file, key)
  await replaceFile(file, await shareText(share, key, generation))
  print(`${file} is encrypted. Without its key it is lost.`)
}

/** For an emergency: only if some participant has committed the change, and one is lost for good. */
export async function commit(given: Given): Promise<void> {
  await commitChange(placeOf(given))
  print('Committed. The node takes the new share when it is reloaded.')
}

export async function backUp(given: Given): Promise<void> {
  const { share } = await openShare(text(given, 'share'), await givenShareKey(given))
  const network = await readJson(text(given, 'network'), Network)
  checkMember(share, network, `${text(given, 'share')}: `)
  const dir = text(given, 'out')
  await checkFolder(dir)
  const file = join(dir, backupName(share.index, generationOf(network)))
  await writeNew(file, await backupText({ share, network }, await backupKey(given)))
  print(`${file}: share ${share.index}, public key ${share.publicKey}.`)
}

export const placeOf = (given: Given) => ({
  index: integer(given, 'index'),
  dir: text(given, 'out'),
})

export async function status(given: Given): Promise<void> {
  const place = placeOf(given)
  const files = filesOf(place)
  const { prepared, committed, isFinished } = await readState(place)
  const network = (await exists(files.network)) ? await readJson(files.network, Network) : undefined
  const share = (await exists(files.share)) ? await titleOf(files.share) : undefined
  if (!share && !prepared && !committed) {
    const detail = `${place.dir}: nothing of participant ${place.index} is there.`
    throw new WalletError('INVALID_ARGUMENT', detail)
  }
  print(`${files.share}: ${share ?? 'none'}.`)
  print(`${files.network}: ${network ? describe(network) : 'none'}.`)
  if (prepared) {
    print(`${prepared.what} to ${describe(prepared.network)}: prepared, and not decided.`)
    print(adviceOf(place))
  } else if (!isFinished) {
    print(
      'A change is decided, and not all of its files are in their places: wallet-embed share resume.',
    )
  } else if (committed) {
    print(`Last change: ${committed.what} to ${describe(committed.network)}, committed.`)
    if (committed.backup) print(`Its backup: ${committed.backup}.`)
  }
}

const describe = (network: Network): string =>
  `${generationOf(network)}, ${network.threshold} of ${network.nodes.length}`

export async function restore(given: Given): Promise<void> {
  const file = text(given, 'backup')
  const backup = await readBackup(file, given)
  const { share, network } = backup
  const published = text(given, 'network')
  if (published) await checkIsPublished(backup, file, published)
  const place = { index: share.index, dir: text(given, 'out') }
  const files = filesOf(place)
  const key = await shareKey(given)
  await checkFolder(place.dir)
  await writeNew(files.share, await shareText(share, key, generationOf(network)))
  await replaceFile(files.network, toText(network)).catch(async (error) => {
    // Otherwise the next try would find a share, and refuse to write over it.
    await unlink(files.share)
    throw error
  })
  print(`${files.share}: generation ${generationOf(network)}, public key ${share.publicKey}.`)
  if (!published) print('Serve it only if that is the generation that is published.')
}

/** With a share of an older generation the node would run, but wallets would reject all its answers. */
async function checkIsPublished({ share, network }: Backup, file: string, published: string) {
  const fault = faultOf(share, await readPublished(published))
  if (!fault) return
  const detail = `${file} is of ${generationOf(network)}, not of what ${published} has (${fault}): find the backup of that, or reshare without this member.`
  throw new WalletError('INVALID_ARGUMENT', detail)
}

export async function verify(given: Given): Promise<void> {
  const [share, backup] = [text(given, 'share'), text(given, 'backup')]
  if (!!share === !!backup) throw wrong('share', 'expected either it or --backup')
  const network = await readPublished(text(given, 'network'))
  const found = share
    ? (await openShare(share, await givenShareKey(given))).share
    : await readBackup(backup, given).then((read) => read.share)
  const fault = faultOf(found, network)
  if (fault) throw new WalletError('INVALID_ARGUMENT', `${share || backup}: ${fault}.`)
  const of = `${network.threshold} of ${network.nodes.length}`
  print(`${share || backup}: is share ${found.index} of that network (${of}).`)
}

async function readBackup(file: string, given: Given): Promise<Backup> {
  const { value } = await openJson(file, Backup, await backupKey(given))
  checkShare(value.share, `${file}: `)
  checkMember(value.share, value.network, `${file}: `)
  return value
}
