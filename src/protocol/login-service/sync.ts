/**
 * What the login service keeps for a person's other devices: one encrypted blob, replaced as a whole. The service knows
 * its locator, size and time; only the person's wallets can read it (AES-GCM) or replace it (Ed25519).
 */
import * as z from 'zod/mini'
import { text } from '../fields.js'

/** Sizes of a blob in bytes. Smaller contents are padded. */
export const SYNC_SIZES = [4, 16, 64, 256].map((kibibytes) => kibibytes * 1024)
/** Length of the largest blob in base64url. */
const MAX_BLOB = Math.ceil((SYNC_SIZES.at(-1)! * 4) / 3)

const base64url = (length: number) =>
  z.string().check(z.regex(new RegExp(`^[\\w-]{${length}}$`), `expected ${length} characters`))

/** The public half of an Ed25519 key that is derived from the wallet secret: 32 bytes, base64url. */
const Locator = base64url(43)
/** Signature over `syncInput` by the locator's key: 64 bytes, base64url. */
const Signature = base64url(86)
const Version = z.int().check(z.gte(1))
/** Zero: there must be no blob yet. */
const Base = z.int().check(z.gte(0))

/**
 * `POST /sync/ticket` asks for a ticket to store a first blob, with the same proof as at key nodes (`EvaluateRequest`).
 * The answer is the ticket as a JWE for the request's key.
 */
export const SyncTicketAnswer = z.object({ answer: text(4096) })

/** `POST /sync/read` */
export const SyncRead = z.object({ locator: Locator })
/** Version 0 and null: there is no blob. */
export const SyncContent = z.object({
  version: Base,
  blob: z.nullable(z.string().check(z.regex(/^[\w-]+$/), z.maxLength(MAX_BLOB))),
})

/**
 * `POST /sync/write`: replaces the version `base` by `version`, which is larger. With base 0, there must be no blob.
 */
export const SyncWrite = z.object({
  locator: Locator,
  base: Base,
  version: Version,
  /** base64url. The number of bytes is one of `SYNC_SIZES`. */
  blob: z.string().check(z.regex(/^[\w-]+$/), z.maxLength(MAX_BLOB)),
  signature: Signature,
  /** Needed for a first blob, and used up by it. */
  ticket: z.optional(text(64)),
})
/** False: the stored version is not `base`, and stays. Read it, merge, and write again. */
export const SyncWritten = z.object({ isSaved: z.boolean() })

/** `POST /sync/forget`: deletes this version. */
export const SyncForget = z.object({ locator: Locator, version: Version, signature: Signature })
/** False: the stored version is a different one, and stays. */
export const SyncForgotten = z.object({ isForgotten: z.boolean() })
