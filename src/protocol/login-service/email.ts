/** Messages of a sign-in by e-mail to the login service. Failures are as in `service.ts`. */
import * as z from 'zod/mini'

import { TokenResponse } from '../service.js'

/** Printable ASCII before the `@`, a host name after it: what Chromium's e-mail fields hand over. */
export const EmailAddress = z
  .string()
  .check(
    z.maxLength(254),
    z.regex(
      /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i,
      'expected an e-mail address',
    ),
  )

/** Wrong tries allowed per code. */
export const CODE_TRIES = 5

const login = {
  verifier: z.string().check(z.minLength(1), z.maxLength(64)),
  email: EmailAddress,
  /** Identifies the login: thumbprint of the key for its ID token. */
  nonce: z.string().check(z.regex(/^[\w-]{43}$/)),
}

/**
 * `POST <login service>/email/start` sends a code. The answer is the same for every address, whether it exists or not.
 */
export const EmailStart = z.object({
  ...login,
  /** BCP 47 tag. */
  language: z.string().check(z.maxLength(35)),
})
export const EmailStarted = z.object({
  /** Seconds for which the code is valid. */ lifetime: z.int(),
})

/**
 * `POST <login service>/email/verify` exchanges the code for an ID token, once. All failures give the same answer: it
 * must not show whether a code exists, and so what other people did. The wallet itself counts the tries and the time.
 */
export const EmailVerify = z.object({ ...login, code: z.string().check(z.regex(/^\d{6}$/)) })
export const EmailVerified = z.union([
  TokenResponse,
  z.object({
    /** Older services send the other two values as well. */
    refused: z.enum(['wrong', 'expired', 'spent']),
    /** Without meaning now; older builds of the wallet expect a number. */
    triesLeft: z.optional(z.int()),
  }),
])
export type EmailVerified = z.infer<typeof EmailVerified>
