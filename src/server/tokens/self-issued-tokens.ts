/**
 * ID tokens that the login service signs, for people known from a provider without ID tokens or by an e-mailed code.
 * The key nodes check them like any provider's.
 */
import { hkdfSync } from 'node:crypto'

import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose'
import * as z from 'zod/mini'

import type { Verifier } from '../../protocol/registry.js'
import { WalletError } from '../../shared/errors.js'
import { parse } from '../platform/files.js'

const ALGORITHM = 'ES256'
/** Seconds: the wallet asks the nodes at once. */
const LIFETIME = 300

const Coordinate = z.string().check(z.regex(/^[\w-]{43}$/))
const point = { kty: z.literal('EC'), crv: z.literal('P-256'), x: Coordinate, y: Coordinate }
export const PrivateKey = z.object({ ...point, d: Coordinate })
const PublicKey = z.object({
  ...point,
  kid: Coordinate,
  alg: z.literal(ALGORITHM),
  use: z.literal('sig'),
})
/** The published keys (RFC 7517, section 5). */
export const KeySet = z.object({ keys: z.array(PublicKey) })
export type KeySet = z.infer<typeof KeySet>

/**
 * The operator's secret, a JWK set. The first key signs. All are published, so that a new key can be added in front.
 */
export const SigningKeys = z.object({ keys: z.array(PrivateKey).check(z.minLength(1)) })
export type SigningKeys = z.infer<typeof SigningKeys>

/** Claims about a person. Absent: the provider does not say. */
export interface PersonClaims {
  sub: string
  email?: string | undefined
  email_verified?: boolean | undefined
  name?: string | undefined
  picture?: string | undefined
}

export interface IdTokenSigner {
  issuer: string
  /** The public halves, for `GET /jwks.json`. */
  jwks: KeySet
  /** 32 bytes derived from the signing key for a different use; as secret as the key. */
  secretFor(use: string): Uint8Array
  /** @param nonce - That of the wallet's request: binds the token to it. */
  sign(verifier: Pick<Verifier, 'clientId'>, claims: PersonClaims, nonce: string): Promise<string>
}

/** Makes a signing key, as `SigningKeys`. */
export async function makeSigningKeys(): Promise<SigningKeys> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  return parse(SigningKeys, { keys: [await exportJWK(privateKey)] }, 'INVALID_ARGUMENT')
}

/**
 * @param issuer - URL of the login service, as the registry has it.
 * @throws {WalletError} `INVALID_ARGUMENT` if a key is invalid.
 */
export async function createIdTokenSigner(
  { keys }: SigningKeys,
  issuer: string,
): Promise<IdTokenSigner> {
  const publicKeys = await Promise.all(keys.map(publish))
  const { kid } = publicKeys[0]!
  const key = await importJWK({ ...keys[0]! }, ALGORITHM).catch(() => {
    throw new WalletError('INVALID_ARGUMENT', 'The signing key is no point of P-256.')
  })
  return {
    issuer,
    jwks: { keys: publicKeys },
    secretFor: (use) => {
      const secret = Buffer.from(keys[0]!.d, 'base64url')
      return new Uint8Array(hkdfSync('sha256', secret, '', `wallet-embed/${use}/v1`, 32))
    },
    sign: ({ clientId }, { sub, ...claims }, nonce) =>
      new SignJWT({ ...claims, nonce })
        .setProtectedHeader({ alg: ALGORITHM, kid })
        .setIssuer(issuer)
        .setAudience(clientId)
        .setSubject(sub)
        .setIssuedAt()
        .setExpirationTime(`${LIFETIME}s`)
        .sign(key),
  }
}

export async function publish({
  kty,
  crv,
  x,
  y,
}: SigningKeys['keys'][number]): Promise<KeySet['keys'][number]> {
  const key = { kty, crv, x, y }
  return { ...key, kid: await calculateJwkThumbprint(key), alg: ALGORITHM, use: 'sig' }
}
