import { createHash } from 'node:crypto'

import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

import { PROBE } from '../../keys/probe.js'
import type { Registry } from '../../protocol/registry.js'
import { EvaluateRequest } from '../../protocol/requests.js'
import { EvaluateResponse, Evaluation, type Share } from '../../protocol/service.js'
import { WalletError } from '../../shared/errors.js'
import { type ApiOptions, createApi, noteVerifier } from '../platform/http.js'
import { createLimit } from '../platform/limits.js'
import { seal } from '../platform/seal.js'
import { MemoryStore } from '../store/store.js'
import { createTokenCheck, type KnownKeys } from '../tokens/token-check.js'
import { createEvaluator, curveReady, type Evaluator } from './evaluator.js'
import { checkShare } from './share-file.js'
import { Nonce, type Program, prove, Stated } from './statement.js'

/** Logins a minute of one person, by default: more than people need, fewer than guessing needs. */
const IDENTITY_LIMIT = 60

export interface KeyNodeSettings {
  share: Share
  /** Name of the share's generation, where it is known. */
  generation?: string | undefined
  registry: Registry
  /** Hash of the registry's file. */
  registryHash?: string | undefined
}

export interface KeyNodeOptions extends ApiOptions, KeyNodeSettings {
  /** Answers a minute for one person, however many addresses they ask from. */
  identityLimit?: number | undefined
  /** Version and hash of the running program, for the node's statement. */
  program?: Program | undefined
}

export interface KeyNode {
  app: FastifyInstance
  /**
   * Continues with a different share of the same key, or a different registry.
   *
   * @throws {WalletError} `INVALID_ARGUMENT`, and keeps the current settings.
   */
  reload(next: KeyNodeSettings): void
}

/**
 * One of the nodes that hold a share each. `POST /evaluate` checks an ID token and answers with the
 * share's part of that person's key, encrypted to the key that the token names. It keeps no state.
 *
 * @throws {WalletError} `INVALID_ARGUMENT` if the share's halves do not belong together.
 */
export function createReloadableKeyNode(options: KeyNodeOptions): KeyNode {
  const keys: KnownKeys = new Map()
  let current = prepare(options, keys)
  const store = options.store ?? new MemoryStore()
  const limitIdentity = createLimit(store, 'identity', options.identityLimit ?? IDENTITY_LIMIT)
  const app = createApi({ ...options, store })
  app.addHook('onReady', curveReady)

  // Called before a login, so that the browser has already done the CORS preflight.
  const opening = {
    summary: 'Only opens the way: browsers ask here whether they may.',
    response: { 204: z.void() },
  }
  app.get('/evaluate', { schema: opening }, async (_, reply) => reply.status(204).send())
  const probing = {
    summary: 'Proves, for nobody, which share it has: what operators look at from outside.',
    response: { 200: Evaluation },
  }
  app.get('/probe', { schema: probing }, async () => {
    const { index, evaluator } = current
    return { index, ...evaluator().evaluate(PROBE) }
  })
  const stating = {
    summary:
      'Says what it runs and reads, and proves that by its share. The asker makes up the nonce.',
    params: z.object({ nonce: Nonce }),
    response: { 200: Stated },
  }
  app.get('/statement/:nonce', { schema: stating }, async ({ params: { nonce } }) => {
    const { evaluator, says } = current
    return prove({ nonce, ...says, program: options.program }, evaluator())
  })
  const evaluating = {
    summary: "The share's part of a person's key, for whom the ID token names.",
    body: EvaluateRequest,
    response: { 200: EvaluateResponse },
  }
  app.post('/evaluate', { schema: evaluating }, async (request, reply) => {
    const { verifier, idToken, key } = request.body
    // Use the same settings for the whole answer, even if they are reloaded in between.
    const { index, checkToken, evaluator, verifiers } = current
    if (Object.hasOwn(verifiers, verifier)) noteVerifier(request, verifier)
    const input = await checkToken(verifier, idToken, key)
    // Hashed, since all processes of a node share these counts, which must not reveal people.
    await limitIdentity(createHash('sha256').update(input).digest('base64url'), reply)
    const evaluation: Evaluation = { index, ...evaluator().evaluate(input) }
    return { answer: seal(JSON.stringify(evaluation), key) }
  })

  const reload = (next: KeyNodeSettings): void => {
    const { index, groupKey } = options.share
    if (next.share.index !== index || next.share.groupKey !== groupKey) {
      throw new WalletError('INVALID_ARGUMENT', `Expected another share ${index} of the same key.`)
    }
    current = prepare(next, keys)
    const used = Object.values(next.registry.verifiers).map(({ jwksUri }) => jwksUri)
    for (const uri of keys.keys()) if (!used.includes(uri)) keys.delete(uri)
  }
  return { app, reload }
}

/** A key node that stays as it is. @throws {WalletError} As `createReloadableKeyNode`. */
export const createKeyNode = (options: KeyNodeOptions): FastifyInstance =>
  createReloadableKeyNode(options).app

function prepare(settings: KeyNodeSettings, keys: KnownKeys) {
  const { share, generation, registry, registryHash } = settings
  checkShare(share)
  let made: Evaluator | undefined
  const evaluator = () => {
    made ??= createEvaluator(Uint8Array.from(Buffer.from(share.secret, 'hex')))
    return made
  }
  const { verifiers } = registry
  const { index, publicKey } = share
  const says = { index, publicKey, generation, registry: registryHash }
  return { index, checkToken: createTokenCheck(registry, keys), evaluator, verifiers, says }
}
