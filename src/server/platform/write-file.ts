/** An operator's files: written atomically, flushed to disk before success is reported, and with the owner they had. */
import {
  access,
  chown,
  constants,
  mkdir,
  open,
  realpath,
  rename,
  rm,
  stat,
  unlink,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { WalletError } from '../../shared/errors.js'

/** Free bytes required before a ceremony: far more than it writes. */
const ROOM = 256 * 1024
/** Milliseconds to wait for a concurrent command to finish writing, and between checks. */
const LOCK_DEADLINE = 5_000
const LOCK_INTERVAL = 50

/** Writes a file for its owner's eyes only. @throws {WalletError} `INVALID_ARGUMENT` if it exists. */
export async function writeNew(file: string, text: string): Promise<void> {
  try {
    await write(file, text, 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw unwritable(file, error)
    throw new WalletError(
      'INVALID_ARGUMENT',
      `${file} exists: whoever overwrites it loses a share. Move it away first.`,
    )
  }
}

/** Replaces a file atomically, and keeps its mode, its owner and its group. A link stays one. */
export async function replaceFile(name: string, text: string, mode = 0o600): Promise<void> {
  const file = await realpath(name).catch(() => name)
  await checkReplaceable(file)
  const draft = `${file}.draft`
  await unlink(draft).catch(() => {})
  try {
    const before = await stat(file).catch(() => undefined)
    await write(draft, text, before ? before.mode & 0o777 : mode, before)
    await move(draft, file)
  } catch (error) {
    await unlink(draft).catch(() => {})
    throw unwritable(file, error)
  }
}

/** For work that reads a file and then replaces it: commands that run at once do it one after the other. */
export async function locked<T>(name: string, work: () => Promise<T>): Promise<T> {
  const file = await realpath(name).catch(() => name)
  const lock = `${file}.lock`
  await take(lock)
  try {
    return await work()
  } finally {
    await rm(lock)
  }
}

/** Renames a file, and flushes the folder so that the rename is durable. */
export async function move(from: string, to: string): Promise<void> {
  await rename(from, to)
  const folder = await open(dirname(to), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/**
 * Makes a folder if need be, and finds out whether as much can be written there as a ceremony needs.
 *
 * @throws {WalletError} `INVALID_ARGUMENT`, naming the folder.
 */
export async function checkFolder(dir: string): Promise<void> {
  const probe = join(dir, `.room-${process.pid}-${Math.random()}`)
  try {
    await makeFolder(dir)
    await write(probe, 'x'.repeat(ROOM), 0o600)
  } catch (error) {
    throw unwritable(dir, error)
  } finally {
    await unlink(probe).catch(() => {})
  }
}

/**
 * Checks that the service can still read the file after it is replaced: only root can give a file to its old owner. Any
 * other user would become the owner.
 *
 * @throws {WalletError} `INVALID_ARGUMENT`, naming the file.
 */
export async function checkReplaceable(file: string): Promise<void> {
  const before = await stat(file).catch(() => undefined)
  if (!before || isRoot()) return
  if (before.uid !== process.getuid?.()) {
    const detail = `${file} belongs to user ${before.uid}: run this as that user, or as root.`
    throw new WalletError('INVALID_ARGUMENT', detail)
  }
  await access(dirname(file), constants.W_OK).catch((error) => {
    throw unwritable(dirname(file), error)
  })
}

/** A folder with the owner of its parent; by default private to that owner. */
export async function makeFolder(dir: string, mode = 0o700): Promise<void> {
  const made = await mkdir(dir, { recursive: true, mode })
  if (made && isRoot()) {
    const { uid, gid } = await stat(dirname(made))
    for (let at = dir; at.length >= made.length; at = dirname(at)) await chown(at, uid, gid)
  }
}

async function write(
  file: string,
  text: string,
  mode: number,
  owner?: { uid: number; gid: number },
): Promise<void> {
  const handle = await open(file, 'wx', mode)
  try {
    await handle.writeFile(text)
    await handle.chmod(mode)
    if (isRoot()) {
      // The service that is to read it runs as the folder's owner.
      const { uid, gid } = owner ?? (await stat(dirname(file)))
      await handle.chown(uid, gid)
    } else if (owner) {
      // Services may read it as its group. A user that is not in that group cannot keep it.
      await handle.chown(owner.uid, owner.gid).catch(() => {})
    }
    await handle.sync()
  } catch (error) {
    await unlink(file).catch(() => {})
    throw error
  } finally {
    await handle.close()
  }
}

async function take(lock: string): Promise<void> {
  for (let waited = 0; ; waited += LOCK_INTERVAL) {
    try {
      return await (await open(lock, 'wx')).close()
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'EEXIST') throw new WalletError('INVALID_ARGUMENT', `${lock}: ${code}.`)
    }
    if (waited >= LOCK_DEADLINE) {
      const detail = `A different command writes this file. If none does, delete ${lock}.`
      throw new WalletError('INVALID_ARGUMENT', detail)
    }
    await new Promise((resolve) => setTimeout(resolve, LOCK_INTERVAL))
  }
}

const isRoot = (): boolean => process.getuid?.() === 0

const ADVICE: Record<string, string> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it is mounted for reading alone',
  ENOENT: 'its folder is not there',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'no file may be as large as that here',
  ENOTDIR: 'part of its path is no folder',
  EEXIST: 'something else is in its place',
  EISDIR: 'a folder is in its place',
  ENOTEMPTY: 'a folder is in its place',
}

/** Says in words why a place cannot be written, for the operator. */
export function unwritable(place: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (WalletError.is(error) || !code) return error
  const advice = ADVICE[code]
  return new WalletError(
    'INVALID_ARGUMENT',
    `${place} cannot be written: ${advice ? `${advice} (${code})` : code}. Nothing was changed.`,
  )
}
