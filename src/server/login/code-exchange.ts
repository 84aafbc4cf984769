/** Exchanges an authorization code for the provider's ID token, or for an access token to request the profile with. */
import * as oauth from 'oauth4webapi'
import type * as z from 'zod/mini'

import type { Verifier } from '../../protocol/registry.js'
import type { TokenRequest } from '../../protocol/requests.js'
import { MAX_ID_TOKEN, TokenResponse } from '../../protocol/service.js'
import { WalletError } from '../../shared/errors.js'
import { isLocalHttp } from '../registry/registry.js'
import { tracedFetch } from '../trace/outgoing.js'
import { type ClientSecrets, clientAuth } from './client-secrets.js'
import { type Answer, asking, readAnswer } from './provider-answer.js'

/** The provider's token response (RFC 6749, section 5.1). */
export type Tokens = Answer

/**
 * Exchanges a code.
 *
 * @param signal - Ends the wait for the provider.
 * @throws {WalletError} `LOGIN_FAILED` with the provider's error code; `SERVICE_UNAVAILABLE` if it gives no
 * answer, or none that can be read.
 */
export async function exchangeCode(
  verifier: Verifier,
  secret: ClientSecrets[string] | undefined,
  { code, codeVerifier, redirectUri }: z.infer<typeof TokenRequest>,
  signal: AbortSignal,
): Promise<Tokens> {
  const { issuer, tokenEndpoint, clientId, token, authorization, errors } = verifier
  const auth = await clientAuth(verifier, secret)
  const pkce = authorization?.pkce === false ? {} : { code_verifier: codeVerifier }
  const response = await asking(
    oauth.genericTokenEndpointRequest(
      { issuer, token_endpoint: tokenEndpoint },
      { client_id: clientId },
      auth,
      'authorization_code',
      { code, ...pkce, redirect_uri: redirectUri },
      {
        signal,
        headers: token?.headers ?? {},
        [oauth.allowInsecureRequests]: isLocalHttp(tokenEndpoint),
        [oauth.customFetch]: token?.method === 'GET' ? byQuery : byForm,
      },
    ),
  )
  return readAnswer(response, errors)
}

/** @throws {WalletError} `LOGIN_FAILED` */
export function idTokenOf({ id_token }: Tokens): string {
  const idToken = TokenResponse.shape.idToken.safeParse(id_token)
  if (idToken.success) return idToken.data
  const isLong = typeof id_token === 'string' && id_token.length > MAX_ID_TOKEN
  const detail = isLong
    ? `The provider's ID token has more than ${MAX_ID_TOKEN} characters.`
    : 'The provider sent no ID token.'
  throw new WalletError('LOGIN_FAILED', detail)
}

type FormFetch = (
  url: string,
  options: oauth.CustomFetchOptions<'POST', URLSearchParams>,
) => Promise<Response>

const byForm: FormFetch = (url, { signal, ...options }) =>
  tracedFetch(url, { ...options, signal: signal ?? null })

/** For an endpoint that takes all parameters in the URL. */
const byQuery: FormFetch = (url, { body, headers, signal }) => {
  const { 'content-type': _, ...rest } = headers
  const options = { headers: rest, redirect: 'manual', signal: signal ?? null } as const
  return tracedFetch(`${url}?${body}`, options)
}
