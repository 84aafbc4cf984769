/**
 * New shares before they take effect. A prepared change lies complete beside the files in use: a commit only renames,
 * which works on a full disk. The first rename decides; the rest can be repeated at any time.
 */
import { access, readFile, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'

import * as z from 'zod/mini'

import { WalletError } from '../../shared/errors.js'
import { GENERATION, generationOf, Network } from '../keys/generation.js'
import { toText } from '../keys/share-file.js'
import { readJson } from '../platform/files.js'
import { fromJson } from '../platform/json-text.js'
import { move, unwritable, writeNew } from '../platform/write-file.js'

/** A participant's own folder. */
export interface Place {
  dir: string
  /** Which participant this is. */
  index: number
}

/** The prepared change, or the last committed one. Holds no secrets. */
export const Change = z.object({
  what: z.enum(['dkg', 'reshare']),
  /** A digest of the transcript and the result: the same for all participants. */
  id: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  participants: z.array(z.int()),
  /** Whether this participant has a share in the result. */
  isMember: z.boolean(),
  /** The network after the change. */
  network: Network,
  /** Path of the share's backup. */
  backup: z.optional(z.string()),
})
export type Change = z.infer<typeof Change>

/** The encrypted parts of a change. */
export interface Sealed {
  share?: string | undefined
  backup?: string | undefined
}

export const filesOf = ({ dir, index }: Place) => ({
  share: join(dir, `share-${index}.json`),
  network: join(dir, 'network.json'),
  nextShare: join(dir, `share-${index}.next.json`),
  nextNetwork: join(dir, 'network.next.json'),
  draft: join(dir, `change-${index}.draft.json`),
  prepared: join(dir, `change-${index}.prepared.json`),
  committed: join(dir, `change-${index}.committed.json`),
})

export interface State {
  /** The change was confirmed, or may have been: all participants have to reach the same outcome. */
  prepared: Change | undefined
  /** The last change that was committed. */
  committed: Change | undefined
  /** Whether all files of the change are in place. */
  isFinished: boolean
}

export async function readState(place: Place): Promise<State> {
  const files = filesOf(place)
  const [prepared, committed] = await Promise.all(
    [files.prepared, files.committed].map(async (file) =>
      (await isThere(file)) ? readJson(file, Change) : undefined,
    ),
  )
  const isWaiting = !prepared && !!committed && (await movesOf(place, committed)).length > 0
  return { prepared, committed, isFinished: !isWaiting }
}

/**
 * The files of a committed change that are not in place yet. A participant that was killed while it wrote a later change
 * has files of the same names; that change was never confirmed, so they must not replace those in use.
 */
async function movesOf(place: Place, { network }: Change): Promise<[from: string, to: string][]> {
  const files = filesOf(place)
  const said = fromJson(await readFile(files.nextNetwork, 'utf8').catch(() => ''))
  const isNetwork = isDeepStrictEqual(Network.safeParse(said).data, network)
  const title = await titleOf(files.nextShare).catch(() => '')
  const isShare = GENERATION.exec(title)?.[0] === generationOf(network)
  return [
    ...(isNetwork ? [[files.nextNetwork, files.network] as [string, string]] : []),
    ...(isShare ? [[files.nextShare, files.share] as [string, string]] : []),
  ]
}

/** Writes the result next to the files in use: all files or none. Files of a different run in this folder stay. */
export async function stage(place: Place, change: Change, sealed: Sealed): Promise<void> {
  const files = filesOf(place)
  const written: string[] = []
  const put = async (file: string, text: string) => {
    await writeNew(file, text)
    written.push(file)
  }
  try {
    if (sealed.share) await put(files.nextShare, sealed.share)
    await put(files.nextNetwork, toText(change.network))
    if (sealed.backup) await put(change.backup!, sealed.backup)
    // Write this file last, and all at once: without it, a change counts as never confirmed.
    await put(files.draft, toText(change))
    await move(files.draft, files.prepared)
  } catch (error) {
    for (const file of written) await remove(file)
    throw error
  }
}

/**
 * Commits the prepared change, and then moves its files into place. @throws {WalletError} `INVALID_ARGUMENT` if nothing
 * was prepared.
 */
export async function commitChange(place: Place): Promise<Change> {
  const { prepared, committed, isFinished } = await readState(place)
  const files = filesOf(place)
  if (!prepared) {
    if (!committed || isFinished) {
      throw new WalletError('INVALID_ARGUMENT', `${place.dir}: no change is prepared.`)
    }
    await finishChange(place)
    return committed
  }
  try {
    await move(files.prepared, files.committed)
  } catch (error) {
    throw unwritable(files.committed, error)
  }
  await finishChange(place)
  return prepared
}

/** Moves the files of a committed change into place. Safe to repeat after any interruption. */
export async function finishChange(place: Place): Promise<void> {
  const { committed, prepared } = await readState(place)
  if (!committed || prepared) return
  // A dealer that leaves must delete its old share: a threshold of old shares could still use the key. Before the moves,
  // since the change counts as finished after them.
  if (!committed.isMember) await remove(filesOf(place).share)
  for (const [from, to] of await movesOf(place, committed)) {
    await move(from, to).catch((error: NodeJS.ErrnoException) => {
      const detail = `${to} cannot be written (${error.code}). The change is decided: clear the way, then run wallet-embed share resume.`
      throw new WalletError('INVALID_ARGUMENT', detail)
    })
  }
}

/** Removes the prepared change. The files in use stay. */
export async function clearPrepared(place: Place, { keepsBackup = false } = {}): Promise<void> {
  const { prepared } = await readState(place)
  if (prepared?.backup && !keepsBackup) await remove(prepared.backup)
  await clearStaged(place)
}

/** Removes the record last, so that an interrupted removal is repeated. */
async function clearStaged(place: Place): Promise<void> {
  const { nextShare, nextNetwork, draft, prepared } = filesOf(place)
  for (const file of [nextShare, nextNetwork, draft, prepared]) await remove(file)
}

/** @throws {WalletError} `INVALID_ARGUMENT` if a change is unfinished; an unconfirmed one is removed. */
export async function checkNothingPrepared(place: Place): Promise<void> {
  const { prepared, isFinished } = await readState(place)
  if (prepared) {
    throw new WalletError('INVALID_ARGUMENT', `A change is not finished. ${adviceOf(place)}`)
  }
  if (!isFinished) await finishChange(place)
  await clearStaged(place)
}

export const adviceOf = ({ dir, index }: Place): string =>
  `Nothing is lost. All participants run wallet-embed share resume (here with --index ${index} --out ${dir}): it ends the change for all in the same way.`

export const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )

/** A named pipe would be read for ever. @throws {WalletError} `INVALID_ARGUMENT` if it is no regular file. */
async function isThere(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined)
  if (found && !found.isFile())
    throw new WalletError('INVALID_ARGUMENT', `${file}: no regular file.`)
  return !!found
}

async function remove(file: string): Promise<void> {
  await unlink(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw unwritable(file, error)
  })
}

const Titled = z.object({ what: z.optional(z.string()) })

/** The title that a share's file has in clear. @throws {WalletError} `INVALID_ARGUMENT`, naming the file, if it has none. */
export const titleOf = async (file: string): Promise<string> =>
  (await readJson(file, Titled)).what ?? 'in clear'
