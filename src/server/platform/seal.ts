import { createCipheriv, createECDH, createHash, randomBytes } from 'node:crypto'

import type * as z from 'zod/mini'

import type { PublicKey } from '../../protocol/login.js'
import { WalletError } from '../../shared/errors.js'

type PublicJwk = z.infer<typeof PublicKey>

const HEADER = { alg: 'ECDH-ES', enc: 'A256GCM' }

/**
 * Does the same as `encrypt` of `src/shared/jwe.ts`, with Node's own cryptography: WebCrypto uses a thread for every
 * step, and costs a node more than the curve.
 *
 * @throws {WalletError} `INVALID_REQUEST` if `recipient` is no point of P-256.
 */
export function seal(text: string, recipient: PublicJwk): string {
  const ephemeral = createECDH('prime256v1')
  const [x, y] = coordinates(ephemeral.generateKeys())
  const epk = { kty: 'EC', crv: 'P-256', x, y }
  const header = base64Url(JSON.stringify({ ...HEADER, epk }))
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', derive(agree(ephemeral, recipient)), iv)
  cipher.setAAD(Buffer.from(header))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return [header, '', base64Url(iv), base64Url(sealed), base64Url(cipher.getAuthTag())].join('.')
}

function agree(ephemeral: ReturnType<typeof createECDH>, { x, y }: PublicJwk): Buffer {
  const point = Buffer.concat([
    Buffer.of(4),
    Buffer.from(x, 'base64url'),
    Buffer.from(y, 'base64url'),
  ])
  try {
    return ephemeral.computeSecret(point)
  } catch {
    throw new WalletError('INVALID_REQUEST', 'key: no point of P-256.')
  }
}

/** One round of the Concat KDF (RFC 7518, section 4.6.2): the key is one SHA-256 long. */
const derive = (z: Buffer): Buffer =>
  createHash('sha256')
    .update(uint32(1))
    .update(z)
    .update(uint32(HEADER.enc.length))
    .update(HEADER.enc)
    // Neither party has a name.
    .update(uint32(0))
    .update(uint32(0))
    .update(uint32(256))
    .digest()

/** Coordinates of an uncompressed point, which follow one byte. */
const coordinates = (point: Buffer) =>
  [point.subarray(1, 33), point.subarray(33)].map(base64Url) as [string, string]

const base64Url = (value: string | Buffer): string => Buffer.from(value).toString('base64url')

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
