/**
 * The audit log: login times, applications and outcomes. People appear as keyed hashes: only the holder of the log's
 * key can look up a certain person.
 */
import { createHmac } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { appendFile, type FileHandle, open, stat } from 'node:fs/promises'
import { createInterface } from 'node:readline'

import { decodeJwt } from 'jose'
import * as z from 'zod/mini'

import { identityInput, verifierIdOf } from '../../keys/identity.js'
import type { Registry } from '../../protocol/registry.js'
import { WalletError } from '../../shared/errors.js'
import { fromJson } from '../platform/json-text.js'
import { unreadable } from '../platform/read-file.js'
import { writeNew } from '../platform/write-file.js'
import { aggregateOf, verifierOf } from '../registry/registry.js'

/** Characters of base64url: 96 bits, which no two people share by chance. */
const NAME_LENGTH = 16
/** Characters: short enough to remember, too long to guess. */
const MIN_KEY = 16
const LINE_FEED = 10

export interface AuditEntry {
  /** The request, such as `token`. */
  event: string
  /** Name in the registry; absent if the registry does not have the requested one. */
  verifier?: string | undefined
  /** The application, as the wallet app reports it: a client id, or the origin of a page. */
  application?: string | undefined
  /** The person, once known, in the form of `identityOf`. The log has only a pseudonym. */
  person?: Uint8Array | undefined
  /** `ok`, or the code of the failure; `wrong` for a code from an e-mail. */
  outcome: string
}

export interface AuditFileOptions {
  /** Lines are added to it; it may be moved away at any time. */
  file: string
  /** Called with write errors. */
  onFailure: (error: Error) => void
}

export interface AuditOptions extends AuditFileOptions {
  /** Secret for the pseudonyms. Copies of a service with the same key give people the same pseudonyms. */
  key: string
}

/** The log's file. */
export class AuditFile {
  readonly #options: AuditFileOptions
  #lines: string[] = []
  #writing: Promise<void> | undefined

  constructor(options: AuditFileOptions) {
    this.#options = options
  }

  /** Writes a line with the time, later. Nothing waits for it. */
  add(entry: object): void {
    const time = new Date().toISOString()
    this.#lines.push(`${JSON.stringify({ time, ...entry })}\n`)
    this.#writing ??= this.#write()
  }

  /** Resolves when everything is written. */
  async close(): Promise<void> {
    await this.#writing
  }

  async #write(): Promise<void> {
    const { file, onFailure } = this.#options
    while (this.#lines.length) {
      // A file that root makes, too, belongs to the folder's owner.
      await writeNew(file, '').catch(() => {})
      const start = (await isCutOff(file)) ? '\n' : ''
      const lines = start + this.#lines.join('')
      this.#lines = []
      await appendFile(file, lines, { mode: 0o600 }).catch(onFailure)
    }
    this.#writing = undefined
  }
}

/** Whether the last line is cut off, as by a full disk, or by the end of a process. */
async function isCutOff(file: string): Promise<boolean> {
  let handle: FileHandle | undefined
  try {
    const { size } = await stat(file)
    // A pipe has no size, and waits for its other end when it is opened.
    if (!size) return false
    handle = await open(file)
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1)
    return buffer[0] !== LINE_FEED
  } catch {
    return false
  } finally {
    await handle?.close()
  }
}

export class AuditLog {
  readonly #key: string
  readonly #file: AuditFile

  /** @throws {WalletError} `INVALID_ARGUMENT` if the key could be guessed. */
  constructor({ key, ...options }: AuditOptions) {
    checkKey(key)
    this.#key = key
    this.#file = new AuditFile(options)
  }

  /** Writes an entry, later. Nothing waits for it. */
  record({ person, ...entry }: AuditEntry): void {
    const who = person && personName(this.#key, person)
    this.#file.add({ ...entry, ...(who && { who }) })
  }

  /** Resolves when everything is written. */
  close(): Promise<void> {
    return this.#file.close()
  }
}

/** Runs a request, and records its outcome: `ok` unless `work` says otherwise. */
export async function audited<T>(
  audit: AuditLog | undefined,
  entry: Omit<AuditEntry, 'outcome' | 'person'>,
  work: () => Promise<{ answer: T; person?: Uint8Array | undefined; outcome?: string }>,
): Promise<T> {
  try {
    const { answer, person, outcome = 'ok' } = await work()
    audit?.record({ ...entry, person, outcome })
    return answer
  } catch (error) {
    audit?.record({ ...entry, outcome: WalletError.from(error).code })
    throw error
  }
}

/** The identity in an ID token, as the key nodes will see it. Undefined if they will refuse the token. */
export function identityOf(
  registry: Registry,
  verifier: string,
  idToken: string,
): Uint8Array | undefined {
  try {
    const aggregate = aggregateOf(registry, verifier)
    const rule = { ...verifierOf(registry, verifier), aggregate }
    return identityInput(aggregate ?? verifier, verifierIdOf(decodeJwt(idToken), rule))
  } catch {
    return undefined
  }
}

/**
 * A person's name in the log.
 *
 * @throws {WalletError} `INVALID_ARGUMENT` if the key could be guessed.
 */
export function personName(key: string, identity: Uint8Array): string {
  checkKey(key)
  return createHmac('sha256', key).update(identity).digest('base64url').slice(0, NAME_LENGTH)
}

function checkKey(key: string): void {
  if (key.length >= MIN_KEY) return
  throw new WalletError('INVALID_ARGUMENT', `Audit key: expected ${MIN_KEY} characters or more.`)
}

const Line = z.object({ verifier: z.string(), outcome: z.literal('ok'), who: z.string() })

/** Distinct people per verifier in an audit log. Malformed lines are skipped. @param signal - Ends it. */
export async function countPeople(
  file: string,
  signal?: AbortSignal,
): Promise<Map<string, number>> {
  const people = new Map<string, Set<string>>()
  try {
    for await (const text of createInterface({ input: createReadStream(file) })) {
      signal?.throwIfAborted()
      const line = Line.safeParse(fromJson(text))
      if (!line.success) continue
      const { verifier, who } = line.data
      people.set(verifier, (people.get(verifier) ?? new Set()).add(who))
    }
  } catch (error) {
    signal?.throwIfAborted()
    throw unreadable(file)(error as NodeJS.ErrnoException)
  }
  return new Map([...people].map(([verifier, names]) => [verifier, names.size]))
}
