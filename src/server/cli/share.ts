/** What an operator does with the file of a share. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

import * as z from 'zod/mini'

import { KeyNetwork, Share } from '../../protocol/service.js'
import { WalletError } from '../../shared/errors.js'
import { readJson } from '../files.js'
import { commitShare } from '../reshare.js'
import {
  checkShare,
  openJson,
  openShare,
  readKey,
  replaceFile,
  sealJson,
  shareText,
} from '../share-file.js'
import { writeNetwork, writeNew, writeShare } from '../shares.js'
import { type Command, type Given, integer, type Option, print, text } from './options.js'

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
const BACKUP_KEY: Record<string, Option> = {
  'backup-key-file': {
    help: `the backup's key; ${BACKUP_VARIABLE} without it`,
    value: 'file',
    fallback: null,
  },
}

const Backup = z.object({ share: Share, network: z.optional(KeyNetwork) })

export const shareKey = (given: Given): Promise<string | undefined> =>
  readKey(text(given, 'share-key-file'), SHARE_VARIABLE)

export const SHARES: Record<string, Command> = {
  'share encrypt': {
    summary: "Encrypts a share's file in its place.",
    options: { share: SHARE, ...SHARE_KEY },
    async run(given) {
      const file = text(given, 'share')
      const key = await needed(shareKey(given), 'share-key-file', SHARE_VARIABLE)
      const { share } = await openShare(file, key)
      await replaceFile(file, await shareText(share, key))
      print(`${file} is encrypted. Without its key it is lost.`)
    },
  },
  'share decrypt': {
    summary: "Decrypts a share's file in its place.",
    options: { share: SHARE, ...SHARE_KEY },
    async run(given) {
      const file = text(given, 'share')
      const { share } = await openShare(file, await shareKey(given))
      await replaceFile(file, await shareText(share, undefined))
      print(`${file} is in clear: whoever reads it has the share.`)
    },
  },
  'share commit': {
    summary: 'Finishes a change of members that this participant had confirmed.',
    options: {
      index: { help: 'which participant this is', value: 'i' },
      out: { help: "this participant's own folder", value: 'folder' },
      ...SHARE_KEY,
    },
    async run(given) {
      await commitShare(text(given, 'out'), integer(given, 'index'), await shareKey(given))
      print('Committed. The node takes the new share when it is reloaded.')
    },
  },
  'share backup': {
    summary: 'Writes an encrypted copy of a share, to be kept elsewhere.',
    options: {
      share: SHARE,
      ...SHARE_KEY,
      network: { help: 'network.json, to be kept with it', value: 'file', fallback: null },
      ...BACKUP_KEY,
      out: { help: 'the backup, a new file', value: 'file' },
    },
    async run(given) {
      const { share } = await openShare(text(given, 'share'), await shareKey(given))
      const network = text(given, 'network')
      const backup = {
        share,
        ...(network && { network: await readJson(network, KeyNetwork) }),
      }
      checkBelongs(backup)
      const key = await needed(backupKey(given), 'backup-key-file', BACKUP_VARIABLE)
      await writeNew(
        text(given, 'out'),
        await sealJson(backup, `backup of share ${share.index}`, key),
      )
      print(`${text(given, 'out')}: share ${share.index}, public key ${share.publicKey}.`)
    },
  },
  'share restore': {
    summary: 'Makes the files of a node from a backup.',
    options: {
      backup: { help: 'the backup', value: 'file' },
      ...BACKUP_KEY,
      out: { help: "this node's own folder", value: 'folder' },
      ...SHARE_KEY,
    },
    async run(given) {
      const file = text(given, 'backup')
      const { value: backup } = await openJson(file, Backup, await backupKey(given))
      checkShare(backup.share, `${file}: `)
      checkBelongs(backup)
      const dir = text(given, 'out')
      await mkdir(dir, { recursive: true, mode: 0o700 })
      await writeShare(dir, backup.share, await shareKey(given))
      if (backup.network) await writeNetwork(dir, backup.network)
      print(
        `${join(dir, `share-${backup.share.index}.json`)}: public key ${backup.share.publicKey}.`,
      )
    },
  },
}

const backupKey = (given: Given) => readKey(text(given, 'backup-key-file'), BACKUP_VARIABLE)

async function needed(
  key: Promise<string | undefined>,
  option: string,
  variable: string,
): Promise<string> {
  const found = await key
  if (found !== undefined) return found
  throw new WalletError('INVALID_ARGUMENT', `No key: give --${option} or set ${variable}.`)
}

/** @throws {WalletError} `INVALID_ARGUMENT` if the share is not of the network kept with it. */
function checkBelongs({ share, network }: z.infer<typeof Backup>): void {
  const node = network?.nodes.find(({ index }) => index === share.index)
  if (!network || node?.publicKey === share.publicKey) return
  throw new WalletError('INVALID_ARGUMENT', `Share ${share.index} is not of this network.json.`)
}
