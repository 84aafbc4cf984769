/**
 * What crosses the network between the wallet app, the login service and the key nodes, and files that operators
 * write. What only the services read is in `requests.ts` and `registry.ts`. Every failure is answered with
 * `Failure`, under an HTTP status of 4xx or 5xx.
 */
import * as z from 'zod/mini'

import { LOGIN_TYPES } from '../shared/options.js'
import { VERSION } from '../shared/versions.js'
import { origin, pageUrl, seconds, text, url } from './fields.js'

/** A point of ristretto255 or a scalar, as 64 hex digits (RFC 9496). */
const Bytes32 = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'expected 64 hex digits'))

/** What a verifier may be: a type that pages may configure, or a provider that they may name. */
export const VERIFIER_TYPES = [...LOGIN_TYPES, 'kakao', 'wechat'] as const
export type VerifierType = (typeof VERIFIER_TYPES)[number]

export const Failure = z.object({
  error: z.object({ code: z.string(), detail: z.optional(z.string()) }),
})

/** Answers a `TokenRequest`. */
export const TokenResponse = z.object({ idToken: text(16_384) })

/** In the place of an origin: any port of one's own machine, for development. */
export const ANY_LOCALHOST = 'http://localhost:*'

/** `GET <login service>/applications/<clientId>`: what a login window shows and enforces. */
export const Application = z.object({
  name: text(100),
  logo: z.optional(url),
  /** Pages that may log in for it. */
  origins: z.array(z.union([origin, z.literal(ANY_LOCALHOST)])),
  /** Where a login by redirect may end: exactly there; with `ANY_LOCALHOST` also at any page of such an origin. */
  redirectUrls: z._default(z.array(pageUrl), []),
  /** `walletKey`: may ask for the wallet's own key. */
  permissions: z._default(z.array(z.enum(['walletKey'])), []),
})
export type Application = z.infer<typeof Application>

const LOCALHOST = /^http:\/\/localhost(:\d{1,5})?$/

/** Whether a page of that origin may act for an application. */
export const isOriginOf = ({ origins }: Application, origin: string): boolean =>
  origins.includes(origin) || (origins.includes(ANY_LOCALHOST) && LOCALHOST.test(origin))

/** Answers an `EvaluateRequest`: `answer` is a JWE of an `Evaluation` for the request's key. */
export const EvaluateResponse = z.object({ answer: text(4096) })
/** H2G(identity) times the node's share, with the proof that it is that share (RFC 9497, section 2.2). */
export const Evaluation = z.object({
  /** Which share: 1 to n. */
  index: z.int().check(z.gte(1), z.lte(255)),
  element: Bytes32,
  /** Two scalars: c, then s. */
  proof: z.string().check(z.regex(/^[0-9a-f]{128}$/)),
})
export type Evaluation = z.infer<typeof Evaluation>

/** Answers a `GrantRequest`, as a JWE for the key that it names; null where the operator issues no tokens. */
export const GrantAnswer = z.object({ answer: z.nullable(text(8192)) })
/** Answers an `IdTokenRequest`: a JWE of the token for the grant's holder. */
export const IdTokenAnswer = z.object({ answer: text(8192) })

/** Answers a `MailboxTake`. Null: nothing came while it was waited for; ask again. */
export const MailboxAnswer = z.object({ data: z.nullable(text(16_384)) })

/** Signature algorithms that we can check (RFC 7518). */
export const ALGORITHMS = ['RS256', 'ES256', 'EdDSA', 'PS256'] as const

/** Where an authorization endpoint differs from the standards. */
const AuthorizationRules = z.object({
  /** Sent with every request. */
  parameters: z.optional(z.record(text(64), text(1024))),
  /** Between scopes, instead of a space. */
  scopeSeparator: z.optional(z.enum([',', '+'])),
  /** Name of the parameter of the client id. */
  clientId: z.optional(text(64)),
  /** Fragment of the URL. */
  fragment: z.optional(text(64)),
  /** False: it knows no PKCE (RFC 7636), and is not to be confused by it. */
  pkce: z.optional(z.boolean()),
  /**
   * Sent in addition when a signed-in person has to prove their identity again. By default, to OpenID providers,
   * `prompt=login` and `max_age=0`.
   */
  anew: z.optional(z.record(text(64), text(1024))),
  /** What the provider calls itself in its answers (RFC 9207). */
  iss: z.optional(url),
  /** Whether an answer without that is refused. By default where `iss` says what it is. */
  issParameter: z.optional(z.boolean()),
})

/** What the wallet app knows of a verifier. */
export const PublicVerifier = z.object({
  typeOfLogin: z.enum(VERIFIER_TYPES),
  /** As the provider writes itself. */
  name: text(64),
  /**
   * Who signs the ID token. `oidc`: the provider itself. `oauth2`, `email`: the login service, which asks the
   * provider for user information, or the person for a code.
   */
  protocol: z._default(z.enum(['oidc', 'oauth2', 'email']), 'oidc'),
  issuer: url,
  /** Our client id at the provider: the ID token's audience. */
  clientId: text(512),
  /** Empty where people go nowhere: `email`. */
  authorizationEndpoint: z._default(z.union([url, z.literal('')]), ''),
  authorization: z.optional(AuthorizationRules),
  scope: z._default(z.string().check(z.maxLength(512)), 'openid email profile'),
  /** Claim of the ID token that says who it is. */
  verifierIdField: z._default(text(64), 'sub'),
  isVerifierIdCaseSensitive: z._default(z.boolean(), true),
  /**
   * The operator's assurance, needed for a claim that the token does not mark as verified: the provider gives it only
   * to its owner, and people cannot set it to the value of a different person.
   */
  isVerifierIdVerified: z.optional(z.boolean()),
  /** Seconds. */
  leeway: z._default(seconds, 60),
  /** False: sign-in screens offer it only if the page has it in its `loginConfig`, or names it. */
  isShown: z.optional(z.boolean()),
})

const ChainConfig = z.object({
  /** Name by which `network.host` may call it. */
  host: text(64),
  chainId: z.int().check(z.gte(1)),
  networkName: text(64),
  rpcUrl: url,
  ticker: z._default(text(16), 'ETH'),
  tickerName: z._default(text(64), 'Ether'),
  blockExplorer: z.optional(url),
})
export type ChainConfig = z.infer<typeof ChainConfig>

/** Public half of the key network: `network.json`, written when shares are made. */
export const KeyNetwork = z.object({
  threshold: z.int().check(z.gte(1), z.lte(255)),
  /** Public key of the whole secret. */
  groupKey: Bytes32,
  nodes: z.array(z.object({ index: z.int().check(z.gte(1), z.lte(255)), url, publicKey: Bytes32 })),
})
export type KeyNetwork = z.infer<typeof KeyNetwork>

/** One node's secret file. */
export const Share = z.object({
  index: z.int().check(z.gte(1), z.lte(255)),
  threshold: z.int().check(z.gte(1), z.lte(255)),
  secret: Bytes32,
  publicKey: Bytes32,
  groupKey: Bytes32,
})
export type Share = z.infer<typeof Share>

/** `https`, or `http` on one's own machine: it opens beside a wallet. */
const webUrl = url.check(
  z.refine((value) => /^(https:\/\/|http:\/\/localhost[:/])/.test(value), {
    error: 'expected an https URL, or http on localhost',
  }),
)
const Topup = z.object({
  id: text(64),
  name: text(64),
  url: webUrl,
  chainIds: z.optional(z.array(z.int())),
})
/** Texts by BCP 47 tag. */
const Billboard = z.object({
  title: z.record(text(35), text(80)),
  text: z.optional(z.record(text(35), text(200))),
  url: z.optional(webUrl),
})
export type Billboard = z.infer<typeof Billboard>

/** Pages of the operator's, on the wallet's "About". */
const Links = z.object({
  terms: z.optional(webUrl),
  privacy: z.optional(webUrl),
  /** Where the source of what runs here can be had. */
  source: z.optional(webUrl),
})

const chainId = z.string().check(z.regex(/^\d{1,16}$/))

/** Who says what coins and tokens are worth. */
const Prices = z.object({
  /** Answers `{ "<coin>": { "<currency>": <number> } }`, by CORS; `{currency}` is filled in, in lower case. */
  url: webUrl,
  /** What the source calls each chain's own coin, by chain id. */
  coins: z.record(chainId, text(64)),
  /** The same of tokens, by chain id and address. */
  tokens: z.optional(z.record(chainId, z.record(text(42), text(64)))),
  /** What people can choose from, the usual first (ISO 4217). */
  currencies: z._default(
    z.array(z.string().check(z.regex(/^[A-Z]{3}$/))).check(z.minLength(1), z.maxLength(50)),
    ['USD'],
  ),
})

/** What a site's list of wallets shows (EIP-6963); there without it: Wallet, with our sign. */
const Brand = z.object({
  name: z.optional(text(40)),
  icon: z.optional(
    text(16_384).check(z.regex(/^data:image\/[a-z+]+[;,]/, 'a picture as a data URI')),
  ),
})

/** What the operator shows besides the wallet itself: `presentation.json`. */
export const Presentation = z.strictObject({
  brand: z.optional(Brand),
  /** Where people can buy or get coins; `{address}` and `{chainId}` in the URL are filled in. */
  topup: z.optional(z.array(Topup)),
  /** What the operator wants to tell people on the wallet's home. */
  billboard: z.optional(Billboard),
  links: z.optional(Links),
  /** Without it the wallet requests no prices, and shows none. */
  prices: z.optional(Prices),
  /** Where pictures on IPFS come from: `<gateway>/<CID>/<path>`. Without it they are not shown. */
  ipfsGateway: z.optional(webUrl),
  /** Where logos of tokens come from: `{chainId}` and `{address}` are filled in. Without it a letter stands there. */
  tokenLogos: z.optional(webUrl),
})
export type Presentation = z.infer<typeof Presentation>

/** `GET <wallet>/config.json`: all that the wallet app knows of its operator. */
export const AppConfig = z.object({
  loginService: url,
  keyNetwork: KeyNetwork,
  verifiers: z.record(
    text(64),
    z.extend(PublicVerifier, {
      /** The one that it is in. */
      aggregate: z.optional(text(64)),
    }),
  ),
  chains: z.array(ChainConfig),
  /** Builds of the wallet app before this one do not start. */
  oldestVersion: z.optional(
    z.string().check(z.regex(VERSION, 'expected a version, such as 1.2.3')),
  ),
  /** As in the registry: pages that a login may go back to. */
  embedders: z.optional(z.array(z.union([origin, z.literal('*')]))),
  /** Where people approve, by the page's origin; `*`: on all others. By default `window`. */
  approvals: z.optional(z.record(text(512), z.enum(['page', 'window']))),
  /** Whether the login service keeps people's names, tokens and contacts for their other devices (`sync.ts`). */
  sync: z.optional(z.boolean()),
  ...Presentation.shape,
})
export type AppConfig = z.infer<typeof AppConfig>
