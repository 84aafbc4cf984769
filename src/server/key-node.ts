import type { FastifyInstance } from 'fastify'
import { CompactEncrypt, importJWK } from 'jose'
import type * as z from 'zod/mini'

import { evaluate, identityInput, publicKeyOf } from '../keys/oprf.js'
import type { PublicKey } from '../protocol/login.js'
import {
  EvaluateRequest,
  type EvaluateResponse,
  type Evaluation,
  type Registry,
  type Share,
} from '../protocol/service.js'
import { utf8 } from '../shared/encoding.js'
import { WalletError } from '../shared/errors.js'
import { parse } from './files.js'
import { type ApiOptions, createApi } from './http.js'
import { createTokenCheck } from './tokens.js'

export interface KeyNodeOptions extends ApiOptions {
  share: Share
  registry: Registry
}

/**
 * One of the nodes that hold a share each. `POST /evaluate` checks an ID token and answers with the
 * share's part of that person's key, encrypted to the key that the token names. It keeps no state.
 *
 * @throws {WalletError} `INVALID_ARGUMENT` if the share's halves do not belong together.
 */
export function createKeyNode(options: KeyNodeOptions): FastifyInstance {
  const { index, publicKey } = options.share
  const secret = Uint8Array.from(Buffer.from(options.share.secret, 'hex'))
  if (publicKeyOf(secret) !== publicKey) {
    throw new WalletError('INVALID_ARGUMENT', `Share ${index}: publicKey is not of this secret.`)
  }
  const verifierIdOf = createTokenCheck(options.registry)
  const app = createApi(options)

  app.post('/evaluate', async (request): Promise<z.infer<typeof EvaluateResponse>> => {
    const { verifier, idToken, key } = parse(EvaluateRequest, request.body, 'INVALID_REQUEST')
    const verifierId = await verifierIdOf(verifier, idToken, key)
    const answer = evaluate(identityInput(verifier, verifierId), secret, publicKey)
    return { answer: await seal({ index, ...answer }, key) }
  })
  return app
}

async function seal(evaluation: Evaluation, key: z.infer<typeof PublicKey>): Promise<string> {
  const recipient = await importJWK(key, 'ECDH-ES').catch(() => {
    throw new WalletError('INVALID_REQUEST', 'key: no point of P-256.')
  })
  return new CompactEncrypt(utf8(JSON.stringify(evaluation)))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM' })
    .encrypt(recipient)
}
