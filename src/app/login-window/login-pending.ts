/** A login that has left this window for the provider's page: kept in the window's own storage. */
import * as z from 'zod/mini'

import { LoginRequest } from '../../protocol/login.js'
import { WalletError } from '../../shared/errors.js'

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
  try {
    sessionStorage.setItem(itemName(state), JSON.stringify(pending))
  } catch (cause) {
    throw new WalletError('LOGIN_FAILED', 'The browser denies storage to the wallet.', { cause })
  }
}

/** Once: an answer that comes a second time belongs to nobody. */
export function takePending(state: string): Pending | undefined {
  try {
    const text = sessionStorage.getItem(itemName(state))
    sessionStorage.removeItem(itemName(state))
    const parsed = Pending.safeParse(JSON.parse(text ?? 'null'))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}
