/** More of them: LINE, Weibo, WeChat. */
import { json, type StandIn, standardError } from './contract.js'

export const line: StandIn = {
  authorize: 'access.line.me/oauth2/v2.1/authorize',
  token: 'api.line.me/oauth2/v2.1/token',
  scopes: ['openid', 'profile', 'email'],
  cancelled: {
    error: 'access_denied',
    error_description: 'The resource owner denied the request.',
  },
  auth: 'post',
  pkce: 'known',
  tokenError: standardError,
  tokens: async ({ person, nonce, clientId }, access_token) => ({
    access_token,
    expires_in: 2_592_000,
    scope: 'openid profile email',
    token_type: 'Bearer',
    // The real one is signed with the client secret, so only the client can check it.
    id_token: Buffer.from(JSON.stringify({ ...profileOf(person), nonce, aud: clientId })).toString(
      'base64url',
    ),
  }),
  resources: {
    'api.line.me/oauth2/v2.1/verify': ({ person, nonce, clientId }, { method, form }) => {
      if (method !== 'POST' || form.get('client_id') !== clientId) {
        return json(
          { error: 'invalid_request', error_description: 'Invalid IdToken Audience.' },
          400,
        )
      }
      if (form.get('nonce') !== nonce) {
        return json({ error: 'invalid_request', error_description: 'Invalid IdToken Nonce.' }, 400)
      }
      return json({ iss: 'https://access.line.me', aud: clientId, nonce, ...profileOf(person) })
    },
  },
  resourceError: json({ error: 'invalid_request', error_description: 'Invalid IdToken.' }, 400),
}

const profileOf = ({
  subject,
  name,
  picture,
  email,
}: Parameters<StandIn['tokens']>[0]['person']) => ({
  sub: `U${subject}`,
  name,
  picture,
  email,
})

export const weibo: StandIn = {
  authorize: 'api.weibo.com/oauth2/authorize',
  token: 'api.weibo.com/oauth2/access_token',
  scopes: [],
  cancelled: { error: 'access_denied', error_code: '21330' },
  auth: 'post',
  tokenError: (error) =>
    json(
      {
        error,
        error_code: error === 'invalid_client' ? 21_324 : 21_325,
        request: '/oauth2/access_token',
      },
      400,
    ),
  tokens: async ({ person }, access_token) => ({
    access_token,
    remind_in: '157679999',
    expires_in: 157_679_999,
    uid: String(person.number),
    isRealName: 'true',
  }),
  resources: {
    'api.weibo.com/2/users/show.json': ({ person }, { query }) =>
      query.get('uid') === String(person.number)
        ? json({
            id: person.number,
            idstr: String(person.number),
            screen_name: person.name,
            avatar_large: person.picture,
          })
        : json(
            { error: 'applications over the unaudited use restrictions!', error_code: 21_321 },
            403,
          ),
  },
  resourceError: json({ error: 'invalid_access_token', error_code: 21_332 }, 401),
}

/** Says 200 to everything. */
export const wechat: StandIn = {
  authorize: 'open.weixin.qq.com/connect/qrconnect',
  token: 'api.weixin.qq.com/sns/oauth2/access_token',
  clientId: 'appid',
  separator: ',',
  scopes: ['snsapi_login'],
  refuses: (query) => (/^[a-zA-Z0-9]{1,128}$/.test(query.get('state') ?? '') ? undefined : 'state'),
  // If the person refuses, the answer has neither a code nor an error.
  cancelled: {},
  auth: 'query',
  tokenError: (error) =>
    json(
      error === 'invalid_client'
        ? { errcode: 40_125, errmsg: 'invalid appsecret' }
        : { errcode: 40_029, errmsg: 'invalid code' },
    ),
  tokens: async ({ person }, access_token) => ({
    access_token,
    expires_in: 7200,
    refresh_token: 'unused',
    openid: openidOf(person.subject),
    scope: 'snsapi_login',
    unionid: `u${person.subject}`,
  }),
  resources: {
    'api.weixin.qq.com/sns/userinfo': ({ person }, { query }) =>
      query.get('openid') === openidOf(person.subject)
        ? json({
            openid: openidOf(person.subject),
            nickname: person.name,
            sex: 0,
            headimgurl: person.picture,
            privilege: [],
            unionid: `u${person.subject}`,
          })
        : json({ errcode: 40_003, errmsg: 'invalid openid' }),
  },
  resourceError: json({ errcode: 40_001, errmsg: 'invalid credential' }),
}

const openidOf = (subject: string) => `o${subject}`
