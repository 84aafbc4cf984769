/**
 * Uses of a passkey's pseudo-random function (WebAuthn, the `prf` extension): the secret of an account that only a
 * passkey opens, or a lock around the secret of an account with a login. A change of any value here would lose people
 * their wallets: new ones get a new version beside the old.
 */
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'

import { fromBase64Url, toBase64Url, utf8 } from '../shared/encoding.js'
import { WalletError } from '../shared/errors.js'

/** The PRF input for every passkey. */
export const PRF_SALT = utf8('wallet-embed/passkey-prf/v1')
const ACCOUNT = utf8('wallet-embed/passkey-wallet-secret/v1')
const WRAP = utf8('wallet-embed/passkey-wrap/v1')
/** Bytes: of the function's output, of the secrets, and of the nonce of AES-GCM. */
const SIZE = 32
const IV_SIZE = 12

/** A wallet secret that only its passkey opens. */
export interface Wrapped {
  version: 1
  /** base64url. */
  iv: string
  /** base64url: ciphertext and tag. */
  data: string
}

/**
 * The wallet secret of an account that is the passkey's own: 32 bytes.
 *
 * @param output - 32 bytes: what the passkey's function gives for `PRF_SALT`.
 * @throws {WalletError} `INVALID_ARGUMENT`
 */
export const passkeySecret = (output: Uint8Array): Uint8Array =>
  hkdf(sha256, checked(output), undefined, ACCOUNT, SIZE)

/**
 * Encrypts a wallet secret under a passkey: AES-256-GCM, bound to the label and to the passkey.
 *
 * @param output - 32 bytes: what the passkey's function gives for `PRF_SALT`.
 * @param credentialId - The passkey's, raw.
 */
export async function wrapSecret(
  secret: Uint8Array,
  output: Uint8Array,
  credentialId: Uint8Array,
): Promise<Wrapped> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_SIZE))
  const key = await keyOf(output, credentialId, 'encrypt')
  const data = await crypto.subtle.encrypt(
    algorithm(iv, credentialId),
    key,
    new Uint8Array(checked(secret)),
  )
  return { version: 1, iv: toBase64Url(iv), data: toBase64Url(new Uint8Array(data)) }
}

/** @throws {WalletError} `PASSKEY_UNAVAILABLE` if it was wrapped by a different passkey, or changed since. */
export async function unwrapSecret(
  { iv, data }: Wrapped,
  output: Uint8Array,
  credentialId: Uint8Array,
): Promise<Uint8Array> {
  try {
    const key = await keyOf(output, credentialId, 'decrypt')
    const name = algorithm(fromBase64Url(iv), credentialId)
    return checked(new Uint8Array(await crypto.subtle.decrypt(name, key, fromBase64Url(data))))
  } catch (cause) {
    throw new WalletError('PASSKEY_UNAVAILABLE', 'This one does not open it.', { cause })
  }
}

const algorithm = (iv: Uint8Array<ArrayBuffer>, credentialId: Uint8Array): AesGcmParams => ({
  name: 'AES-GCM',
  iv,
  additionalData: new Uint8Array([...WRAP, ...credentialId]),
})

function keyOf(
  output: Uint8Array,
  credentialId: Uint8Array,
  usage: 'encrypt' | 'decrypt',
): Promise<CryptoKey> {
  const info = new Uint8Array([...WRAP, ...credentialId])
  const bytes = new Uint8Array(hkdf(sha256, checked(output), undefined, info, SIZE))
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, [usage])
}

function checked(bytes: Uint8Array): Uint8Array {
  if (bytes.length === SIZE) return bytes
  throw new WalletError('INVALID_ARGUMENT', `Expected ${SIZE} bytes, not ${bytes.length}.`)
}
