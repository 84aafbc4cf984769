/** From the wallet secret to the keys of what is kept for the person's other devices. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'

import { utf8 } from '../shared/encoding.js'

export interface SyncKeys {
  /** Ed25519 seed, 32 bytes: signs each version. */
  seed: Uint8Array
  /** Ed25519 public key, 32 bytes. */
  locator: Uint8Array
  /** AES-256-GCM, 32 bytes. */
  data: Uint8Array
}

export function syncKeys(secret: Uint8Array): SyncKeys {
  const derive = (what: string) =>
    hkdf(sha256, secret, undefined, utf8(`wallet-embed/sync/v1/${what}`), 32)
  const seed = derive('sign')
  return { seed, locator: ed25519.getPublicKey(seed), data: derive('data') }
}
