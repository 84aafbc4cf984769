/**
 * The one form in which secrets cross windows and the network: compact JWE (RFC 7516) with ECDH-ES
 * on P-256 and A256GCM (RFC 7518, sections 4.6 and 5.3), on WebCrypto alone. The page's code has to
 * read it in a few hundred bytes; a test holds it against jose in both directions.
 */
import { fromBase64Url, sha256Of, toBase64Url, utf8 } from './encoding.js'
import { WalletError } from './errors.js'

const CURVE = { name: 'ECDH', namedCurve: 'P-256' }
const HEADER = { alg: 'ECDH-ES', enc: 'A256GCM' }

/** Public half of an ephemeral key: the coordinates of a P-256 point, base64url. */
export interface PublicJwk {
  kty: 'EC'
  crv: 'P-256'
  x: string
  y: string
}

/** Makes a key pair whose private half cannot leave this browser, not even to our own code. */
export const generateKeyPair = (): Promise<CryptoKeyPair> =>
  crypto.subtle.generateKey(CURVE, false, ['deriveBits'])

export async function exportPublicKey(key: CryptoKey): Promise<PublicJwk> {
  return publicHalf(await crypto.subtle.exportKey('jwk', key))
}

/** Only the public members of a key. */
export const publicHalf = ({ x, y }: JsonWebKey): PublicJwk => ({
  kty: 'EC',
  crv: 'P-256',
  x: x!,
  y: y!,
})

/**
 * Names a key: the SHA-256 thumbprint of its JWK, 43 characters of base64url (RFC 7638). As the OIDC
 * `nonce` it binds an ID token to the key that answers are encrypted to.
 */
export const thumbprint = ({ crv, kty, x, y }: PublicJwk): Promise<string> =>
  sha256Of(JSON.stringify({ crv, kty, x, y }))

/** Encrypts `text` so that only the holder of `recipient`'s private half can read it. */
export async function encrypt(text: string, recipient: PublicJwk): Promise<string> {
  const pair = await generateKeyPair()
  const epk = await exportPublicKey(pair.publicKey)
  const header = toBase64Url(utf8(JSON.stringify({ ...HEADER, epk })))
  const key = await agree(pair.privateKey, recipient, 'encrypt')
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: utf8(header) },
    key,
    utf8(text),
  )
  const tag = sealed.byteLength - 16
  const parts = [iv, new Uint8Array(sealed, 0, tag), new Uint8Array(sealed, tag)]
  return [header, '', ...parts.map(toBase64Url)].join('.')
}

/** @throws {WalletError} `TOKEN_MALFORMED` if `jwe` is broken, or was encrypted to a different key. */
export async function decrypt(jwe: string, privateKey: CryptoKey): Promise<string> {
  try {
    const parts = jwe.split('.')
    const [header, encryptedKey, iv, ciphertext, tag] = parts.map(fromBase64Url)
    const { alg, enc, epk } = JSON.parse(new TextDecoder().decode(header))
    if (alg !== HEADER.alg || enc !== HEADER.enc || encryptedKey!.length) throw new Error('alg')
    const opened = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: iv!, additionalData: utf8(parts[0]!) },
      await agree(privateKey, epk, 'decrypt'),
      new Uint8Array([...ciphertext!, ...tag!]),
    )
    return new TextDecoder().decode(opened)
  } catch (cause) {
    throw new WalletError('TOKEN_MALFORMED', 'The encrypted answer cannot be opened.', { cause })
  }
}

/** ECDH, then one round of the Concat KDF (RFC 7518, section 4.6.2): the key is one SHA-256 long. */
async function agree(
  privateKey: CryptoKey,
  jwk: PublicJwk,
  use: 'encrypt' | 'decrypt',
): Promise<CryptoKey> {
  const publicKey = await crypto.subtle.importKey('jwk', publicHalf(jwk), CURVE, false, [])
  const z = await crypto.subtle.deriveBits({ name: 'ECDH', public: publicKey }, privateKey, 256)
  const name = utf8(HEADER.enc)
  const material = new Uint8Array([
    ...[0, 0, 0, 1],
    ...new Uint8Array(z),
    // Numbers are four bytes: the name's length, that neither party has one, and the key's bits.
    ...[0, 0, 0, name.length],
    ...name,
    ...[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0],
  ])
  const hash = await crypto.subtle.digest('SHA-256', material)
  return crypto.subtle.importKey('raw', hash, 'AES-GCM', false, [use])
}
