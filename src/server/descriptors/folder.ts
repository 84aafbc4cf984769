/**
 * The operator's folder of descriptors, as the wallet app reads it: each file is named by its hash, and so is the index,
 * whose hash is in `config.json`. Files are added and never changed, so that frames that are open go on with theirs.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'

import type { Descriptor } from '../../chain/clear-signing/descriptor.js'
import {
  DescriptorIndex,
  FileHash,
  fileOf,
  indexKey,
  MAX_DESCRIPTOR,
  MAX_INDEX,
} from '../../protocol/files/descriptors.js'
import { WalletError } from '../../shared/errors.js'
import { parse, readJson } from '../platform/files.js'
import { unreadable } from '../platform/read-file.js'
import { makeFolder, replaceFile } from '../platform/write-file.js'
import { changesOf } from './changes.js'
import { Release } from './release.js'
import { type Reviewers, reviewOf } from './reviews.js'

/** Says which release the folder has: its index, and the file of each descriptor by its path in the release. */
const CURRENT = 'release.json'
/** World-readable, for the server of the wallet app: descriptors hold no secrets. */
const [FILE, FOLDER] = [0o644, 0o755]
const Current = z.object({ index: FileHash, files: z.record(z.string(), FileHash) })
type Current = z.infer<typeof Current>

/** The result of importing a release, compared with the last one. */
export interface Taken {
  /** Hash of the index, for `config.json`. */
  hash: string
  count: number
  added: string[]
  changed: { file: string; what: string[] }[]
  gone: string[]
  /** Unreadable descriptors, with the reason. Their contracts have no descriptor then. */
  unread: { file: string; why: string }[]
  /** Number of descriptors reviewed by an accepted auditor. */
  reviewed: number
  /** Attestations that were refused, with the reason. The descriptor itself is imported as not reviewed. */
  refused: { file: string; why: string }[]
}

/**
 * Imports a registry's release.
 *
 * @param from - Folder of the release.
 * @param into - The operator's folder; created if missing.
 * @param reviewers - Without them, attestations are ignored.
 * @throws {WalletError} `INVALID_ARGUMENT`
 */
export async function takeRelease(
  from: string,
  into: string,
  reviewers?: Reviewers,
): Promise<Taken> {
  const release = new Release(from)
  await makeFolder(into, FOLDER)
  const before = await currentOf(into)
  const files: Current['files'] = {}
  const index = new Map<string, Set<string>>()
  const unread: Taken['unread'] = []
  const refused: Taken['refused'] = []
  let reviewed = 0
  for (const [file, read] of release.descriptors()) {
    const isRead = typeof read !== 'string'
    const review =
      isRead && reviewers ? reviewOf(release, file, reviewers) : { by: [], refused: [] }
    const { by: reviewedBy } = review
    const text = isRead ? JSON.stringify({ ...read, ...(reviewedBy.length && { reviewedBy }) }) : ''
    if (typeof read === 'string' || Buffer.byteLength(text) > MAX_DESCRIPTOR) {
      const why = typeof read === 'string' ? read : `expected at most ${MAX_DESCRIPTOR} bytes.`
      unread.push({ file, why })
      continue
    }
    const hash = await write(into, text)
    files[file] = hash
    refused.push(...review.refused.map((why) => ({ file, why })))
    if (reviewedBy.length) reviewed++
    for (const key of keysOf(read)) index.set(key, (index.get(key) ?? new Set()).add(hash))
  }
  const entries = [...index].map(([key, hashes]) => [key, [...hashes]])
  const checked = parse(DescriptorIndex, Object.fromEntries(entries), 'INVALID_ARGUMENT')
  const text = JSON.stringify(checked)
  if (Buffer.byteLength(text) > MAX_INDEX) {
    throw new WalletError('INVALID_ARGUMENT', `The index has more than ${MAX_INDEX} bytes.`)
  }
  const hash = await write(into, text)
  const changed: Taken['changed'] = []
  for (const [file, now] of Object.entries(files)) {
    const was = before?.files[file]
    if (!was || was === now) continue
    const [old, other] = await Promise.all([readOwn(into, was), readOwn(into, now)])
    changed.push({ file, what: changesOf(old as Descriptor, other as Descriptor) })
  }
  await replaceFile(join(into, CURRENT), JSON.stringify({ index: hash, files }), FILE)
  const known = before?.files ?? {}
  return {
    hash,
    count: Object.keys(files).length,
    added: Object.keys(files).filter((file) => !Object.hasOwn(known, file)),
    changed,
    gone: Object.keys(known).filter((file) => !Object.hasOwn(files, file)),
    unread,
    reviewed,
    refused,
  }
}

/** The hash for `config.json`. @throws {WalletError} `INVALID_ARGUMENT` */
export const hashOf = async (folder: string): Promise<string> =>
  (await readJson(join(folder, CURRENT), Current)).index

/**
 * Looks whether a folder has all that an index names, as it was.
 *
 * @throws {WalletError} `INVALID_ARGUMENT`, naming the file.
 */
export async function checkDescriptors(folder: string, hash: string): Promise<void> {
  const index = parse(DescriptorIndex, await readOwn(folder, hash), 'INVALID_ARGUMENT')
  for (const one of new Set(Object.values(index).flat())) await readOwn(folder, one)
}

const currentOf = async (folder: string): Promise<Current | undefined> => {
  const isThere = await readFile(join(folder, CURRENT)).catch(() => undefined)
  return isThere && readJson(join(folder, CURRENT), Current)
}

/** Reads a file of the folder, and checks that its hash is its name. */
async function readOwn(folder: string, hash: string): Promise<unknown> {
  const file = join(folder, fileOf(hash))
  const bytes = await readFile(file).catch(unreadable(file))
  if (sha256(bytes) !== hash) {
    throw new WalletError('INVALID_ARGUMENT', `${file}: not what its name says.`)
  }
  return JSON.parse(bytes.toString())
}

/** @returns Its hash, which is its name. */
async function write(folder: string, text: string): Promise<string> {
  const hash = sha256(text)
  await replaceFile(join(folder, fileOf(hash)), text, FILE)
  return hash
}

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')

function keysOf({ context }: Descriptor): string[] {
  const deployments = (context.contract ?? context.eip712)?.deployments ?? []
  return deployments.map(({ chainId, address }) => indexKey(chainId, address))
}
