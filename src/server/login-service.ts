import type { FastifyInstance } from 'fastify'
import * as oauth from 'oauth4webapi'
import * as z from 'zod/mini'

import {
  type Application,
  type Registry,
  TokenRequest,
  TokenResponse,
  type Verifier,
} from '../protocol/service.js'
import { WalletError } from '../shared/errors.js'
import { parse } from './files.js'
import { type ApiOptions, createApi } from './http.js'
import { addMailbox, type MailboxOptions, TAKE_PATH } from './mailbox.js'
import { isLocalHttp, verifierOf } from './registry.js'

/** Milliseconds for an identity provider to exchange a code. */
const PROVIDER_TIMEOUT = 8_000

const text = z.string().check(z.minLength(1))

/**
 * The operator's client secrets, by verifier. A text is sent as RFC 6749 prefers, by HTTP Basic; a
 * provider that wants it in the body has an object. A verifier without an entry is a public client.
 */
export const ClientSecrets = z.record(
  text,
  z.union([text, z.strictObject({ secret: text, method: z.literal('post') })]),
)
export type ClientSecrets = z.infer<typeof ClientSecrets>

/** A provider's answer, as far as it concerns us (RFC 6749, section 5; OpenID Connect Core, 3.1.3.3). */
const TokenAnswer = z.object({ id_token: TokenResponse.shape.idToken })
const ErrorAnswer = z.object({ error: z.string().check(z.regex(/^[\x20-\x7e]{1,200}$/)) })

export interface LoginServiceOptions extends ApiOptions {
  /** Looked up at each request: both may be given other members while the service runs. */
  registry: Registry
  secrets: ClientSecrets
  mailbox?: MailboxOptions
}

/**
 * Tells login windows about applications, and exchanges authorization codes, since that takes the
 * operator's client secrets. It can forge nobody: the nodes check the ID token that it passes on. Its
 * mailbox holds ciphertext for windows that lost each other.
 */
export function createLoginService(options: LoginServiceOptions): FastifyInstance {
  const { registry, secrets } = options
  // The redirect target of every login.
  const redirectUri = `${options.walletOrigin}/login`
  const app = createApi(options, [TAKE_PATH])
  addMailbox(app, options.mailbox)

  app.get<{ Params: { clientId: string } }>(
    '/applications/:clientId',
    async ({ params: { clientId } }): Promise<Application> => {
      const { applications } = registry
      const application = Object.hasOwn(applications, clientId) && applications[clientId]
      if (!application) throw new WalletError('UNKNOWN_CLIENT')
      return application
    },
  )

  app.post('/token', async (request): Promise<z.infer<typeof TokenResponse>> => {
    const asked = parse(TokenRequest, request.body, 'INVALID_REQUEST')
    const verifier = verifierOf(registry, asked.verifier)
    if (asked.redirectUri !== redirectUri) {
      throw new WalletError('REDIRECT_NOT_ALLOWED', `Expected ${redirectUri}.`)
    }
    const secret = Object.hasOwn(secrets, asked.verifier) ? secrets[asked.verifier] : undefined
    return { idToken: await exchange(verifier, clientAuth(secret), asked) }
  })
  return app
}

function clientAuth(secret: ClientSecrets[string] | undefined): oauth.ClientAuth {
  if (secret === undefined) return oauth.None()
  if (typeof secret === 'string') return oauth.ClientSecretBasic(secret)
  return oauth.ClientSecretPost(secret.secret)
}

/**
 * @returns The ID token, unchecked.
 * @throws {WalletError} `LOGIN_FAILED` with the provider's OAuth error code; `SERVICE_UNAVAILABLE` if
 * it gives no answer, or none that can be read.
 */
async function exchange(
  { issuer, tokenEndpoint, clientId }: Verifier,
  auth: oauth.ClientAuth,
  { code, codeVerifier, redirectUri }: z.infer<typeof TokenRequest>,
): Promise<string> {
  let answer: unknown
  try {
    const response = await oauth.genericTokenEndpointRequest(
      { issuer, token_endpoint: tokenEndpoint },
      { client_id: clientId },
      auth,
      'authorization_code',
      { code, code_verifier: codeVerifier, redirect_uri: redirectUri },
      {
        signal: AbortSignal.timeout(PROVIDER_TIMEOUT),
        [oauth.allowInsecureRequests]: isLocalHttp(tokenEndpoint),
      },
    )
    answer = await response.json()
  } catch {
    throw new WalletError('SERVICE_UNAVAILABLE', 'The identity provider gives no answer.')
  }
  const refused = ErrorAnswer.safeParse(answer)
  if (refused.success) throw new WalletError('LOGIN_FAILED', refused.data.error)
  const granted = TokenAnswer.safeParse(answer)
  if (!granted.success) throw new WalletError('LOGIN_FAILED', 'The provider sent no ID token.')
  return granted.data.id_token
}
