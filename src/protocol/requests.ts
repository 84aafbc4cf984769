/** Requests of the wallet app to the login service and the key nodes. */
import * as z from 'zod/mini'

import { origin, text, url } from './fields.js'
import { PublicKey } from './login.js'
import { Address } from './messages.js'

/** `POST <login service>/token`: exchanges an authorization code, adding the client secret. */
export const TokenRequest = z.object({
  verifier: text(64),
  code: text(4096),
  /** PKCE, RFC 7636. */
  codeVerifier: z.string().check(z.regex(/^[A-Za-z0-9\-._~]{43,128}$/)),
  redirectUri: url,
  /** Nonce of the wallet's request. Needed if the login service signs the ID token. */
  nonce: z.optional(z.string().check(z.regex(/^[\w-]{43}$/))),
  /** The application, for the operator's audit log: a client id, or the origin of the page around the wallet. */
  application: z.optional(text(512)),
})

/**
 * `POST <key node>/evaluate`. The ID token's nonce must be the thumbprint of `key`. `GET` only prepares the connection.
 */
export const EvaluateRequest = z.object({
  verifier: text(64),
  idToken: text(16_384),
  key: PublicKey,
})

/**
 * `POST <login service>/mailbox` stores a letter for a window that was cut off; `POST …/mailbox/take` with the id takes
 * it, once, and waits a while for it. `id` is a hash of a secret that both ends know; `data` is ciphertext.
 */
const MailboxId = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))
export const MailboxLetter = z.object({ id: MailboxId, data: text(16_384) })
export const MailboxTake = z.object({ id: MailboxId })

/** Proves that the key of `address` agreed to be named: a signature over `possessionInput`. */
const Possession = z.object({
  address: Address,
  signature: z.string().check(z.regex(/^0x[0-9a-f]{130}$/)),
})
const IdentityGrant = text(4096)

/**
 * `POST <login service>/grants`: a grant for a person, by their ID token; or a grant for an application, by the
 * person's grant. The answer is encrypted to `holder`.
 */
export const GrantRequest = z.union([
  z.object({ verifier: text(64), idToken: text(16_384), key: PublicKey, holder: PublicKey }),
  z.extend(Possession, { grant: IdentityGrant, clientId: text(512), holder: PublicKey }),
])
export type GrantRequest = z.infer<typeof GrantRequest>

const Nonce = z.optional(text(255))
/** `POST <login service>/id-token`: a token for a site that embeds the wallet, or for the grant's application. */
export const IdTokenRequest = z.union([
  z.extend(Possession, { grant: IdentityGrant, audience: origin, nonce: Nonce }),
  z.strictObject({ grant: IdentityGrant, nonce: Nonce }),
])
export type IdTokenRequest = z.infer<typeof IdTokenRequest>
