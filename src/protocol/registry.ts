/**
 * The operator's file `registry.json`, as the servers read it. The wallet app never loads the file; it gets only the
 * public parts of a verifier (`service.ts`).
 */
import * as z from 'zod/mini'

import { isReserved, origin, text, url } from './fields.js'
import { ALGORITHMS, Application, PublicVerifier } from './service.js'

/** By name. */
const Parameters = z.record(text(64), z.string().check(z.maxLength(1024)))

/** How a token endpoint differs from RFC 6749 (section 4.1.3). */
const TokenRules = z.object({
  /** `GET`: all parameters are in the query. */
  method: z._default(z.enum(['POST', 'GET']), 'POST'),
  /** How the client secret is sent: in the Authorization header, or as a parameter. */
  auth: z._default(z.enum(['basic', 'post']), 'basic'),
  /** Names of the parameters of the client's id and secret. */
  clientId: z._default(text(64), 'client_id'),
  clientSecret: z._default(text(64), 'client_secret'),
  headers: z._default(Parameters, {}),
})

/**
 * Path of a value in an answer: `id` or `data.id`; the first that exists, if several; or a template, as in
 * `https://cdn.example/{id}.png`.
 */
const Path = z.union([text(256), z.array(text(256))])

/** How to get a person's profile by an access token, if there is no ID token. */
const UserInfoRules = z.object({
  endpoint: url,
  /** `POST`: sends the parameters as a form. */
  method: z._default(z.enum(['GET', 'POST']), 'GET'),
  /** How the access token is sent: in the Authorization header, as a parameter of that name, or not at all. */
  auth: z._default(z.enum(['bearer', 'access_token', 'none']), 'bearer'),
  /** Placeholders such as `{openid}` are filled in from the token response, `client_id` and `nonce`. */
  parameters: z._default(Parameters, {}),
  headers: z._default(Parameters, {}),
  /**
   * URL of a list of addresses, `{ email, primary, verified }`: for profiles that do not say which address is verified.
   */
  emailsEndpoint: z.optional(url),
  /** Paths into the answer by claim. */
  claims: z.prefault(
    z.object({
      sub: z._default(Path, 'sub'),
      email: z._default(Path, 'email'),
      /** True: the provider only gives verified addresses. */
      email_verified: z._default(z.union([Path, z.boolean()]), 'email_verified'),
      name: z._default(Path, 'name'),
      picture: z._default(Path, 'picture'),
    }),
    {},
  ),
})
export type TokenRules = z.infer<typeof TokenRules>
export type UserInfoRules = z.infer<typeof UserInfoRules>

/** An identity provider, as an entry of the registry. */
export const Verifier = z.extend(PublicVerifier, {
  /**
   * Only these pages' wallets know the verifier. This hides it elsewhere, but protects nothing: the nodes accept its
   * tokens from any page.
   */
  origins: z.optional(z.array(origin).check(z.minLength(1))),
  /** Empty for `email`, which exchanges no code. */
  tokenEndpoint: z._default(z.union([url, z.literal('')]), ''),
  jwksUri: url,
  /** Algorithms that this provider uses. */
  algorithms: z._default(z.array(z.enum(ALGORITHMS)), ['RS256', 'ES256']),
  token: z.optional(TokenRules),
  /** Needed with `oauth2`. */
  userInfo: z.optional(UserInfoRules),
  /** Paths of error codes in the provider's answers. */
  errors: z.optional(z.array(text(256))),
})
export type Verifier = z.infer<typeof Verifier>

/**
 * Verifiers that share their people: a person is identified by their verified e-mail in lower case, whichever verifier
 * they use.
 */
const Aggregate = z.strictObject({ verifiers: z.array(text(64)).check(z.minLength(1)) })

/** Name of a verifier or an aggregate. People's keys are derived under this name. */
const Name = text(64).check(
  z.refine((name) => !isReserved(name), { error: 'this name is reserved; choose another' }),
)

/** A form that is safe in URLs and logs. */
const ClientId = z
  .string()
  .check(
    z.regex(/^[!-~]{1,512}$/, { error: 'expected a client id of ASCII characters without blanks' }),
  )

const anyOrigin = z.union([origin, z.literal('*')])
/**
 * The pages that may embed the wallet: an origin, or `*`, every page. `approvals` says where people approve there: in
 * the page, which is then trusted to show the wallet as it is, or in a separate wallet window, the default for `*`.
 */
const Embedders = z.array(
  z.union([
    anyOrigin,
    z.strictObject({ origin: anyOrigin, approvals: z.enum(['page', 'window']) }),
  ]),
)

/** The origins, as `frame-ancestors` takes them. */
export const originsOf = ({ embedders }: Pick<Registry, 'embedders'>): string[] =>
  embedders.map((one) => (typeof one === 'string' ? one : one.origin))

/** Where people approve, by origin of the page. */
export const approvalsOf = ({ embedders }: Pick<Registry, 'embedders'>) =>
  Object.fromEntries(
    embedders.map((one) =>
      typeof one === 'string'
        ? [one, one === '*' ? 'window' : 'page']
        : [one.origin, one.approvals],
    ),
  ) as Record<string, 'page' | 'window'>

export const Registry = z.strictObject({
  embedders: z._default(Embedders, []),
  /**
   * URL of the login service: the issuer of ID tokens that it signs itself (`oauth2`, `email`), and where its
   * keys are.
   */
  loginService: z.optional(url),
  applications: z.record(ClientId, Application),
  verifiers: z.record(Name, Verifier),
  /** By the name under which their people's keys are derived, instead of the verifier's name. */
  aggregates: z.optional(z.record(Name, Aggregate)),
})
export type Registry = z.infer<typeof Registry>
