import { toHexText } from '../ether.js'

/** Bytes, as NaCl has them. */
const KEY_SIZE = 32
const NONCE_SIZE = 24

/**
 * Encrypts a text the way that `eth_decrypt` reads: NaCl's box, with a key pair made for this text alone.
 *
 * @param publicKey - Base64, from `eth_getEncryptionPublicKey`.
 * @returns The parts as JSON, in hexadecimal.
 */
export async function encryptFor(publicKey: string, text: string): Promise<string> {
  const [{ x25519 }, { hsalsa, xsalsa20poly1305 }] = await Promise.all([
    import('@noble/curves/ed25519.js'),
    import('@noble/ciphers/salsa.js'),
  ])
  const own = x25519.keygen()
  const shared = x25519.getSharedSecret(own.secretKey, fromBase64(publicKey))
  const key = new Uint32Array(KEY_SIZE / 4)
  hsalsa(words(SIGMA), words(shared), new Uint32Array(4), key)
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_SIZE))
  const box = xsalsa20poly1305(new Uint8Array(key.buffer), nonce)
  return toHexText(
    JSON.stringify({
      version: 'x25519-xsalsa20-poly1305',
      nonce: toBase64(nonce),
      ephemPublicKey: toBase64(own.publicKey),
      ciphertext: toBase64(box.encrypt(new TextEncoder().encode(text))),
    }),
  )
}

/** Salsa20's constant. */
const SIGMA = new TextEncoder().encode('expand 32-byte k')

const words = (bytes: Uint8Array) => new Uint32Array(bytes.slice().buffer)
const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0))
