/** A token that proves to the site's server who the person is. */
import * as z from 'zod/mini'

import { parse } from '../../../chain/rpc/parse.js'
import { WalletError } from '../../../shared/errors.js'
import { readConfig } from '../../support/config.js'
import type { RpcContext } from './context.js'

/** Characters. */
const MAX_NONCE = 255
const Params = z.tuple([
  z.strictObject({ nonce: z.optional(z.string().check(z.minLength(1), z.maxLength(MAX_NONCE))) }),
])

/**
 * Gets a token for the origin of the port that asked. Fails unless the page may see who is signed in.
 *
 * @throws {WalletError} `NOT_LOGGED_IN`; `NO_IDENTITY`; `SERVICE_UNAVAILABLE`.
 */
export async function getIdToken(context: RpcContext, params: unknown): Promise<string> {
  const [{ nonce }] = parse(Params, params ?? [{}], 'params')
  const account = context.own.named()
  const { site } = context
  if (!site) throw new WalletError('UNSUPPORTED_METHOD', 'There is no site here.')
  const { loginService } = await readConfig()
  return context.sign('idToken', { loginService, audience: site, nonce }, account)
}
