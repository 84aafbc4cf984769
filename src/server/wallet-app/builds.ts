/**
 * The list of builds of the wallet app: one file, to which each release adds an entry. An entry has the hash of the
 * entry before it, and the last entry's hash is signed by Ed25519. So no entry can be changed, removed or added
 * without the key. That a list only grows is seen by comparing it with an earlier one.
 */
import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'

import * as z from 'zod/mini'

import { WalletError } from '../../shared/errors.js'
import { VERSION } from '../../shared/versions.js'
import { fromJson } from '../platform/json-text.js'
import { sri } from './integrity.js'

/** Bytes of a list: more than 2,000 builds. */
export const MAX_LIST = 1024 * 1024
/** Part of each signed text, so that a signature is valid for this purpose only. */
const FORMAT = 'wallet-embed/builds/v1'

const Hash = z.string().check(z.regex(/^sha384-[A-Za-z0-9+/]{64}$/))
const Entry = z.strictObject({
  version: z.string().check(z.regex(VERSION)),
  /** Hash of `integrity.json`, which pages pin. */
  hash: Hash,
  /** Git's id of the sources. */
  commit: z.string().check(z.regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/)),
  /** When it was added, in UTC (RFC 3339). */
  date: z.iso.datetime({ precision: 0 }),
  /** Hash of the entry before; null in the first. */
  before: z.nullable(Hash),
})
export type Entry = z.infer<typeof Entry>
export type Build = Omit<Entry, 'before'>

const List = z.strictObject({
  format: z.literal(FORMAT),
  entries: z.array(Entry).check(z.minLength(1)),
  /** Signs the number of entries and the last entry's hash; base64url. */
  signature: z.string().check(z.regex(/^[\w-]{86}$/)),
})

/** The key that a list is signed by. @throws {WalletError} `INVALID_ARGUMENT` */
export function publicKeyIn(x: string): KeyObject {
  const isCanonical = Buffer.from(x, 'base64url').toString('base64url') === x
  if (/^[\w-]{43}$/.test(x) && isCanonical) {
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  }
  const detail = '--key: expected the 43 characters that `builds key` printed.'
  throw new WalletError('INVALID_ARGUMENT', detail)
}

/** Remembered of a list: a later one has to begin with the same entries. */
export const Head = z.strictObject({ count: z.int().check(z.gte(1)), hash: Hash })
export type Head = z.infer<typeof Head>

/** The head after each entry: a list of three has three. */
export const headsOf = (entries: readonly Entry[]): Head[] =>
  entries.map((entry, at) => ({ count: at + 1, hash: hashOf(entry) }))

/**
 * Reads a list from an untrusted source.
 *
 * @param key - Public key.
 * @param place - Source of the list, for errors.
 * @throws {WalletError} `INVALID_ARGUMENT` if any byte differs from what was signed.
 */
export function readBuilds(bytes: Uint8Array, key: KeyObject, place: string): Entry[] {
  const wrong = (what: string) => new WalletError('INVALID_ARGUMENT', `${place}: ${what}.`)
  if (bytes.length > MAX_LIST) throw wrong(`a list of builds has at most ${MAX_LIST} bytes`)
  const parsed = List.safeParse(fromJson(Buffer.from(bytes).toString()))
  // No details: an attacker could put terminal control characters into the file.
  if (!parsed.success) throw wrong('this is no list of builds')
  const { entries, signature } = parsed.data
  // The same JSON value can be written in many ways; only our form is valid.
  if (!Buffer.from(textOf(parsed.data)).equals(bytes)) {
    throw wrong('the list is not in the form in which `builds add` writes it')
  }
  const heads = headsOf(entries)
  for (const [at, entry] of entries.entries()) {
    if (entry.before !== (heads[at - 1]?.hash ?? null)) {
      throw wrong(`the chain of hashes breaks at ${entry.version}: the list was changed`)
    }
    checkNext(entries.slice(0, at), entry, wrong)
  }
  const bits = Buffer.from(signature, 'base64url')
  const isCanonical = bits.toString('base64url') === signature
  if (!isCanonical || !verify(null, signedText(heads), key, bits)) {
    throw wrong('the signature is not by the key that was given')
  }
  return entries
}

/**
 * Adds a build to a list, or begins one.
 *
 * @param entries - As `readBuilds` read them; none for a new list.
 * @param key - Private: signs the new head.
 * @returns The file's text; undefined if this very build is on the list already.
 * @throws {WalletError} `INVALID_ARGUMENT` if the version is there with a different hash, if the date is before the
 *   last one, or if the list would be too long.
 */
export function addBuild(
  entries: readonly Entry[],
  build: Build,
  key: KeyObject,
): string | undefined {
  const wrong = (what: string) => new WalletError('INVALID_ARGUMENT', `Nothing was added: ${what}.`)
  if (entries.some(({ version, hash }) => version === build.version && hash === build.hash)) {
    return undefined
  }
  checkNext(entries, build, wrong)
  const { version, hash, commit, date } = build
  const before = headsOf(entries).at(-1)?.hash ?? null
  const parsed = Entry.safeParse({ version, hash, commit, date, before })
  if (!parsed.success) {
    throw wrong(`${parsed.error.issues.map(({ path }) => path.join('.')).join(', ')} is not valid`)
  }
  const all = [...entries, parsed.data]
  const signature = sign(null, signedText(headsOf(all)), key).toString('base64url')
  const text = textOf({ format: FORMAT, entries: all, signature })
  if (Buffer.byteLength(text) > MAX_LIST) throw wrong(`the list would have over ${MAX_LIST} bytes`)
  return text
}

/**
 * Whether a list is a continuation of what was seen before.
 *
 * @returns The fault in words.
 */
export function historyFault(entries: readonly Entry[], seen: Head): string | undefined {
  if (entries.length < seen.count) {
    return `the list has ${entries.length} builds, and had ${seen.count}: it was rolled back`
  }
  if (headsOf(entries)[seen.count - 1]?.hash === seen.hash) return undefined
  return `the first ${seen.count} builds of the list are not those that were seen before: its history was changed`
}

/** Checks a new entry against the ones before. */
function checkNext(
  before: readonly Entry[],
  { version, date }: Build,
  wrong: (what: string) => WalletError,
): void {
  if (before.some((entry) => entry.version === version)) {
    throw wrong(`${version} is on the list already, with a different hash`)
  }
  const last = before.at(-1)
  if (last && date < last.date) {
    throw wrong(
      `${version} has the date ${date}, which is before that of ${last.version}: ${last.date}`,
    )
  }
}

const hashOf = (entry: Entry): string => sri(Buffer.from(JSON.stringify(entry)))

const signedText = (heads: readonly Head[]): Buffer =>
  Buffer.from(`${FORMAT}\n${heads.length}\n${heads.at(-1)?.hash}\n`)

const textOf = (list: z.infer<typeof List>): string => `${JSON.stringify(list, null, 2)}\n`
