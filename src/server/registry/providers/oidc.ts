/** Providers that sign ID tokens with published keys, and put the nonce into them. */
import type { Shape } from './shape.js'

export const OIDC = {
  // https://accounts.google.com/.well-known/openid-configuration
  google: {
    typeOfLogin: 'google',
    name: 'Google',
    issuer: 'https://accounts.google.com',
    authorizationEndpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenEndpoint: 'https://oauth2.googleapis.com/token',
    jwksUri: 'https://www.googleapis.com/oauth2/v3/certs',
    algorithms: ['RS256'],
    // Google knows the `prompt` values `none`, `consent` and this one, and never asks for the password again.
    authorization: { anew: { prompt: 'select_account' } },
  },
  // Apple's discovery document named account.apple.com as its issuer for one day; its ID tokens never did.
  apple: {
    typeOfLogin: 'apple',
    name: 'Apple',
    issuer: 'https://appleid.apple.com',
    authorizationEndpoint: 'https://appleid.apple.com/auth/authorize',
    tokenEndpoint: 'https://appleid.apple.com/auth/token',
    jwksUri: 'https://appleid.apple.com/auth/keys',
    algorithms: ['RS256'],
    scope: 'openid name email',
    // Apple refuses any other mode if name or e-mail are requested.
    authorization: { parameters: { response_mode: 'form_post' }, anew: {} },
  },
  // ID tokens only if OpenID Connect is switched on for the application there.
  kakao: {
    typeOfLogin: 'kakao',
    name: 'Kakao',
    issuer: 'https://kauth.kakao.com',
    authorizationEndpoint: 'https://kauth.kakao.com/oauth/authorize',
    tokenEndpoint: 'https://kauth.kakao.com/oauth/token',
    jwksUri: 'https://kauth.kakao.com/.well-known/jwks.json',
    algorithms: ['RS256'],
    scope: 'openid profile_nickname profile_image account_email',
    authorization: { scopeSeparator: ',', anew: { prompt: 'login' } },
    token: { auth: 'post' },
    errors: ['error_code', 'error'],
  },
  // Twitch's ID token has only the claims that are requested one by one.
  twitch: {
    typeOfLogin: 'twitch',
    name: 'Twitch',
    issuer: 'https://id.twitch.tv/oauth2',
    authorizationEndpoint: 'https://id.twitch.tv/oauth2/authorize',
    tokenEndpoint: 'https://id.twitch.tv/oauth2/token',
    jwksUri: 'https://id.twitch.tv/oauth2/keys',
    algorithms: ['RS256'],
    scope: 'openid user:read:email',
    authorization: {
      anew: { force_verify: 'true' },
      parameters: {
        claims:
          '{"id_token":{"email":null,"email_verified":null,"picture":null,"preferred_username":null}}',
      },
    },
    token: { auth: 'post' },
  },
} as const satisfies Record<string, Shape>
