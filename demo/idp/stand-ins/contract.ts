/** What a stand-in for a provider is made of: its own names, fields and errors, and nothing that is alike for all. */

/** A person as the provider knows them. */
export interface Person {
  subject: string
  /** The same as a number. */
  number: number
  email: string
  name: string
  picture: string
}

/** What an authorization code, and then an access token, is for. */
export interface Grant {
  person: Person
  clientId: string
  redirectUri: string
  scopes: string[]
  nonce: string | undefined
  codeChallenge: string | undefined
  /** All that was asked. */
  query: URLSearchParams
}

export interface Asked {
  method: string
  query: URLSearchParams
  form: URLSearchParams
  /** By lower-case name. */
  headers: Readonly<Record<string, string | string[] | undefined>>
}

/** An object is sent as JSON. */
export interface Reply {
  status?: number
  headers?: Record<string, string>
  body?: string | object
}

/** Signs an ID token for the grant's client. */
type Sign = (claims: Record<string, unknown>) => Promise<string>

export interface StandIn {
  /** Host and path of each endpoint. */
  authorize: string
  token: string
  /** Of the keys, if there are any. */
  keys?: string
  issuer?: string
  /** Name of the parameter of the client id. */
  clientId?: string
  /** Between scopes. */
  separator?: string
  scopes: readonly string[]
  /** The fault of an authorization request, beyond the common checks. */
  refuses?: (query: URLSearchParams) => string | undefined
  /** Parameters of the answer, besides code and state. */
  answer?: (grant: Grant) => Record<string, string>
  /** Parameters of the answer when the person says no. */
  cancelled: Record<string, string>
  /** How the client proves itself. */
  auth: 'basic' | 'post' | 'query' | 'jwt'
  /** Whether it looks at PKCE at all. */
  pkce?: 'needed' | 'known'
  /** The fault of a token request, beyond the common checks. */
  refusesToken?: (asked: Asked) => Reply | undefined
  tokenError: (code: 'invalid_client' | 'invalid_grant') => Reply
  tokens: (grant: Grant, accessToken: string, sign: Sign) => Promise<object>
  /** By host and path. */
  resources?: Record<string, (grant: Grant, asked: Asked) => Reply>
  resourceError?: Reply
}

export const json = (body: object, status = 200): Reply => ({ status, body })
/** The errors of RFC 6749. */
export const standardError = (error: string): Reply =>
  json({ error }, error === 'invalid_client' ? 401 : 400)
