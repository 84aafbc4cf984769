import { createHash } from 'node:crypto'

import { WalletError } from '../shared/errors.js'
import type { Store } from './store.js'

/** Milliseconds: longer than any authorization code should live (RFC 6749, section 4.1.2: ten minutes). */
const LIFETIME = 1_200_000
/** Logins in that time. */
const MAX_CODES = 1_000_000

/**
 * Makes the check that an authorization code gave a token for the first time. Providers should see to it
 * themselves; one that forgets would let whoever reads a used code in a log be that person.
 *
 * The check rejects with `LOGIN_FAILED`. Call it once the provider has taken the code, so that nobody fills
 * the store with codes of their own making.
 */
export function createUsedCodes(store: Store): (verifier: string, code: string) => Promise<void> {
  const used = store.box('used-codes', LIFETIME, MAX_CODES)
  return async (verifier, code) => {
    const id = createHash('sha256').update(`${verifier}\0${code}`).digest('base64url')
    if (!(await used.put(id, ''))) throw new WalletError('LOGIN_FAILED', 'invalid_grant')
  }
}
