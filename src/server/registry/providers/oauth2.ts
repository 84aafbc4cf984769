/**
 * Providers without ID tokens, or with tokens that only they can check or that cannot be bound to a login. The login
 * service requests the profile from them.
 */
import type { Shape } from './shape.js'

/** Reddit refuses requests without a distinct user agent. */
const USER_AGENT = { 'user-agent': 'web:wallet-embed:1' }

export const OAUTH2 = {
  // Its name for itself: https://github.com/.well-known/oauth-authorization-server/login/oauth
  github: {
    typeOfLogin: 'github',
    name: 'GitHub',
    protocol: 'oauth2',
    authorizationEndpoint: 'https://github.com/login/oauth/authorize',
    authorization: { iss: 'https://github.com/login/oauth' },
    tokenEndpoint: 'https://github.com/login/oauth/access_token',
    token: { auth: 'post' },
    scope: 'read:user user:email',
    userInfo: {
      endpoint: 'https://api.github.com/user',
      emailsEndpoint: 'https://api.github.com/user/emails',
      headers: { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' },
      claims: { sub: 'id', name: ['name', 'login'], picture: 'avatar_url' },
    },
  },
  // Has an ID token for the web, "still in testing" by its own documentation.
  facebook: {
    typeOfLogin: 'facebook',
    name: 'Facebook',
    protocol: 'oauth2',
    authorizationEndpoint: 'https://www.facebook.com/v24.0/dialog/oauth',
    authorization: { scopeSeparator: ',', anew: { auth_type: 'reauthenticate' } },
    tokenEndpoint: 'https://graph.facebook.com/v24.0/oauth/access_token',
    token: { auth: 'post' },
    scope: 'public_profile email',
    userInfo: {
      endpoint: 'https://graph.facebook.com/v24.0/me',
      parameters: { fields: 'id,name,email,picture.width(256).height(256)' },
      claims: { sub: 'id', email_verified: false, picture: 'picture.data.url' },
    },
    errors: ['error.type', 'error'],
  },
  reddit: {
    typeOfLogin: 'reddit',
    name: 'Reddit',
    protocol: 'oauth2',
    authorizationEndpoint: 'https://www.reddit.com/api/v1/authorize',
    authorization: { parameters: { duration: 'temporary' }, pkce: false },
    tokenEndpoint: 'https://www.reddit.com/api/v1/access_token',
    token: { auth: 'basic', headers: USER_AGENT },
    scope: 'identity',
    userInfo: {
      endpoint: 'https://oauth.reddit.com/api/v1/me',
      // Otherwise Reddit escapes `&` in picture URLs as in HTML.
      parameters: { raw_json: '1' },
      headers: USER_AGENT,
      claims: { sub: 'id', picture: 'icon_img' },
    },
  },
  // Its name for itself: https://discord.com/.well-known/oauth-authorization-server
  discord: {
    typeOfLogin: 'discord',
    name: 'Discord',
    protocol: 'oauth2',
    authorizationEndpoint: 'https://discord.com/oauth2/authorize',
    authorization: { iss: 'https://discord.com' },
    tokenEndpoint: 'https://discord.com/api/oauth2/token',
    token: { auth: 'basic' },
    scope: 'identify email',
    userInfo: {
      endpoint: 'https://discord.com/api/v10/users/@me',
      claims: {
        sub: 'id',
        email_verified: 'verified',
        name: ['global_name', 'username'],
        picture: 'https://cdn.discordapp.com/avatars/{id}/{avatar}.png',
      },
    },
  },
  // Leaves the nonce out of its ID token, and takes a PKCE verifier for a wrong client.
  linkedin: {
    typeOfLogin: 'linkedin',
    name: 'LinkedIn',
    protocol: 'oauth2',
    authorizationEndpoint: 'https://www.linkedin.com/oauth/v2/authorization',
    authorization: { pkce: false },
    tokenEndpoint: 'https://www.linkedin.com/oauth/v2/accessToken',
    token: { auth: 'post' },
    scope: 'openid profile email',
    userInfo: { endpoint: 'https://api.linkedin.com/v2/userinfo' },
    errors: ['error', 'code'],
  },
  twitter: {
    typeOfLogin: 'twitter',
    name: 'X',
    protocol: 'oauth2',
    authorizationEndpoint: 'https://x.com/i/oauth2/authorize',
    tokenEndpoint: 'https://api.x.com/2/oauth2/token',
    token: { auth: 'basic' },
    scope: 'users.read tweet.read users.email',
    userInfo: {
      endpoint: 'https://api.x.com/2/users/me',
      parameters: { 'user.fields': 'profile_image_url,confirmed_email' },
      claims: {
        sub: 'data.id',
        email: 'data.confirmed_email',
        email_verified: true,
        name: ['data.name', 'data.username'],
        picture: 'data.profile_image_url',
      },
    },
    errors: ['error', 'title'],
  },
  // On the web it signs ID tokens with the client secret; its own endpoint checks them, nonce included.
  line: {
    typeOfLogin: 'line',
    name: 'LINE',
    protocol: 'oauth2',
    authorizationEndpoint: 'https://access.line.me/oauth2/v2.1/authorize',
    tokenEndpoint: 'https://api.line.me/oauth2/v2.1/token',
    token: { auth: 'post' },
    scope: 'openid profile email',
    userInfo: {
      endpoint: 'https://api.line.me/oauth2/v2.1/verify',
      method: 'POST',
      auth: 'none',
      parameters: { id_token: '{id_token}', client_id: '{client_id}', nonce: '{nonce}' },
      claims: { email_verified: false },
    },
  },
  weibo: {
    typeOfLogin: 'weibo',
    name: 'Weibo',
    protocol: 'oauth2',
    authorizationEndpoint: 'https://api.weibo.com/oauth2/authorize',
    authorization: { pkce: false, anew: { forcelogin: 'true' } },
    tokenEndpoint: 'https://api.weibo.com/oauth2/access_token',
    token: { auth: 'post' },
    // The e-mail address would need a further scope.
    scope: '',
    userInfo: {
      endpoint: 'https://api.weibo.com/2/users/show.json',
      auth: 'access_token',
      parameters: { uid: '{uid}' },
      claims: { sub: 'idstr', name: 'screen_name', picture: ['avatar_large', 'profile_image_url'] },
    },
    errors: ['error', 'error_code'],
  },
  wechat: {
    typeOfLogin: 'wechat',
    name: 'WeChat',
    protocol: 'oauth2',
    authorizationEndpoint: 'https://open.weixin.qq.com/connect/qrconnect',
    authorization: {
      clientId: 'appid',
      scopeSeparator: ',',
      fragment: 'wechat_redirect',
      pkce: false,
    },
    tokenEndpoint: 'https://api.weixin.qq.com/sns/oauth2/access_token',
    token: { method: 'GET', auth: 'post', clientId: 'appid', clientSecret: 'secret' },
    scope: 'snsapi_login',
    userInfo: {
      endpoint: 'https://api.weixin.qq.com/sns/userinfo',
      auth: 'access_token',
      parameters: { openid: '{openid}' },
      // `unionid` is the same for all applications of one operator; `openid` differs between them.
      claims: { sub: 'unionid', name: 'nickname', picture: 'headimgurl' },
    },
    errors: ['errcode'],
  },
} as const satisfies Record<string, Shape>
