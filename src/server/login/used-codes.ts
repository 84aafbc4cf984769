import { createHash } from 'node:crypto'

import { WalletError } from '../../shared/errors.js'
import type { Source } from '../store/networks.js'
import type { Store } from '../store/store.js'

/** Milliseconds: longer than any authorization code should live (RFC 6749, section 4.1.2: ten minutes). */
const LIFETIME = 1_200_000
/** Logins in that time: 833 a second, of one network 17. */
const ROOM = 1_000_000

/**
 * Makes the check that an authorization code gave a token for the first time. Providers should refuse used codes
 * themselves; if one does not, an attacker who reads a used code in a log could log in as its owner.
 *
 * The check rejects with `LOGIN_FAILED`, and with `LIMIT_EXCEEDED` or `SERVICE_UNAVAILABLE` where the code cannot be
 * stored, since it could then be used again. Call it only after the provider has accepted the code, so that made-up
 * codes cannot fill the store.
 *
 * @param room - Codes that are kept at a time, in space reserved for them; one network gets a fiftieth.
 */
export function createUsedCodes(
  store: Store,
  room = ROOM,
): (verifier: string, code: string, source: Source) => Promise<void> {
  const used = store.box('used-codes', LIFETIME, { values: room, length: 0 })
  return async (verifier, code, source) => {
    const id = createHash('sha256').update(`${verifier}\0${code}`).digest('base64url')
    if (!(await used.put(id, '', source))) throw new WalletError('LOGIN_FAILED', 'invalid_grant')
  }
}
