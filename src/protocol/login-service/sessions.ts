/** The life of sessions that several sites share: `POST <login service>/sessions/…`. */
import * as z from 'zod/mini'

/** 32 bytes, base64url. */
const Bytes = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

/** `…/end` ends a session on all sites. */
export const SessionEnd = z.object({ id: Bytes })
export const SessionEnded = z.object({})

/** `…/ended` asks whether a session was ended, by a hash of its id (`sessionName`). */
export const SessionQuestion = z.object({ name: Bytes })
export const SessionAnswer = z.object({ isEnded: z.boolean() })

/**
 * `…/half` gives half of the key that seals a session in the wallet's windows, until `expires` (Unix time in
 * milliseconds). Null: the session was ended or has expired, or would last longer than sessions do.
 */
export const HalfQuestion = z.object({
  name: Bytes,
  expires: z.number().check(z.int(), z.positive()),
})
export const HalfAnswer = z.object({ half: z.nullable(Bytes) })
