/**
 * Tokens for sites' servers. The service keeps no session: it seals what it saw at sign-in into a grant, which the
 * wallet sends back. Every answer is encrypted to a key that was present at the sign-in, so a stolen grant is useless.
 */
import { calculateJwkThumbprint } from 'jose'
import { checksum } from 'ox/Address'
import { keccak256 } from 'ox/Hash'
import { recoverAddress } from 'ox/Secp256k1'
import { fromHex } from 'ox/Signature'
import type * as z from 'zod/mini'

import { identityInput } from '../../../keys/identity.js'
import { possessionInput } from '../../../keys/possession.js'
import type { PublicKey } from '../../../protocol/login.js'
import type { Registry } from '../../../protocol/registry.js'
import { GrantRequest, IdTokenRequest } from '../../../protocol/requests.js'
import {
  type Application,
  GrantAnswer,
  IdTokenAnswer,
  isOriginOf,
} from '../../../protocol/service.js'
import { WalletError } from '../../../shared/errors.js'
import type { Service } from '../../platform/schemas.js'
import { seal } from '../../platform/seal.js'
import { aggregateOf, verifierOf } from '../../registry/registry.js'
import type { BackendTokens, Grant } from '../../tokens/backend-tokens.js'
import { KeySet } from '../../tokens/self-issued-tokens.js'
import { createPersonCheck } from '../../tokens/token-check.js'

/** Asked by pages of applications, too. */
export const ID_TOKEN_PATH = '/id-token'
/** For servers that check a token. */
export const KEYS_PATH = '/.well-known/jwks.json'

export interface IdTokenOptions {
  registry: Registry
  walletOrigin: string
  /** Read at each request. Without `tokens`, the operator issues none. */
  backend: { tokens?: BackendTokens | undefined }
  /** Signs the login service's own ID tokens. */
  signer?: { issuer: string; jwks: KeySet } | undefined
}

type PublicJwk = z.infer<typeof PublicKey>
type Possession = { address: string; signature: string }

/** Adds `POST /grants`, `POST /id-token` and `GET /.well-known/jwks.json`. */
export function addIdTokens(app: Service, options: IdTokenOptions): void {
  const { registry, walletOrigin, backend, signer } = options
  const check = createPersonCheck(registry, signer)

  const keys = {
    summary: 'Public keys of the tokens for sites, for their servers.',
    response: { 200: KeySet },
  }
  app.get(KEYS_PATH, { schema: keys }, async () => backend.tokens?.jwks ?? { keys: [] })

  const granting = {
    summary:
      'Notes a sign-in for later tokens: the answer is sealed, for who signed in, or for an application.',
    body: GrantRequest,
    response: { 200: GrantAnswer },
  }
  app.post('/grants', { schema: granting }, async (request) => {
    const asked = request.body
    const { tokens } = backend
    if (!tokens) return { answer: null }
    const { holder } = asked
    if ('idToken' in asked) {
      const { verifier, idToken, key } = asked
      const person = await check(verifier, idToken, key)
      const auth_time = Math.floor(Date.now() / 1000)
      const grant = await tokens.seal({ verifier, ...person, auth_time, holder })
      return { answer: seal(grant, key) }
    }
    const { clientId } = asked
    const before = await openGrant(tokens, registry, asked.grant)
    if (before.application) throw new WalletError('NO_IDENTITY', 'It is an application’s.')
    applicationOf(registry, clientId)
    const address = await checkPossession(asked, clientId, '', holder)
    const grant = await tokens.seal({ ...before, holder, application: { clientId, address } })
    return { answer: seal(grant, before.holder) }
  })

  const issuing = {
    summary: "A token by which a site's own server knows who is signed in.",
    body: IdTokenRequest,
    response: { 200: IdTokenAnswer },
  }
  app.post(ID_TOKEN_PATH, { schema: issuing }, async (request) => {
    const asked = request.body
    const { tokens } = backend
    if (!tokens) throw new WalletError('NO_IDENTITY', 'This login service issues no tokens.')
    const grant = await openGrant(tokens, registry, asked.grant)
    const { application, holder } = grant
    const { origin = walletOrigin } = request.headers
    const { nonce } = asked
    let named: { audience: string; address: string }
    if (application && !('audience' in asked)) {
      const { clientId, address } = application
      if (!isOriginOf(applicationOf(registry, clientId), origin)) {
        throw new WalletError('ORIGIN_NOT_ALLOWED')
      }
      named = { audience: clientId, address }
    } else if (!application && 'audience' in asked && origin === walletOrigin) {
      const { audience } = asked
      named = { audience, address: await checkPossession(asked, audience, nonce ?? '', holder) }
    } else throw new WalletError('NO_IDENTITY', 'The grant is for another use.')
    return { answer: seal(await signFor(tokens, grant, named, nonce), holder) }
  })
}

function signFor(
  tokens: BackendTokens,
  { realm, verifierId, verifier, email, auth_time }: Grant,
  { audience, address }: { audience: string; address: string },
  nonce: string | undefined,
): Promise<string> {
  const subject = tokens.subjectOf(identityInput(realm, verifierId), audience)
  return tokens.sign(subject, audience, {
    address,
    verifier,
    auth_time,
    ...(email && { email, email_verified: true }),
    ...(nonce && { nonce }),
  })
}

/**
 * @throws {WalletError} `NO_IDENTITY`, also if the verifier's aggregate changed; `UNKNOWN_VERIFIER` if the operator
 *   removed the verifier. The person then has to sign in again.
 */
async function openGrant(
  tokens: BackendTokens,
  registry: Registry,
  sealed: string,
): Promise<Grant> {
  const grant = await tokens.open(sealed)
  verifierOf(registry, grant.verifier)
  const realm = aggregateOf(registry, grant.verifier) ?? grant.verifier
  if (realm !== grant.realm) throw new WalletError('NO_IDENTITY', 'Sign in anew.')
  return grant
}

/**
 * @throws {WalletError} `UNKNOWN_CLIENT`, also for a name that is a different site's origin: its token would be valid
 *   at that site.
 */
function applicationOf({ applications }: Registry, clientId: string): Application {
  const application = Object.hasOwn(applications, clientId) && applications[clientId]
  if (!application) throw new WalletError('UNKNOWN_CLIENT')
  const isOrigin = URL.canParse(clientId) && new URL(clientId).origin === clientId
  if (isOrigin && !application.origins.includes(clientId)) throw new WalletError('UNKNOWN_CLIENT')
  return application
}

/** @returns The address, checksummed. @throws {WalletError} `UNAUTHORIZED` if the key or the signed text is wrong. */
async function checkPossession(
  { address, signature }: Possession,
  audience: string,
  nonce: string,
  holder: PublicJwk,
): Promise<string> {
  const payload = keccak256(possessionInput(audience, nonce, await calculateJwkThumbprint(holder)))
  let signed: `0x${string}` | undefined
  try {
    signed = recoverAddress({ payload, signature: fromHex(signature as `0x${string}`) })
  } catch {
    // Told below.
  }
  if (!signed || signed.toLowerCase() !== address.toLowerCase()) {
    throw new WalletError('UNAUTHORIZED', 'address: its key did not sign this.')
  }
  return checksum(signed)
}
