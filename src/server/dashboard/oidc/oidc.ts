/** Sign-in of operators at their own OpenID provider (OpenID Connect Core 1.0, section 3.1). */
import { timingSafeEqual } from 'node:crypto'

import * as oauth from 'oauth4webapi'
import * as z from 'zod/mini'

import { text, url } from '../../../protocol/fields.js'
import { WalletError } from '../../../shared/errors.js'
import { isLocalHttp } from '../../registry/registry.js'

/** Milliseconds for each answer of the provider. */
const TIMEOUT = 8_000
/** Milliseconds between the way to the provider and back. */
const LIFETIME = 300_000
/** Sign-ins under way. */
const MOST = 100

const isSafe = (issuer: string): boolean => issuer.startsWith('https:') || isLocalHttp(issuer)

/** The operator's file. */
export const OidcSettings = z
  .strictObject({
    issuer: url.check(
      z.refine((value) => URL.canParse(value) && isSafe(value), {
        error: 'expected https, or http on localhost',
      }),
    ),
    clientId: text(512),
    clientSecret: z.optional(text(512)),
    /** `sub` claims of people who may sign in. */
    subjects: z._default(z.array(text(255)), []),
    /** Their e-mail addresses, which count if the provider says that they are verified. */
    emails: z._default(z.array(text(320)), []),
  })
  .check(
    z.refine(({ subjects, emails }) => subjects.length + emails.length > 0, {
      error: 'expected subjects or emails: without them nobody may sign in',
    }),
  )
export type OidcSettings = z.output<typeof OidcSettings>

interface Pending {
  state: string
  nonce: string
  codeVerifier: string
  redirectUri: string
  until: number
}

export class OidcEntry {
  readonly #settings: OidcSettings
  readonly #client: oauth.Client
  #pending: Pending[] = []

  constructor(settings: OidcSettings) {
    this.#settings = settings
    this.#client = { client_id: settings.clientId }
  }

  /** @returns Where the browser goes, and the state that it has to bring back. @throws {Error} If the provider is away. */
  async begin(redirectUri: string): Promise<{ url: string; state: string; seconds: number }> {
    const { authorization_endpoint: endpoint } = await this.#discover()
    if (!endpoint) throw new WalletError('LOGIN_FAILED', 'The provider has no endpoint.')
    const state = oauth.generateRandomState()
    const nonce = oauth.generateRandomNonce()
    const codeVerifier = oauth.generateRandomCodeVerifier()
    const until = Date.now() + LIFETIME
    const started = { state, nonce, codeVerifier, redirectUri, until }
    this.#pending = [...this.#pending.slice(1 - MOST), started]
    const asked = new URL(endpoint)
    for (const [name, value] of Object.entries({
      response_type: 'code',
      client_id: this.#settings.clientId,
      redirect_uri: redirectUri,
      scope: 'openid email',
      state,
      nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    })) {
      asked.searchParams.set(name, value)
    }
    return { url: asked.href, state, seconds: LIFETIME / 1000 }
  }

  /**
   * @param answer - The query that the provider sent the browser back with.
   * @param state - What this browser was given.
   * @returns Who it is, for the log of changes.
   * @throws {Error} If the answer is not good, or the person may not sign in.
   */
  async finish(answer: URLSearchParams, state: string): Promise<string> {
    const { nonce, codeVerifier, redirectUri } = this.#take(state)
    const as = await this.#discover()
    const params = oauth.validateAuthResponse(as, this.#client, answer, state)
    const { clientSecret, issuer } = this.#settings
    const options = this.#options(as.token_endpoint ?? issuer)
    const response = await oauth.authorizationCodeGrantRequest(
      as,
      this.#client,
      clientSecret ? oauth.ClientSecretBasic(clientSecret) : oauth.None(),
      params,
      redirectUri,
      codeVerifier,
      options,
    )
    const tokens = await oauth.processAuthorizationCodeResponse(as, this.#client, response, {
      expectedNonce: nonce,
      requireIdToken: true,
    })
    await oauth.validateApplicationLevelSignature(as, response, options)
    return this.#admit(oauth.getValidatedIdTokenClaims(tokens)!)
  }

  #take(state: string): Pending {
    const own = Buffer.from(state)
    const found = this.#pending.find((one) => {
      const other = Buffer.from(one.state)
      return other.length === own.length && timingSafeEqual(other, own)
    })
    this.#pending = this.#pending.filter((one) => one !== found)
    if (found && Date.now() < found.until) return found
    throw new WalletError('STATE_MISMATCH', 'This sign-in did not begin here, or took too long.')
  }

  #admit({ sub, email, email_verified: isVerified }: oauth.IDToken): string {
    const { subjects, emails } = this.#settings
    if (subjects.includes(sub)) return sub
    const address = isVerified === true && typeof email === 'string' ? email.toLowerCase() : ''
    if (address && emails.some((one) => one.toLowerCase() === address)) return address
    throw new WalletError('UNAUTHORIZED', 'This person is not on the list.')
  }

  async #discover(): Promise<oauth.AuthorizationServer> {
    const issuer = new URL(this.#settings.issuer)
    const response = await oauth.discoveryRequest(issuer, this.#options(issuer.href))
    return oauth.processDiscoveryResponse(issuer, response)
  }

  #options(url: string) {
    return {
      signal: AbortSignal.timeout(TIMEOUT),
      [oauth.allowInsecureRequests]: isLocalHttp(url) && isLocalHttp(this.#settings.issuer),
    }
  }
}
