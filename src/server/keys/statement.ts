/**
 * What a key node says of itself, proven by its share. The share signs nothing: the node evaluates the statement as it
 * evaluates an identity, and the proof of that names the share (RFC 9497, section 2.2).
 */
import * as z from 'zod/mini'

import { statementInput } from '../../keys/probe.js'
import { Evaluation, Share } from '../../protocol/service.js'
import { VERSION } from '../../shared/versions.js'
import type { Evaluator } from './evaluator.js'
import { GENERATION } from './generation.js'

/** Characters: three times the longest statement. */
const MAX_LENGTH = 2_048

/** A SHA-256, as `sha256sum` prints it. */
const Hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
/** Chosen by the caller for each request, so that no earlier statement fits. */
export const Nonce = z.string().check(z.regex(/^[\w-]{22,64}$/))

const Program = z.object({
  version: z.string().check(z.regex(VERSION)),
  /** Hash of the program's own files, without the packages that it imports. */
  hash: Hash,
})
export type Program = z.infer<typeof Program>

export const Statement = z.object({
  nonce: Nonce,
  index: Evaluation.shape.index,
  publicKey: Share.shape.publicKey,
  /** Generation of the share, if its file names it. */
  generation: z.optional(z.string().check(z.regex(new RegExp(`^${GENERATION.source}$`)))),
  program: z.optional(Program),
  /** Hash of the registry's file. */
  registry: z.optional(Hash),
  /** Since the start of the process. */
  seconds: z.int().check(z.gte(0)),
  /** By the node's clock, in UTC. */
  time: z.iso.datetime(),
})
export type Statement = z.infer<typeof Statement>

/** Answers `GET /statement/<nonce>`. The text itself is proven, byte for byte: JSON has many forms of one value. */
export const Stated = z.extend(z.omit(Evaluation, { index: true }), {
  statement: z.string().check(z.maxLength(MAX_LENGTH)),
})
export type Stated = z.infer<typeof Stated>

export function prove(
  said: Omit<Statement, 'seconds' | 'time'>,
  { evaluate }: Pick<Evaluator, 'evaluate'>,
): Stated {
  const seconds = Math.floor(process.uptime())
  const statement = JSON.stringify({ ...said, seconds, time: new Date().toISOString() })
  return { statement, ...evaluate(statementInput(statement)) }
}
