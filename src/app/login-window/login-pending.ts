/** A login that has left this window for the provider's page: kept in the window's own storage. */
import * as z from 'zod/mini'

import { LoginRequest } from '../../protocol/login.js'
import { WalletError } from '../../shared/errors.js'
import { takeItem, writeItem } from '../support/storage.js'

const Pending = z.object({
  request: LoginRequest,
  verifier: z.string(),
  /** Names the signer's key pair. */
  id: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
})
export type Pending = z.infer<typeof Pending>

const itemName = (state: string) => `wallet-embed:login:${state}`

/** @throws {WalletError} `LOGIN_FAILED` where the browser denies storage. */
export function savePending(state: string, pending: Pending): void {
  if (!writeItem(itemName(state), pending, false)) {
    throw new WalletError('LOGIN_FAILED', 'The browser denies storage to the wallet.')
  }
}

/** Once only: a repeated answer is ignored. */
export const takePending = (state: string): Pending | undefined =>
  takeItem(itemName(state), Pending, false)
