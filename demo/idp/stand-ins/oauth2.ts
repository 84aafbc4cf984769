/** Those without ID tokens, or with such as are of no use. */
import { json, type StandIn, standardError } from './contract.js'

export const github: StandIn = {
  authorize: 'github.com/login/oauth/authorize',
  token: 'github.com/login/oauth/access_token',
  scopes: ['read:user', 'user:email'],
  answer: () => ({ iss: 'github.com/login/oauth' }),
  cancelled: { error: 'access_denied', iss: 'github.com/login/oauth' },
  auth: 'post',
  pkce: 'known',
  // Not even an error is one to HTTP.
  tokenError: (error) =>
    json({
      error: error === 'invalid_client' ? 'incorrect_client_credentials' : 'bad_verification_code',
    }),
  tokens: async ({ scopes }, access_token) => ({
    access_token,
    scope: scopes.join(','),
    token_type: 'bearer',
  }),
  resources: {
    'api.github.com/user': ({ person }) =>
      json({
        id: person.number,
        login: person.name.replaceAll(' ', '-'),
        name: person.name,
        avatar_url: person.picture,
        email: null,
      }),
    'api.github.com/user/emails': ({ person }) =>
      json([
        { email: `old.${person.email}`, primary: false, verified: true, visibility: null },
        { email: person.email, primary: true, verified: true, visibility: 'private' },
      ]),
  },
  resourceError: json({ message: 'Bad credentials', status: '401' }, 401),
}

export const facebook: StandIn = {
  authorize: 'www.facebook.com/v24.0/dialog/oauth',
  token: 'graph.facebook.com/v24.0/oauth/access_token',
  separator: ',',
  scopes: ['public_profile', 'email'],
  cancelled: { error: 'access_denied', error_code: '200', error_reason: 'user_denied' },
  auth: 'post',
  pkce: 'known',
  tokenError: () =>
    json(
      { error: { message: 'not possible', type: 'OAuthException', code: 100, fbtrace_id: 'A' } },
      400,
    ),
  tokens: async (_, access_token) => ({
    access_token,
    token_type: 'bearer',
    expires_in: 5_183_944,
  }),
  resources: {
    // Who asks for no fields gets two.
    'graph.facebook.com/v24.0/me': ({ person }, { query }) => {
      const fields = (query.get('fields') ?? 'id,name').split(',')
      const profile = {
        id: person.subject,
        name: person.name,
        email: person.email,
        picture: { data: { height: 256, is_silhouette: false, url: person.picture, width: 256 } },
      }
      const asked = Object.entries(profile).filter(([name]) =>
        fields.some((field) => field.split('.')[0] === name),
      )
      return json(Object.fromEntries(asked))
    },
  },
  resourceError: json(
    { error: { message: 'Invalid token', type: 'OAuthException', code: 190 } },
    400,
  ),
}

export const reddit: StandIn = {
  authorize: 'www.reddit.com/api/v1/authorize',
  token: 'www.reddit.com/api/v1/access_token',
  scopes: ['identity'],
  refuses: (query) => (query.get('duration') === 'temporary' ? undefined : 'invalid duration'),
  cancelled: { error: 'access_denied' },
  auth: 'basic',
  refusesToken: ({ headers }) =>
    /^(node|undici|oauth4webapi)/.test(String(headers['user-agent']))
      ? json({ message: 'Too Many Requests', error: 429 }, 429)
      : undefined,
  tokenError: (error) =>
    error === 'invalid_client'
      ? json({ message: 'Unauthorized', error: 401 }, 401)
      : json({ error }),
  tokens: async (_, access_token) => ({
    access_token,
    token_type: 'bearer',
    expires_in: 86_400,
    scope: 'identity',
  }),
  resources: {
    'oauth.reddit.com/api/v1/me': ({ person }, { query }) => {
      const picture = `${person.picture}?width=256&s=1`
      const isRaw = query.get('raw_json') === '1'
      const icon_img = isRaw ? picture : picture.replaceAll('&', '&amp;')
      return json({
        id: person.subject.slice(0, 8),
        name: person.name.replaceAll(' ', '_'),
        icon_img,
      })
    },
  },
  resourceError: json({ message: 'Unauthorized', error: 401 }, 401),
}

export const discord: StandIn = {
  authorize: 'discord.com/oauth2/authorize',
  token: 'discord.com/api/oauth2/token',
  scopes: ['identify', 'email'],
  answer: () => ({ iss: 'discord.com' }),
  cancelled: { error: 'access_denied', iss: 'discord.com' },
  auth: 'basic',
  pkce: 'known',
  tokenError: standardError,
  tokens: async (_, access_token) => ({
    token_type: 'Bearer',
    access_token,
    expires_in: 604_800,
    scope: 'identify email',
  }),
  resources: {
    'discord.com/api/v10/users/@me': ({ person }) =>
      json({
        id: String(person.number),
        username: person.name.toLowerCase().replaceAll(' ', '.'),
        global_name: person.name,
        avatar: person.subject,
        email: person.email,
        verified: true,
      }),
  },
  resourceError: json({ message: '401: Unauthorized', code: 0 }, 401),
}

export const linkedin: StandIn = {
  authorize: 'www.linkedin.com/oauth/v2/authorization',
  token: 'www.linkedin.com/oauth/v2/accessToken',
  scopes: ['openid', 'profile', 'email'],
  cancelled: { error: 'user_cancelled_login' },
  auth: 'post',
  // A request with a PKCE verifier gets the error for a wrong client.
  refusesToken: ({ form }) =>
    form.has('code_verifier') ? standardError('invalid_client') : undefined,
  tokenError: standardError,
  tokens: async ({ person }, access_token, sign) => ({
    access_token,
    expires_in: 5_184_000,
    scope: 'email,openid,profile',
    token_type: 'Bearer',
    // Without the nonce.
    id_token: await sign({ sub: person.subject, email: person.email }),
  }),
  resources: {
    'api.linkedin.com/v2/userinfo': ({ person }) =>
      json({
        sub: person.subject,
        email_verified: true,
        name: person.name,
        locale: { country: 'US', language: 'en' },
        email: person.email,
        picture: person.picture,
      }),
  },
  resourceError: json({ status: 401, serviceErrorCode: 65_600, code: 'INVALID_ACCESS_TOKEN' }, 401),
}

export const twitter: StandIn = {
  authorize: 'x.com/i/oauth2/authorize',
  token: 'api.x.com/2/oauth2/token',
  scopes: ['users.read', 'tweet.read', 'users.email'],
  cancelled: { error: 'access_denied' },
  auth: 'basic',
  pkce: 'needed',
  tokenError: standardError,
  tokens: async (_, access_token) => ({
    token_type: 'bearer',
    expires_in: 7200,
    access_token,
    scope: 'users.email users.read tweet.read',
  }),
  resources: {
    'api.x.com/2/users/me': ({ person }, { query }) => {
      const fields = (query.get('user.fields') ?? '').split(',')
      const more = { profile_image_url: person.picture, confirmed_email: person.email }
      const asked = Object.entries(more).filter(([name]) => fields.includes(name))
      const username = person.name.replaceAll(' ', '')
      return json({
        data: {
          id: String(person.number),
          name: person.name,
          username,
          ...Object.fromEntries(asked),
        },
      })
    },
  },
  resourceError: json(
    { title: 'Unauthorized', type: 'about:blank', status: 401, detail: 'Unauthorized' },
    401,
  ),
}
