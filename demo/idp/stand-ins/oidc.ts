/** Those that sign ID tokens, each with its own idea of them. */
import { json, type StandIn, standardError } from './contract.js'

export const apple: StandIn = {
  authorize: 'appleid.apple.com/auth/authorize',
  token: 'appleid.apple.com/auth/token',
  keys: 'appleid.apple.com/auth/keys',
  issuer: 'appleid.apple.com',
  scopes: ['openid', 'name', 'email'],
  refuses: (query) =>
    query.get('response_mode') === 'form_post'
      ? undefined
      : 'response_mode must be form_post when name or email scope is requested.',
  // The name comes beside the code, once, and is in no token.
  answer: ({ person }) => {
    const [firstName, ...rest] = person.name.split(' ')
    return {
      user: JSON.stringify({ name: { firstName, lastName: rest.join(' ') }, email: person.email }),
    }
  },
  cancelled: { error: 'user_cancelled_authorize' },
  auth: 'jwt',
  tokenError: standardError,
  tokens: async ({ person, nonce }, access_token, sign) => ({
    access_token,
    token_type: 'Bearer',
    expires_in: 3600,
    id_token: await sign({
      sub: person.subject,
      nonce,
      nonce_supported: true,
      email: person.email,
      email_verified: 'true',
    }),
  }),
}

export const kakao: StandIn = {
  authorize: 'kauth.kakao.com/oauth/authorize',
  token: 'kauth.kakao.com/oauth/token',
  keys: 'kauth.kakao.com/.well-known/jwks.json',
  issuer: 'kauth.kakao.com',
  separator: ',',
  scopes: ['openid', 'profile_nickname', 'profile_image', 'account_email'],
  cancelled: { error: 'access_denied', error_description: 'User denied access' },
  auth: 'post',
  pkce: 'known',
  tokenError: (error) =>
    json(
      {
        error,
        error_description: 'not allowed',
        error_code: error === 'invalid_client' ? 'KOE010' : 'KOE320',
      },
      error === 'invalid_client' ? 401 : 400,
    ),
  tokens: async ({ person, nonce }, access_token, sign) => ({
    token_type: 'bearer',
    access_token,
    expires_in: 21_599,
    id_token: await sign({
      sub: String(person.number),
      nonce,
      nickname: person.name,
      picture: person.picture,
      email: person.email,
    }),
  }),
}

export const twitch: StandIn = {
  authorize: 'id.twitch.tv/oauth2/authorize',
  token: 'id.twitch.tv/oauth2/token',
  keys: 'id.twitch.tv/oauth2/keys',
  issuer: 'id.twitch.tv/oauth2',
  scopes: ['openid', 'user:read:email'],
  cancelled: { error: 'access_denied', error_description: 'The user denied you access' },
  auth: 'post',
  tokenError: (error) =>
    error === 'invalid_client'
      ? json({ status: 403, message: 'invalid client secret' }, 403)
      : json({ status: 400, message: 'Invalid authorization code' }, 400),
  tokens: async ({ person, nonce, query }, access_token, sign) => {
    const known: Record<string, unknown> = {
      email: person.email,
      email_verified: true,
      picture: person.picture,
      preferred_username: person.name,
    }
    const asked = Object.keys(JSON.parse(query.get('claims') ?? '{}').id_token ?? {})
    const claims = Object.fromEntries(asked.map((name) => [name, known[name]]))
    return {
      access_token,
      expires_in: 14_124,
      id_token: await sign({ sub: String(person.number), nonce, ...claims }),
      scope: ['openid', 'user:read:email'],
      token_type: 'bearer',
    }
  },
}
