/** What an operator does with the file of a share. */
import { join } from 'node:path'

import { WalletError } from '../../shared/errors.js'
import { backupName } from '../ceremonies/ceremony.js'
import {
  abandonChange,
  adviceOf,
  commitChange,
  exists,
  filesOf,
  readState,
  titleOf,
} from '../ceremonies/change.js'
import { resumeChange } from '../ceremonies/resume.js'
import { generationOf, Network } from '../keys/generation.js'
import { faultOf, readPublished } from '../keys/published.js'
import {
  Backup,
  backupText,
  checkKey,
  checkMember,
  checkShare,
  openJson,
  openShare,
  readKey,
  shareText,
  toText,
} from '../keys/share-file.js'
import { readJson } from '../platform/files.js'
import { checkFolder, replaceFile, writeNew } from '../platform/write-file.js'
import { EXCHANGE, exchangeOf } from './options/exchange.js'
import {
  type Command,
  type Given,
  integer,
  type Option,
  print,
  text,
  wrong,
} from './options/options.js'

const SHARE_VARIABLE = 'WALLET_EMBED_SHARE_KEY'
const BACKUP_VARIABLE = 'WALLET_EMBED_BACKUP_KEY'

const SHARE: Option = { help: 'the share of this node', value: 'file' }
/** The key that a share's file is encrypted under. */
export const SHARE_KEY: Record<string, Option> = {
  'share-key-file': {
    help: `its key; ${SHARE_VARIABLE} without it`,
    value: 'file',
    fallback: null,
  },
}
export const BACKUP_KEY: Record<string, Option> = {
  'backup-key-file': {
    help: `the backup's key; ${BACKUP_VARIABLE} without it`,
    value: 'file',
    fallback: null,
  },
}

const OWN: Record<string, Option> = {
  index: { help: 'which participant this is', value: 'i' },
  out: { help: "this participant's own folder", value: 'folder' },
}

/** The share's key. @throws {WalletError} `INVALID_ARGUMENT` if there is none: no share is written in clear. */
export async function shareKey(given: Given): Promise<string> {
  const key = await needed(givenShareKey(given), 'share-key-file', SHARE_VARIABLE)
  checkKey(key, 'share')
  return key
}

/** The key of a file that may be in clear. */
export const givenShareKey = (given: Given): Promise<string | undefined> =>
  readKey(text(given, 'share-key-file'), SHARE_VARIABLE)

export async function backupKey(given: Given): Promise<string> {
  const key = await needed(
    readKey(text(given, 'backup-key-file'), BACKUP_VARIABLE),
    'backup-key-file',
    BACKUP_VARIABLE,
  )
  checkKey(key, 'backup')
  return key
}

export const SHARES: Record<string, Command> = {
  'share encrypt': {
    summary: "Encrypts a share's file in its place.",
    options: { share: SHARE, ...SHARE_KEY },
    async run(given) {
      const file = text(given, 'share')
      const key = await shareKey(given)
      const { share } = await openShare(file, key)
      await replaceFile(file, await shareText(share, key))
      print(`${file} is encrypted. Without its key it is lost.`)
    },
  },
  'share status': {
    summary: 'Says what is in the folder of a participant, and what waits for its end.',
    options: OWN,
    run: status,
  },
  'share resume': {
    summary:
      'Ends a change that was interrupted, with all that took part, for all in the same way.',
    options: {
      ...OWN,
      participants: { help: 'who took part; as the change says', value: '1,2,3', fallback: null },
      ...EXCHANGE,
    },
    async run(given) {
      const index = integer(given, 'index')
      const list = text(given, 'participants')
      const participants = list
        ? list.split(',').map((one) => integer({ participants: one }, 'participants'))
        : undefined
      const place = { index, dir: text(given, 'out') }
      const exchange = await exchangeOf(given, index)
      print(`The change: ${await resumeChange({ ...place, participants, ...exchange })}.`)
      await status(given)
    },
  },
  'share commit': {
    summary:
      'Finishes a change by hand: only if another has committed it, and one is lost for good.',
    options: OWN,
    async run(given) {
      const place = placeOf(given)
      await commitChange(place)
      print('Committed. The node takes the new share when it is reloaded.')
    },
  },
  'share abandon': {
    summary:
      'Takes a change back by hand: only if nobody has committed it, and one is lost for good.',
    options: OWN,
    async run(given) {
      await abandonChange(placeOf(given))
      print('Taken back: the share is the one from before.')
    },
  },
  'share backup': {
    summary: 'Writes an encrypted copy of a share, to be kept elsewhere.',
    options: {
      share: SHARE,
      ...SHARE_KEY,
      network: { help: 'network.json, to be kept with it', value: 'file' },
      ...BACKUP_KEY,
      out: { help: 'folder for the backup, which is named by its generation', value: 'folder' },
    },
    async run(given) {
      const { share } = await openShare(text(given, 'share'), await givenShareKey(given))
      const network = await readJson(text(given, 'network'), Network)
      checkMember(share, network, `${text(given, 'share')}: `)
      const dir = text(given, 'out')
      await checkFolder(dir)
      const file = join(dir, backupName(share.index, generationOf(network)))
      await writeNew(file, await backupText({ share, network }, await backupKey(given)))
      print(`${file}: share ${share.index}, public key ${share.publicKey}.`)
    },
  },
  'share verify': {
    summary: "Tests a share, or a backup of one, against the network's public keys.",
    options: {
      share: { help: 'the share, or', value: 'file', fallback: null },
      ...SHARE_KEY,
      backup: { help: 'the backup', value: 'file', fallback: null },
      ...BACKUP_KEY,
      network: { help: 'network.json, or config.json as it is published', value: 'file or url' },
    },
    run: verify,
  },
  'share restore': {
    summary: 'Makes the files of a node from a backup.',
    options: {
      backup: { help: 'the backup', value: 'file' },
      ...BACKUP_KEY,
      network: {
        help: 'network.json or config.json as published: the backup has to be of it',
        value: 'file',
        fallback: null,
      },
      out: { help: "this node's own folder", value: 'folder' },
      ...SHARE_KEY,
    },
    run: restore,
  },
}

const placeOf = (given: Given) => ({ index: integer(given, 'index'), dir: text(given, 'out') })

async function status(given: Given): Promise<void> {
  const place = placeOf(given)
  const files = filesOf(place)
  const { prepared, committed, isFinished } = await readState(place)
  const network = (await exists(files.network)) ? await readJson(files.network, Network) : undefined
  const share = (await exists(files.share)) ? await titleOf(files.share) : undefined
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

async function restore(given: Given): Promise<void> {
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
  await replaceFile(files.network, toText(network))
  print(`${files.share}: generation ${generationOf(network)}, public key ${share.publicKey}.`)
  if (!published) print('Serve it only if that is the generation that is published.')
}

/** A share of another generation answers, and every one of its answers is thrown away. */
async function checkIsPublished({ share, network }: Backup, file: string, published: string) {
  const fault = faultOf(share, await readPublished(published))
  if (!fault) return
  const detail = `${file} is of ${generationOf(network)}, not of what ${published} has (${fault}): find the backup of that, or reshare without this member.`
  throw new WalletError('INVALID_ARGUMENT', detail)
}

async function verify(given: Given): Promise<void> {
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

async function needed(
  key: Promise<string | undefined>,
  option: string,
  variable: string,
): Promise<string> {
  const found = await key
  if (found !== undefined) return found
  throw new WalletError('INVALID_ARGUMENT', `No key: give --${option} or set ${variable}.`)
}
