/**
 * NaCl's box (x25519-xsalsa20-poly1305) under an account's key, compatible with messages encrypted for other wallets.
 */
import { hsalsa, xsalsa20poly1305 } from '@noble/ciphers/salsa.js'
import { x25519 } from '@noble/curves/ed25519.js'

import type { Encrypted } from '../../chain/requests/encryption.js'

/** "expand 32-byte k", the constant of Salsa20 for keys of this length. */
const SIGMA = new Uint32Array([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574])

/** Base64. */
export const encryptionPublicKey = (privateKey: Uint8Array): string =>
  btoa(String.fromCharCode(...x25519.getPublicKey(privateKey)))

/** @returns The text; `null` if it was not meant for this key, was changed, or is no text. */
export function decrypt(
  { nonce, ephemPublicKey, ciphertext }: Encrypted,
  privateKey: Uint8Array,
): string | null {
  const key = new Uint8Array(32)
  try {
    const shared = x25519.getSharedSecret(privateKey, ephemPublicKey)
    hsalsa(SIGMA, words(shared), new Uint32Array(4), words(key))
    const bytes = xsalsa20poly1305(key, nonce).decrypt(ciphertext)
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  } finally {
    key.fill(0)
  }
}

const words = ({ buffer, byteOffset, length }: Uint8Array): Uint32Array =>
  new Uint32Array(buffer, byteOffset, length / 4)
