/**
 * What a login client's page and the wallet's login window say to each other. The request travels in
 * the fragment of the login window's URL (it holds no secret); the result comes back as a JWE for the
 * request's key, by message (popup) or in the fragment of `redirectUrl` (redirect).
 */
import * as z from 'zod/mini'

import type { WireError } from '../shared/errors.js'
import type { LoginUserInfo } from '../shared/options.js'
import { LoginConfig, WhiteLabel } from './messages.js'

const text = (max: number) => z.string().check(z.maxLength(max), z.minLength(1))

export const PublicKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string().check(z.regex(/^[\w-]{43}$/)),
  y: z.string().check(z.regex(/^[\w-]{43}$/)),
})

export const LoginRequest = z.object({
  clientId: text(512),
  uxMode: z.enum(['popup', 'redirect']),
  /** Origin of the page; the result goes there and nowhere else. */
  origin: text(512),
  /** With `redirect`: where the result is taken. */
  redirectUrl: z.optional(text(4096)),
  /** Random; names this login. */
  state: z.string().check(z.regex(/^[\w-]{22,64}$/)),
  /** The result is encrypted to this key. */
  key: PublicKey,
  loginProvider: z.optional(text(64)),
  extraLoginOptions: z.optional(z.record(z.string().check(z.maxLength(64)), z.unknown())),
  skipKeyOnboarding: z.optional(z.boolean()),
  getWalletKey: z.optional(z.boolean()),
  loginConfig: z.optional(LoginConfig),
  whiteLabel: z.optional(WhiteLabel),
})
export type LoginRequest = z.infer<typeof LoginRequest>

/**
 * A login of the frame's for which the page itself goes to `/login`, in the fragment of that URL. The
 * answer comes back as a JWE for `key` of `{ state, query }`.
 */
export const RedirectLeg = z.object({
  verifier: text(64),
  clientId: text(512),
  state: z.string().check(z.regex(/^[\w-]{22,64}$/)),
  nonce: z.string().check(z.regex(/^[\w-]{43}$/)),
  codeChallenge: z.string().check(z.regex(/^[\w-]{43}$/)),
  loginHint: z.optional(text(320)),
  key: PublicKey,
})
export type RedirectLeg = z.infer<typeof RedirectLeg>

/** Names of the parameters of such a URL's fragment: base64url of the leg, and the page to come back to. */
export const LEG_PARAMETER = 'leg'
export const PAGE_PARAMETER = 'page'
/** Name of the last parameter of the page's fragment, when it comes back. */
export const RETURN_PARAMETER = 'wallet-embed-return'

/** What the result's JWE holds, as JSON. */
export type LoginResult =
  | { /** 64 hex digits. */ privKey: string; userInfo: LoginUserInfo }
  | { error: WireError }

/**
 * Empty frames that the login window has until it leaves for the provider. The page that opened it can
 * count them, whatever else it cannot see, and so tell where the window is.
 */
export const PLACEHOLDERS = 3

/** Name of the parameter in the fragment of the login window's URL: base64url of the request as JSON. */
export const REQUEST_PARAMETER = 'request'
