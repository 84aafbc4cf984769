/**
 * Tokens that tell a site's server who a person is. They have separate keys and token types, so the key nodes refuse
 * them: such a token cannot get a share of a key.
 */
import { createHmac, hkdfSync, randomBytes } from 'node:crypto'

import {
  EncryptJWT,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWTPayload,
  jwtDecrypt,
  SignJWT,
} from 'jose'
import * as z from 'zod/mini'

import { PublicKey } from '../../protocol/login.js'
import { WalletError } from '../../shared/errors.js'
import { parse } from '../platform/files.js'
import { type KeySet, PrivateKey, publish } from './self-issued-tokens.js'

const ALGORITHM = 'ES256'
const SEALED = { alg: 'dir', enc: 'A256GCM' } as const
/** Explicit token types (RFC 8725, section 3.11), so that checks for other types refuse them. */
const TYPE = 'wallet-id+jwt'
const GRANT_TYPE = 'wallet-grant+jwt'
/** Seconds: a server redeems it once, and starts its session with it. */
const LIFETIME = 300
/** The longest life of a session. */
const GRANT_LIFETIME = '30 days'
/** Bytes. */
const SUBJECTS_SIZE = 32

/**
 * The operator's secret. The first key signs, and all are published. `subjects` makes the names of people, and
 * stays as it is when keys change.
 */
export const BackendKeys = z.object({
  keys: z.array(PrivateKey).check(z.minLength(1)),
  subjects: z.string().check(z.regex(/^[\w-]{43}$/)),
})
export type BackendKeys = z.infer<typeof BackendKeys>

/** The person that the login service saw sign in. Sealed: only the service can open it. */
export const Grant = z.object({
  verifier: z.string(),
  realm: z.string(),
  verifierId: z.string(),
  email: z.optional(z.string()),
  /** Unix time in seconds. */
  auth_time: z.int(),
  /** The key that answers are encrypted to. */
  holder: PublicKey,
  /**
   * Set for a grant of an application, whose page holds the key and has a proven address. Absent for the wallet's own
   * grant.
   */
  application: z.optional(z.object({ clientId: z.string(), address: z.string() })),
})
export type Grant = z.infer<typeof Grant>

export interface BackendTokens {
  issuer: string
  /** For `GET /.well-known/jwks.json`. */
  jwks: KeySet
  /** A person's pseudonym for an audience. Pseudonyms differ by audience and cannot be linked. */
  subjectOf(identity: Uint8Array, audience: string): string
  sign(subject: string, audience: string, claims: JWTPayload): Promise<string>
  seal(grant: Grant): Promise<string>
  /** @throws {WalletError} `NO_IDENTITY` if it was not sealed by a current key of the service. */
  open(sealed: string): Promise<Grant>
}

/** Makes a key. @param before - The earlier keys. They stay valid for tokens that they signed or sealed. */
export async function makeBackendKeys(before?: BackendKeys): Promise<BackendKeys> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  const keys = [await exportJWK(privateKey), ...(before?.keys ?? [])]
  const subjects = before?.subjects ?? randomBytes(SUBJECTS_SIZE).toString('base64url')
  return parse(BackendKeys, { keys, subjects }, 'INVALID_ARGUMENT')
}

/**
 * @param issuer - URL of the login service, as the registry has it.
 * @throws {WalletError} `INVALID_ARGUMENT` if a key is invalid.
 */
export async function createBackendTokens(
  { keys, subjects }: BackendKeys,
  issuer: string,
): Promise<BackendTokens> {
  const publicKeys = await Promise.all(keys.map(publish))
  const signing = await Promise.all(keys.map((key) => importJWK({ ...key }, ALGORITHM))).catch(
    () => {
      throw new WalletError(
        'INVALID_ARGUMENT',
        'A key of the tokens for backends is no point of P-256.',
      )
    },
  )
  const { kid } = publicKeys[0]!
  const sealing = new Map(
    keys.map(({ d }, at) => {
      const secret = Buffer.from(d, 'base64url')
      const key = hkdfSync('sha256', secret, '', 'wallet-embed/grants/v1', 32)
      return [publicKeys[at]!.kid, new Uint8Array(key)]
    }),
  )
  return {
    issuer,
    jwks: { keys: publicKeys },
    subjectOf: (identity, audience) =>
      createHmac('sha256', Buffer.from(subjects, 'base64url'))
        .update(`wallet-embed/subject/v1\0${audience}\0`)
        .update(identity)
        .digest('base64url'),
    sign: (subject, audience, claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM, kid, typ: TYPE })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(subject)
        .setIssuedAt()
        .setExpirationTime(`${LIFETIME}s`)
        .sign(signing[0]!),
    seal: (grant) =>
      new EncryptJWT({ grant })
        .setProtectedHeader({ ...SEALED, kid, typ: GRANT_TYPE })
        .setExpirationTime(GRANT_LIFETIME)
        .encrypt(sealing.get(kid)!),
    async open(sealed) {
      try {
        const { payload } = await jwtDecrypt(sealed, (header) => sealing.get(header.kid ?? '')!, {
          keyManagementAlgorithms: [SEALED.alg],
          contentEncryptionAlgorithms: [SEALED.enc],
          typ: GRANT_TYPE,
          requiredClaims: ['exp'],
        })
        return Grant.parse(payload.grant)
      } catch {
        throw new WalletError('NO_IDENTITY', 'Sign in anew.')
      }
    },
  }
}
