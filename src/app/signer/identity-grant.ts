/**
 * The identity that the login service saw at the sign-in, sealed by it for itself, and the tokens for sites' servers
 * that it issues from that. Each answer is encrypted to a key that was made at the sign-in and is kept with the secret:
 * the grant alone is useless.
 */
import { keccak256 } from 'ox/Hash'
import type * as z from 'zod/mini'

import { possessionInput } from '../../keys/possession.js'
import { GrantAnswer, IdTokenAnswer } from '../../protocol/service.js'
import { WalletError } from '../../shared/errors.js'
import { decrypt, type PublicJwk, publicHalf, thumbprint } from '../../shared/jwe.js'
import { serviceUrl } from '../../shared/service-url.js'
import { ask } from '../support/http.js'
import { signHash } from './sign.js'

/** Milliseconds. Short, since the login itself does not need the grant. */
const TIMEOUT = 5_000
const CURVE = { name: 'ECDH', namedCurve: 'P-256' }

export interface Identity {
  /** Readable only by the login service. */
  grant: string
  /** The private key of its holder. */
  key: JsonWebKey
}

/** The account that proves its key. */
interface Named {
  address: string
  privateKey: Uint8Array
}

/** Nothing where the login service issues no tokens, or does not answer: a login must not fail for that. */
export async function requestIdentity(
  loginService: string,
  asked: { verifier: string; idToken: string; key: PublicJwk },
  privateKey: CryptoKey,
): Promise<Identity | undefined> {
  const pair = await crypto.subtle.generateKey(CURVE, true, ['deriveBits'])
  const key = await crypto.subtle.exportKey('jwk', pair.privateKey)
  const body = { ...asked, holder: publicHalf(key) }
  const grant = await requestGrant(loginService, body, (answer) => decrypt(answer, privateKey))
  return grant === undefined ? undefined : { grant, key }
}

/** As `requestIdentity`, for an application's page: `holder` is its public key, `named` the account there. */
export async function requestApplicationGrant(
  loginService: string,
  identity: Identity,
  clientId: string,
  holder: PublicJwk,
  named: Named,
): Promise<string | undefined> {
  const proof = await prove(named, clientId, '', holder)
  const body = { grant: identity.grant, clientId, holder, ...proof }
  return requestGrant(loginService, body, (answer) => open(identity, answer))
}

async function requestGrant(
  loginService: string,
  body: object,
  openAnswer: (answer: string) => Promise<string>,
): Promise<string | undefined> {
  try {
    const { answer } = await post(loginService, 'grants', body, GrantAnswer)
    return answer === null ? undefined : await openAnswer(answer)
  } catch (error) {
    console.warn(`No tokens for servers of sites: ${WalletError.from(error).message}`)
    return undefined
  }
}

/**
 * A token for a site's server, which names the account.
 *
 * @throws {WalletError} The login service's error; `NO_IDENTITY` if it does not know the grant any more.
 */
export async function requestIdToken(
  loginService: string,
  identity: Identity,
  { audience, nonce }: { audience: string; nonce?: string | undefined },
  named: Named,
): Promise<string> {
  const { grant, key } = identity
  const proof = await prove(named, audience, nonce ?? '', publicHalf(key))
  const body = { grant, audience, nonce, ...proof }
  const { answer } = await post(loginService, 'id-token', body, IdTokenAnswer)
  return open(identity, answer)
}

const post = <T extends z.ZodMiniType>(
  loginService: string,
  path: string,
  body: object,
  schema: T,
) => ask(serviceUrl(loginService, `/${path}`), schema, { body, timeout: TIMEOUT })

async function prove(
  { address, privateKey }: Named,
  audience: string,
  nonce: string,
  holder: PublicJwk,
) {
  const hash = keccak256(possessionInput(audience, nonce, await thumbprint(holder)), { as: 'Hex' })
  return { address, signature: signHash(hash, privateKey) }
}

async function open({ key }: Identity, answer: string): Promise<string> {
  return decrypt(answer, await crypto.subtle.importKey('jwk', key, CURVE, false, ['deriveBits']))
}
