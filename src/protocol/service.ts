/**
 * Messages between the wallet app, the login service and the key nodes, and files that operators write. Messages that
 * only the services read are in `requests.ts` and `registry.ts`. Every failure is answered with `Failure`, under an
 * HTTP status of 4xx or 5xx.
 */
import * as z from 'zod/mini'

import { LOGIN_TYPES } from '../shared/options.js'
import { VERSION } from '../shared/versions.js'
import { origin, pageUrl, seconds, text, url } from './fields.js'

/** A point of ristretto255 or a scalar, as 64 hex digits (RFC 9496). */
const Bytes32 = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'expected 64 hex digits'))

/** Types of verifiers: those that pages may configure, and further providers that they may name. */
export const VERIFIER_TYPES = [...LOGIN_TYPES, 'kakao', 'wechat'] as const
export type VerifierType = (typeof VERIFIER_TYPES)[number]

export const Failure = z.object({
  error: z.object({ code: z.string(), detail: z.optional(z.string()) }),
})

/** Characters. */
export const MAX_ID_TOKEN = 16_384
/** Answers a `TokenRequest`. */
export const TokenResponse = z.object({ idToken: text(MAX_ID_TOKEN) })

/** Instead of an origin: any port on the same machine, for development. */
export const ANY_LOCALHOST = 'http://localhost:*'

/** `GET <login service>/applications/<clientId>`: what a login window shows and enforces. */
export const Application = z.object({
  name: text(100),
  logo: z.optional(url),
  /** Origins of pages that may log in for the application. */
  origins: z.array(z.union([origin, z.literal(ANY_LOCALHOST)])),
  /** Exact URLs for the result of a redirect login. With `ANY_LOCALHOST`, also any page on localhost. */
  redirectUrls: z._default(z.array(pageUrl), []),
  /** `walletKey`: the application may ask for the wallet's own key. */
  permissions: z._default(z.array(z.enum(['walletKey'])), []),
})
export type Application = z.infer<typeof Application>

const LOCALHOST = /^http:\/\/localhost(:\d{1,5})?$/

/** Whether a page of that origin may act for an application. */
export const isOriginOf = ({ origins }: Application, origin: string): boolean =>
  origins.includes(origin) || (origins.includes(ANY_LOCALHOST) && LOCALHOST.test(origin))

/** Answers an `EvaluateRequest`: a JWE of an `Evaluation` for the request's key. */
export const EvaluateResponse = z.object({ answer: text(4096) })
/** H2G(identity) times the node's share, and a proof that this share was used (RFC 9497, section 2.2). */
export const Evaluation = z.object({
  /** Index of the share: 1 to n. */
  index: z.int().check(z.gte(1), z.lte(255)),
  element: Bytes32,
  /** Two scalars: c, then s. */
  proof: z.string().check(z.regex(/^[0-9a-f]{128}$/)),
})
export type Evaluation = z.infer<typeof Evaluation>

/** Answers a `GrantRequest`: a JWE for the key in it; null if the operator issues no tokens. */
export const GrantAnswer = z.object({ answer: z.nullable(text(8192)) })
/** Answers an `IdTokenRequest`: a JWE of the token for the grant's holder. */
export const IdTokenAnswer = z.object({ answer: text(8192) })

/** Answers a `MailboxTake`. Null: no letter came in time; ask again. */
export const MailboxAnswer = z.object({ data: z.nullable(text(16_384)) })

/** Signature algorithms that we can check (RFC 7518). */
export const ALGORITHMS = ['RS256', 'ES256', 'EdDSA', 'PS256'] as const

/** Deviations of an authorization endpoint from the standards. */
const AuthorizationRules = z.object({
  /** Sent with every request. */
  parameters: z.optional(z.record(text(64), text(1024))),
  /** Separates scopes, instead of a space. */
  scopeSeparator: z.optional(z.enum([',', '+'])),
  /** Name of the parameter of the client id. */
  clientId: z.optional(text(64)),
  /** Fragment of the URL. */
  fragment: z.optional(text(64)),
  /** False: the provider does not support PKCE (RFC 7636), so none is sent. */
  pkce: z.optional(z.boolean()),
  /**
   * Sent in addition when a signed-in person has to prove their identity again. By default, to OpenID providers,
   * `prompt=login` and `max_age=0`.
   */
  anew: z.optional(z.record(text(64), text(1024))),
  /** The issuer that the provider sends in its answers (RFC 9207). */
  iss: z.optional(url),
  /** Whether an answer without `iss` is refused. By default true if `iss` is set here. */
  issParameter: z.optional(z.boolean()),
})

/** The public part of a verifier, for the wallet app. */
export const PublicVerifier = z.object({
  typeOfLogin: z.enum(VERIFIER_TYPES),
  /** In the provider's own spelling. */
  name: text(64),
  /**
   * Who signs the ID token. `oidc`: the provider itself. `oauth2`, `email`: the login service, after asking the
   * provider for the profile, or the person for a code.
   */
  protocol: z._default(z.enum(['oidc', 'oauth2', 'email']), 'oidc'),
  issuer: url,
  /** Our client id at the provider: the ID token's audience. */
  clientId: text(512),
  /** Empty for `email`, which has no page. */
  authorizationEndpoint: z._default(z.union([url, z.literal('')]), ''),
  authorization: z.optional(AuthorizationRules),
  scope: z._default(z.string().check(z.maxLength(512)), 'openid email profile'),
  /** Claim of the ID token that identifies the person. */
  verifierIdField: z._default(text(64), 'sub'),
  isVerifierIdCaseSensitive: z._default(z.boolean(), true),
  /**
   * The operator confirms that the provider gives this claim only to its owner, and that people cannot set it to the
   * value of a different person. Needed for a claim that the token does not mark as verified.
   */
  isVerifierIdVerified: z.optional(z.boolean()),
  /** Seconds. */
  leeway: z._default(seconds, 60),
  /** False: sign-in screens offer the login only if the page's `loginConfig` or the page's request names it. */
  isShown: z.optional(z.boolean()),
})

const ChainConfig = z.object({
  /** Name by which a page may choose the chain, in `network.host`. */
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

/** `https`, or `http` on the same machine: the page opens next to the wallet. */
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

/** The operator's pages for the wallet's "About". */
const Links = z.object({
  terms: z.optional(webUrl),
  privacy: z.optional(webUrl),
  /** URL of the source code of this installation. */
  source: z.optional(webUrl),
})

const chainId = z.string().check(z.regex(/^\d{1,16}$/))

/** The source of prices for coins and tokens. */
const Prices = z.object({
  /** Answers `{ "<coin>": { "<currency>": <number> } }`, with CORS. `{currency}` is replaced, in lower case. */
  url: webUrl,
  /** The source's names for each chain's own coin, by chain id. */
  coins: z.record(chainId, text(64)),
  /** The source's names for tokens, by chain id and address. */
  tokens: z.optional(z.record(chainId, z.record(text(42), text(64)))),
  /** Currencies to choose from, the default first (ISO 4217). */
  currencies: z._default(
    z.array(z.string().check(z.regex(/^[A-Z]{3}$/))).check(z.minLength(1), z.maxLength(50)),
    ['USD'],
  ),
})

/** Name and icon in a site's list of wallets (EIP-6963). By default "Wallet", with our own icon. */
const Brand = z.object({
  name: z.optional(text(40)),
  icon: z.optional(
    text(16_384).check(z.regex(/^data:image\/[a-z+]+[;,]/, 'a picture as a data URI')),
  ),
})

/** The operator's additions to the wallet: `presentation.json`. */
export const Presentation = z.strictObject({
  brand: z.optional(Brand),
  /** Services that sell coins; `{address}` and `{chainId}` in the URL are replaced. */
  topup: z.optional(z.array(Topup)),
  /** The operator's announcement on the wallet's home. */
  billboard: z.optional(Billboard),
  links: z.optional(Links),
  /** Absent: the wallet requests and shows no prices. */
  prices: z.optional(Prices),
  /** Gateway for pictures on IPFS: `<gateway>/<CID>/<path>`. Absent: they are not shown. */
  ipfsGateway: z.optional(webUrl),
  /** URL for logos of tokens; `{chainId}` and `{address}` are replaced. Absent: a letter is shown instead. */
  tokenLogos: z.optional(webUrl),
})
export type Presentation = z.infer<typeof Presentation>

/** `GET <wallet>/config.json`: the operator's configuration of the wallet app. */
export const AppConfig = z.object({
  loginService: url,
  keyNetwork: KeyNetwork,
  verifiers: z.record(
    text(64),
    z.extend(PublicVerifier, {
      /** Aggregate of the verifier. */
      aggregate: z.optional(text(64)),
    }),
  ),
  chains: z.array(ChainConfig),
  /** Builds of the wallet app before this one do not start. */
  oldestVersion: z.optional(
    z.string().check(z.regex(VERSION, 'expected a version, such as 1.2.3')),
  ),
  /** As in the registry: pages to which a login may return. */
  embedders: z.optional(z.array(z.union([origin, z.literal('*')]))),
  /** Where people approve, by origin of the page; `*`: all other origins. By default `window`. */
  approvals: z.optional(z.record(text(512), z.enum(['page', 'window']))),
  /** Whether the login service keeps people's names, tokens and contacts for their other devices (`sync.ts`). */
  sync: z.optional(z.boolean()),
  ...Presentation.shape,
})
export type AppConfig = z.infer<typeof AppConfig>
