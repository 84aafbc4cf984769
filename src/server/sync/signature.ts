import { createPublicKey, type KeyObject, verify } from 'node:crypto'

import { type SyncAction, syncInput } from '../../keys/sync.js'
import { WalletError } from '../../shared/errors.js'

/**
 * Checks that the key which the locator is has signed the action (RFC 8032). Node's own cryptography needs no trip to a
 * different thread.
 *
 * @throws {WalletError} `UNAUTHORIZED`
 */
export async function checkSignature(
  locator: string,
  signature: string,
  action: SyncAction,
): Promise<void> {
  const input = await syncInput(action)
  const key = keyOf(locator)
  if (key && verify(null, input, key, Buffer.from(signature, 'base64url'))) return
  throw new WalletError('UNAUTHORIZED', 'signature: not by the key of this locator.')
}

function keyOf(locator: string): KeyObject | undefined {
  // Each key has one locator: base64url has four spellings of 32 bytes.
  if (Buffer.from(locator, 'base64url').toString('base64url') !== locator) return undefined
  try {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: locator }
    return createPublicKey({ key: jwk, format: 'jwk' })
  } catch {
    return undefined
  }
}
