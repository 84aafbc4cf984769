/**
 * Changes to the registry. A change needs the version that the person saw, their confirmation if it moves people, and
 * is logged.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'

import { type Changed, MOVES_ADDRESSES } from '../../protocol/dashboard.js'
import type { Registry } from '../../protocol/registry.js'
import { WalletError } from '../../shared/errors.js'
import { type AuditFile, countPeople } from '../login/audit.js'
import { Refusal } from '../platform/http.js'
import { FieldError } from '../registry/entries.js'
import { checkVerifierEntry, type Move, movedAccounts } from '../registry/registry-check.js'
import {
  type Edit,
  editRegistry,
  editText,
  type RegistryText,
  readRegistryText,
} from '../registry/registry-file.js'
import { sessionOf } from './guard.js'

/** Used in answers instead of the file's path. */
export const REGISTRY_NAME = 'registry'
/** Milliseconds to count people in the audit log: a gigabyte takes about twenty seconds. */
const COUNT_DEADLINE = 5_000

export interface Files {
  /** Path of the registry. */
  registry: string
  /** Path of the audit log. */
  audit?: string | undefined
  /** Takes a line for each change. */
  log?: AuditFile | undefined
}

export interface Change {
  /** Such as `application.add`. */
  event: string
  application?: string
  verifier?: string
  /** Names of the changed fields. */
  fields: string[]
  /** The confirming words. */
  accept?: readonly string[] | undefined
  edits(before: RegistryText): Edit[]
}

/** @throws {Refusal} If the file has a different version, or the change is refused. */
export async function change(
  files: Files,
  request: FastifyRequest,
  reply: FastifyReply,
  wanted: Change,
): Promise<Changed> {
  const version = versionOf(request)
  const before = await readRegistryText(files.registry, REGISTRY_NAME)
  checkVersion(before, version)
  const { registry: planned } = editText(before.text, wanted.edits(before), REGISTRY_NAME)
  const moves = movedAccounts(before.registry, planned)
  if (moves.length && !wanted.accept?.includes(MOVES_ADDRESSES)) {
    throw await movesPeople(moves, files.audit)
  }
  const notes = await checkProvider(planned, wanted.verifier)
  const after = await editRegistry(
    files.registry,
    (current) => {
      // The file may have changed while providers were asked.
      checkVersion(current, version)
      return wanted.edits(current)
    },
    REGISTRY_NAME,
  )
  note(files, request, wanted, moves)
  reply.header('etag', `"${after.version}"`)
  const needsSignal = moves.some(({ isDestructive }) => isDestructive)
  return { version: after.version, notes, needsSignal }
}

const IfMatch = z.string().check(z.regex(/^"[0-9a-f]{64}"$/))

function versionOf({ headers }: FastifyRequest): string {
  const given = headers['if-match']
  if (given === undefined) {
    const detail = 'Say in if-match which version was edited.'
    throw new Refusal('INVALID_REQUEST', detail, 428, { reason: 'version-missing' })
  }
  if (IfMatch.safeParse(given).success) return given.slice(1, -1)
  throw new WalletError('INVALID_REQUEST', 'if-match: expected the etag of the registry.')
}

function checkVersion({ version }: RegistryText, expected: string): void {
  if (version === expected) return
  const detail = 'The registry was changed meanwhile. Look at it again.'
  throw new Refusal('INVALID_REQUEST', detail, 412, { reason: 'version-changed' })
}

/** Removing a verifier counts too: added again, it could identify its people differently. */
async function movesPeople(moves: readonly Move[], audit: string | undefined): Promise<Refusal> {
  // The log may be moved away just now, or too long. Then the number is unknown, and the question is asked all the same.
  const counting = audit && countPeople(audit, AbortSignal.timeout(COUNT_DEADLINE))
  const people = counting ? await counting.catch(() => undefined) : undefined
  const told = moves.map(({ verifier, sentence }) => {
    return { verifier, sentence, ...(people && { people: people.get(verifier) ?? 0 }) }
  })
  const detail = `${told.map(({ sentence }) => sentence).join('; ')}.`
  return new Refusal('INVALID_ARGUMENT', detail, 409, { reason: MOVES_ADDRESSES, moves: told })
}

/** @returns Notes of the check. */
async function checkProvider(registry: Registry, id: string | undefined): Promise<string[]> {
  if (id === undefined || !Object.hasOwn(registry.verifiers, id)) return []
  const { wrong, notes } = await checkVerifierEntry(registry, id)
  if (!wrong.length) return notes
  throw fieldsRefused(wrong.map(fieldIn), wrong.join('; '))
}

interface FieldFault {
  field: string
  fault: string
}

const fieldsRefused = (fields: FieldFault[], detail: string | undefined): Refusal =>
  new Refusal('INVALID_ARGUMENT', detail, 400, { reason: 'fields', fields })

/** Splits `issuer: words`. An error of discovery is about the issuer. */
function fieldIn(text: string): FieldFault {
  const [, field = '', fault = ''] = /^([\w.]+): (.*)$/s.exec(text) ?? []
  return field && field !== 'discovery' ? { field, fault } : { field: 'issuer', fault: text }
}

const THERE = /^registry: (applications|verifiers)\.\S+ is there already\.$/

/** Adds the fields that an error is about, if it names any. */
export function withFields(error: unknown): unknown {
  if (error instanceof Refusal || !WalletError.is(error)) return error
  if (error instanceof FieldError) {
    const fault = [error.fault, error.needed.join(', ')].filter(Boolean).join(' ')
    return fieldsRefused([{ field: error.field, fault }], error.detail)
  }
  const { cause, detail = '' } = error
  if (cause instanceof z.core.$ZodError) {
    const fields = cause.issues.map(({ path, message }) => {
      // In errors about the whole registry, drop the path that leads to the entry.
      const own = ['applications', 'verifiers'].includes(String(path[0])) ? path.slice(2) : path
      return { field: own.map(String).join('.'), fault: message }
    })
    return fieldsRefused(fields, detail)
  }
  const own = /^registry: verifiers\.[^:]*\.([\w]+): (.*)$/s.exec(detail)
  if (own) return fieldsRefused([{ field: own[1]!, fault: own[2]! }], detail)
  if (THERE.test(detail))
    return fieldsRefused([{ field: 'id', fault: 'It is there already' }], detail)
  return detail.startsWith('discovery: ') ? fieldsRefused([fieldIn(detail)], detail) : error
}

/** Writes who changed what to the program's log and to the audit log. */
function note(
  { log }: Files,
  request: FastifyRequest,
  { event, application, verifier, fields }: Change,
  moves: readonly Move[],
): void {
  const by = sessionOf(request).name
  const what = { event: `registry.${event}`, verifier, application, outcome: 'ok', by, fields }
  const moved = moves.map(({ sentence }) => sentence)
  request.log.info({ change: { ...what, ...(moved.length && { moved }) } }, 'registry changed')
  log?.add(what)
}
