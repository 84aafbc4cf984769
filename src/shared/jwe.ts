/**
 * The one form in which secrets cross windows and the network: compact JWE (RFC 7516) with ECDH-ES
 * on P-256 and A256GCM (RFC 7518, sections 4.6 and 5.3), on WebCrypto alone. The page's code has to
 * read it in a few hundred bytes; a test holds it against jose in both directions.
 */
import { fromBase64Url, toBase64Url, utf8 } from './encoding.js'
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
  const { x, y } = await crypto.subtle.exportKey('jwk', key)
  return { kty: 'EC', crv: 'P-256', x: x!, y: y! }
}

/**
 * Names a key: the SHA-256 thumbprint of its JWK, 43 characters of base64url (RFC 7638). As the OIDC
 * `nonce` it binds an ID token to the key that answers are encrypted to.
 */
export async function thumbprint({ crv, kty, x, y }: PublicJwk): Promise<string> {
  const canonical = JSON.stringify({ crv, kty, x, y })
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(canonical))))
}

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

/** @throws {WalletError} `TOKEN_MALFORMED` if `jwe` is broken, or was encrypted to another key. */
export async function decrypt(jwe: string, privateKey: CryptoKey): Promise<string> {
  try {
    const [header = '', encryptedKey, iv = '', ciphertext = '', tag = ''] = jwe.split('.')
    const { alg, enc, epk } = JSON.parse(new TextDecoder().decode(fromBase64Url(header)))
    if (alg !== HEADER.alg || enc !== HEADER.enc || encryptedKey) throw new Error('algorithm')
    const key = await agree(privateKey, epk, 'decrypt')
    const sealed = new Uint8Array([...fromBase64Url(ciphertext), ...fromBase64Url(tag)])
    const opened = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: fromBase64Url(iv), additionalData: utf8(header) },
      key,
      sealed,
    )
    return new TextDecoder().decode(opened)
  } catch (cause) {
    throw new WalletError('TOKEN_MALFORMED', 'The encrypted answer cannot be opened.', { cause })
  }
}

/** ECDH, then one round of the Concat KDF (RFC 7518, section 4.6.2): the key is one SHA-256 long. */
async function agree(
  privateKey: CryptoKey,
  { x, y }: PublicJwk,
  use: 'encrypt' | 'decrypt',
): Promise<CryptoKey> {
  const jwk = { kty: 'EC', crv: 'P-256', x, y }
  const publicKey = await crypto.subtle.importKey('jwk', jwk, CURVE, false, [])
  const z = await crypto.subtle.deriveBits({ name: 'ECDH', public: publicKey }, privateKey, 256)
  const material = new Uint8Array([
    // Which round.
    ...[0, 0, 0, 1],
    ...new Uint8Array(z),
    // The algorithm after its length; no more about either party; bits of the key.
    ...[0, 0, 0, HEADER.enc.length, ...utf8(HEADER.enc)],
    ...[0, 0, 0, 0],
    ...[0, 0, 0, 0],
    ...[0, 0, 1, 0],
  ])
  const hash = await crypto.subtle.digest('SHA-256', material)
  return crypto.subtle.importKey('raw', hash, 'AES-GCM', false, [use])
}
