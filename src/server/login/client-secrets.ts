/** How the login service proves to a provider that it is the operator's. */
import { type CryptoKey, importPKCS8, SignJWT } from 'jose'
import * as oauth from 'oauth4webapi'
import * as z from 'zod/mini'

import type { TokenRules, Verifier } from '../../protocol/registry.js'
import { WalletError } from '../../shared/errors.js'

/** Lifetime in seconds of a secret made for one request. */
const LIFETIME = 300

const text = z.string().check(z.minLength(1))

/** For Apple: its client secret is a JWT that the client signs. `privateKey` is the text of its `.p8` file. */
const SignedSecret = z.strictObject({ teamId: text, keyId: text, privateKey: text })
export type SignedSecret = z.infer<typeof SignedSecret>

/**
 * The operator's client secrets, by verifier. A plain text is sent in the way that the registry says, or by HTTP Basic,
 * which RFC 6749 prefers; with `method: 'post'` it is sent in the body. A verifier without an entry is a public client.
 */
export const ClientSecrets = z.record(
  text,
  z.union([text, z.strictObject({ secret: text, method: z.literal('post') }), SignedSecret]),
)
export type ClientSecrets = z.infer<typeof ClientSecrets>

/** @throws {WalletError} `INVALID_ARGUMENT`, naming a verifier whose private key cannot be read. */
export async function checkPrivateKeys(secrets: ClientSecrets, prefix: string): Promise<void> {
  for (const [name, secret] of Object.entries(secrets)) {
    if (typeof secret === 'object' && 'teamId' in secret) {
      await privateKeyOf(secret, `${prefix}${name}: `)
    }
  }
}

/** @throws {WalletError} `INVALID_ARGUMENT` if a private key is invalid. */
export async function clientAuth(
  { clientId, tokenEndpoint, token }: Verifier,
  secret: ClientSecrets[string] | undefined,
): Promise<oauth.ClientAuth> {
  if (secret === undefined) return oauth.None()
  if (typeof secret === 'object' && 'teamId' in secret) {
    return oauth.ClientSecretPost(await signSecret(secret, clientId, tokenEndpoint))
  }
  const isPost = typeof secret === 'object' || token?.auth === 'post'
  const value = typeof secret === 'object' ? secret.secret : secret
  if (!isPost) return basic(value)
  return token ? renamed(token, value) : oauth.ClientSecretPost(value)
}

/**
 * HTTP Basic with form-encoded halves (RFC 6749, section 2.3.1). Encodes no more than needed, since some providers do
 * not decode characters such as `-` and `_`.
 */
const basic =
  (secret: string): oauth.ClientAuth =>
  (_as, { client_id }, _body, headers) => {
    const halves = [client_id, secret].map((half) =>
      `${new URLSearchParams({ half })}`.slice('half='.length),
    )
    headers.set('authorization', `Basic ${Buffer.from(halves.join(':')).toString('base64')}`)
  }

/** Uses the provider's own parameter names. */
const renamed =
  (names: TokenRules, secret: string): oauth.ClientAuth =>
  (_, { client_id }, body) => {
    body.set(names.clientId, client_id)
    body.set(names.clientSecret, secret)
  }

/** Developer documentation of Apple, "Creating a client secret". */
async function signSecret(
  secret: SignedSecret,
  clientId: string,
  tokenEndpoint: string,
): Promise<string> {
  const { teamId, keyId } = secret
  const key = await privateKeyOf(secret)
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience(new URL(tokenEndpoint).origin)
    .setIssuedAt()
    .setExpirationTime(`${LIFETIME}s`)
    .sign(key)
}

const privateKeyOf = ({ privateKey }: SignedSecret, prefix = ''): Promise<CryptoKey> =>
  importPKCS8(privateKey, 'ES256').catch(() => {
    const detail = `${prefix}privateKey: expected the text of a .p8 file (PKCS #8, for ES256)`
    throw new WalletError('INVALID_ARGUMENT', detail)
  })
