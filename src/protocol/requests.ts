/** What the wallet app asks of the login service and the key nodes, as these read it. */
import * as z from 'zod/mini'

import { text, url } from './fields.js'
import { PublicKey } from './login.js'

/** `POST <login service>/token`: exchanges an authorization code, adding the client secret. */
export const TokenRequest = z.object({
  verifier: text(64),
  code: text(4096),
  /** PKCE, RFC 7636. */
  codeVerifier: z.string().check(z.regex(/^[A-Za-z0-9\-._~]{43,128}$/)),
  redirectUri: url,
  /** That of the wallet's request. Needed where the login service itself signs the ID token. */
  nonce: z.optional(z.string().check(z.regex(/^[\w-]{43}$/))),
  /** For whom, for the operator's audit log: a client id, or the origin of the page around the wallet. */
  application: z.optional(text(512)),
})

/** `POST <key node>/evaluate`. The ID token's nonce must be the thumbprint of `key`. `GET` only opens the way. */
export const EvaluateRequest = z.object({
  verifier: text(64),
  idToken: text(16_384),
  key: PublicKey,
})

/**
 * `POST <login service>/mailbox` leaves what a severed window cannot hand over; `POST …/mailbox/take` with
 * the id takes it, once, and waits a while for it. `id` is a hash of what only both ends know; `data` is
 * ciphertext.
 */
const MailboxId = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))
export const MailboxLetter = z.object({ id: MailboxId, data: text(16_384) })
export const MailboxTake = z.object({ id: MailboxId })

/**
 * `POST <login service>/sessions/end` ends a session wherever it was carried to; `POST …/sessions/ended` asks whether
 * that has happened, by a hash of the id (`sessionName`).
 */
const SessionId = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))
export const SessionEnd = z.object({ id: SessionId })
export const SessionQuestion = z.object({ name: SessionId })
