import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'

import { identityInput } from '../keys/oprf.js'
import {
  EvaluateRequest,
  type EvaluateResponse,
  type Evaluation,
  type Registry,
  type Share,
} from '../protocol/service.js'
import { createEvaluator, curveReady, type Evaluator } from './evaluator.js'
import { parse } from './files.js'
import { type ApiOptions, createApi } from './http.js'
import { seal } from './seal.js'
import { checkShare } from './share-file.js'
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
  const { index } = options.share
  checkShare(options.share)
  const secret = Uint8Array.from(Buffer.from(options.share.secret, 'hex'))
  const verifierIdOf = createTokenCheck(options.registry)
  const app = createApi(options)
  let evaluator: Evaluator
  app.addHook('onReady', async () => {
    await curveReady()
    evaluator = createEvaluator(secret)
  })

  app.post('/evaluate', async (request): Promise<z.infer<typeof EvaluateResponse>> => {
    const { verifier, idToken, key } = parse(EvaluateRequest, request.body, 'INVALID_REQUEST')
    const verifierId = await verifierIdOf(verifier, idToken, key)
    const answer = evaluator.evaluate(identityInput(verifier, verifierId))
    const evaluation: Evaluation = { index, ...answer }
    return { answer: seal(JSON.stringify(evaluation), key) }
  })
  return app
}
