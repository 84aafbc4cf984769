/** Sign-in of operators at their own OpenID provider (OpenID Connect Core 1.0, section 3.1). */
import * as oauth from 'oauth4webapi'
import * as z from 'zod/mini'

import { text, url } from '../../../protocol/fields.js'
import { WalletError } from '../../../shared/errors.js'
import { fromJson } from '../../platform/json-text.js'
import { isLocalHttp } from '../../registry/registry.js'
import type { Box } from '../../store/box.js'
import type { Source } from '../../store/networks.js'
import type { Store } from '../../store/store.js'

/** Milliseconds for each answer of the provider. */
const TIMEOUT = 8_000
/** Milliseconds between the way to the provider and back. */
const LIFETIME = 300_000
/** Sign-ins under way: strangers who begin many fill only the share of their network. */
const ROOM = { values: 10_000, length: 10 * 2 ** 20 }

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

/** A sign-in under way. */
const Pending = z.object({
  nonce: z.string(),
  codeVerifier: z.string(),
  redirectUri: z.string(),
  until: z.number(),
})
type Pending = z.infer<typeof Pending>

export class OidcEntry {
  readonly #settings: OidcSettings
  readonly #client: oauth.Client
  /** By their state. */
  readonly #pending: Box

  constructor(settings: OidcSettings, store: Store) {
    this.#settings = settings
    this.#client = { client_id: settings.clientId }
    this.#pending = store.box('dashboard-sign-ins', LIFETIME, ROOM)
  }

  /**
   * @returns Where the browser goes, and the state that it has to bring back.
   * @throws {Error} If the provider is away, or there is no room for so many of this source.
   */
  async begin(
    redirectUri: string,
    source: Source,
  ): Promise<{ url: string; state: string; seconds: number }> {
    const { authorization_endpoint: endpoint } = await this.#discover()
    if (!endpoint) throw new WalletError('LOGIN_FAILED', 'The provider has no endpoint.')
    const state = oauth.generateRandomState()
    const nonce = oauth.generateRandomNonce()
    const codeVerifier = oauth.generateRandomCodeVerifier()
    const until = Date.now() + LIFETIME
    const started: Pending = { nonce, codeVerifier, redirectUri, until }
    await this.#pending.put(state, JSON.stringify(started), source)
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
    const { nonce, codeVerifier, redirectUri } = await this.#take(state)
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

  async #take(state: string): Promise<Pending> {
    const found = Pending.safeParse(fromJson((await this.#pending.take(state)) ?? '')).data
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
