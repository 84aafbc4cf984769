/**
 * The operator's file `registry.json`, as the servers read it. The wallet app never loads this: it knows of
 * a verifier what `service.ts` calls public.
 */
import * as z from 'zod/mini'

import { isReserved, origin, text, url } from './fields.js'
import { ALGORITHMS, Application, PublicVerifier } from './service.js'

/** By name. */
const Parameters = z.record(text(64), z.string().check(z.maxLength(1024)))

/** How a token endpoint differs from RFC 6749 (section 4.1.3). */
const TokenRules = z.object({
  /** `GET`: everything is in the query. */
  method: z._default(z.enum(['POST', 'GET']), 'POST'),
  /** How the client secret is sent: in the Authorization header, or as a parameter. */
  auth: z._default(z.enum(['basic', 'post']), 'basic'),
  /** Names of the parameters of the client's id and secret. */
  clientId: z._default(text(64), 'client_id'),
  clientSecret: z._default(text(64), 'client_secret'),
  headers: z._default(Parameters, {}),
})

/** Where an answer has something: `id`, `data.id`; the first that is there; or filled in, as in `https://cdn.example/{id}.png`. */
const Path = z.union([text(256), z.array(text(256))])

/** How to learn who an access token belongs to, where there is no ID token. */
const UserInfoRules = z.object({
  endpoint: url,
  /** `POST`: parameters are a form. */
  method: z._default(z.enum(['GET', 'POST']), 'GET'),
  /** How the access token is sent: in the Authorization header, as a parameter of that name, or not at all. */
  auth: z._default(z.enum(['bearer', 'access_token', 'none']), 'bearer'),
  /** `{openid}` and the like are filled in: the token endpoint's answer, `client_id` and `nonce`. */
  parameters: z._default(Parameters, {}),
  headers: z._default(Parameters, {}),
  /** Lists addresses, as `{ email, primary, verified }`: where the profile does not say which is verified. */
  emailsEndpoint: z.optional(url),
  /** Paths into the answer by claim. */
  claims: z.prefault(
    z.object({
      sub: z._default(Path, 'sub'),
      email: z._default(Path, 'email'),
      /** True: the provider tells verified addresses only. */
      email_verified: z._default(z.union([Path, z.boolean()]), 'email_verified'),
      name: z._default(Path, 'name'),
      picture: z._default(Path, 'picture'),
    }),
    {},
  ),
})
export type TokenRules = z.infer<typeof TokenRules>
export type UserInfoRules = z.infer<typeof UserInfoRules>

/** Who vouches for people: one entry of the registry. */
export const Verifier = z.extend(PublicVerifier, {
  /** Pages whose wallet knows of it; without them all do. It spares the others, and protects nothing: the nodes take its tokens from any. */
  origins: z.optional(z.array(origin).check(z.minLength(1))),
  /** Empty where nothing is exchanged: `email`. */
  tokenEndpoint: z._default(z.union([url, z.literal('')]), ''),
  jwksUri: url,
  /** Those of this provider. */
  algorithms: z._default(z.array(z.enum(ALGORITHMS)), ['RS256', 'ES256']),
  token: z.optional(TokenRules),
  /** Needed with `oauth2`. */
  userInfo: z.optional(UserInfoRules),
  /** Paths, in what the provider answers, of its error codes. */
  errors: z.optional(z.array(text(256))),
})
export type Verifier = z.infer<typeof Verifier>

/** Verifiers by which a person is one person: by their verified e-mail, lower-cased, whichever they use. */
const Aggregate = z.strictObject({ verifiers: z.array(text(64)).check(z.minLength(1)) })

/** Of a verifier or an aggregate: people's keys are derived under it. */
const Name = text(64).check(
  z.refine((name) => !isReserved(name), { error: 'this name is reserved; choose another' }),
)

/** As it stands in URLs and logs. */
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

/** Where a yes counts, by origin. */
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
  /** By the name that their people's keys are derived under, in place of the verifier's. */
  aggregates: z.optional(z.record(Name, Aggregate)),
})
export type Registry = z.infer<typeof Registry>
