/**
 * Messages between a login client's page and the wallet's login window. The request is in the fragment of the login
 * window's URL (it holds no secret): `/login` for a popup, `/begin` for a redirect. The result comes back as a JWE for
 * the request's key, by message (popup) or as the fragment of `redirectUrl` (redirect).
 */
import * as z from 'zod/mini'

import type { WireError } from '../shared/errors.js'
import type { LoginUserInfo } from '../shared/options.js'
import { LoginConfig, WhiteLabel } from './messages.js'

const text = (max: number) => z.string().check(z.maxLength(max), z.minLength(1))

/** A number of seconds, also as text. */
const Seconds = z.pipe(
  z.pipe(z.union([z.string(), z.number()]), z.transform(Number)),
  z.int('whole seconds').check(z.gte(0)),
)

export const PublicKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string().check(z.regex(/^[\w-]{43}$/)),
  y: z.string().check(z.regex(/^[\w-]{43}$/)),
})

/** Characters of `extraLoginOptions` as JSON. Limited, since most of it goes into a URL. */
const EXTRA_MAX = 16_384

/** Known options. All others go to the authorization server unchanged. */
const KnownOptions = z.catchall(
  z.object({
    domain: z.optional(text(512)),
    client_id: z.optional(text(512)),
    redirect_uri: z.optional(text(2048)),
    leeway: z.optional(z.number('seconds').check(z.gte(0), z.lte(86_400))),
    verifierIdField: z.optional(text(64)),
    isVerifierIdCaseSensitive: z.optional(z.boolean('true or false')),
    display: z.optional(text(64)),
    prompt: z.optional(text(64)),
    max_age: z.optional(Seconds),
    ui_locales: z.optional(text(256)),
    id_token_hint: z.optional(text(8192)),
    login_hint: z.optional(text(320)),
    acr_values: z.optional(text(512)),
    scope: z.optional(text(512)),
    audience: z.optional(text(512)),
    /** Empty: the provider's own login page. */
    connection: z.optional(z.string().check(z.maxLength(128))),
  }),
  z.unknown(),
)
export const ExtraLoginOptions = KnownOptions.check(
  z.refine((options) => JSON.stringify(options).length <= EXTRA_MAX, {
    error: `at most ${EXTRA_MAX} characters`,
  }),
)
export type ExtraLoginOptions = z.infer<typeof ExtraLoginOptions>

export const LoginRequest = z.object({
  clientId: text(512),
  uxMode: z.enum(['popup', 'redirect']),
  /** Origin of the page, which alone gets the result. */
  origin: text(512),
  /**
   * Page for the result of a redirect login, or of a popup that was cut off. A URL that is too long cannot be
   * registered.
   */
  redirectUrl: z.catch(z.optional(text(8192)), undefined),
  /** Random id of the login. */
  state: z.string().check(z.regex(/^[\w-]{22,64}$/)),
  /** The result is encrypted to this key. */
  key: PublicKey,
  loginProvider: z.optional(text(64)),
  extraLoginOptions: z.optional(ExtraLoginOptions),
  /** The person may log in with a passkey of this device, if one was enrolled for it. */
  fastLogin: z.optional(z.boolean()),
  /**
   * How the last session of this application in this browser was ended. After `plain` nothing may be left
   * of what this device kept for fast login; after `fast` it may stay, or be offered.
   */
  lastLogout: z.optional(z.enum(['fast', 'plain'])),
  skipKeyOnboarding: z.optional(z.boolean()),
  getWalletKey: z.optional(z.boolean()),
  loginConfig: z.optional(LoginConfig),
  whiteLabel: z.optional(WhiteLabel),
})
export type LoginRequest = z.infer<typeof LoginRequest>
/** The form that a page writes. */
export type WrittenRequest = z.input<typeof LoginRequest>

/**
 * A login in a frame, for which the page itself goes to `/begin` with this in the fragment. The answer comes back as a
 * JWE for `key`, of `{ state, query }`.
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

/** Parameters in the fragment of such a URL: the leg as base64url, and the page to return to. */
export const LEG_PARAMETER = 'leg'
export const PAGE_PARAMETER = 'page'
/** Last parameter in the fragment of the page on return. */
export const RETURN_PARAMETER = 'wallet-embed-return'

/** Contents of the result's JWE, as JSON. */
export type LoginResult =
  | {
      /** 64 hex digits. */
      privKey: string
      /** Whether the key is the wallet's own instead of the application's. */
      isWalletKey?: boolean
      userInfo: LoginUserInfo
      /** Grant with which the holder of the request's key gets tokens from the login service. */
      grant?: string
    }
  | { error: WireError }

/** Parameter in the fragment of the login window's URL: the request, as base64url of JSON. */
export const REQUEST_PARAMETER = 'request'
