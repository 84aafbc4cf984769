import { interactionPolicy, type JWKS, Provider } from 'oidc-provider'

import { accountOf, emailOf } from './accounts.js'
import { errorPage } from './pages.js'
import { STAND_INS } from './stand-ins/stand-ins.js'

export interface IdpConfig {
  port: number
  issuer: string
  redirectUris: string[]
  /** One client per provider that this one stands in for. `name` is shown. */
  clients: {
    id: string
    secret: string
    name: string /** Of a secret that is a key pair: PEM. */
    publicKey?: string
  }[]
  /** Private signing keys. */
  jwks: JWKS
  cookieKeys: string[]
}

const SCOPES = 'openid email profile'

/** OpenID Connect as the large providers speak it, with their stricter rules: PKCE always, RS256. */
export function createProvider({ issuer, redirectUris, clients, jwks, cookieKeys }: IdpConfig) {
  const provider = new Provider(issuer, {
    clients: clients
      .filter(({ id }) => !Object.hasOwn(STAND_INS, id))
      .map(({ id, secret, name }) => ({
        client_id: id,
        client_secret: secret,
        client_name: name,
        redirect_uris: redirectUris,
        grant_types: ['authorization_code'],
        response_types: ['code'],
        id_token_signed_response_alg: 'RS256',
      })),
    jwks,
    cookies: { keys: cookieKeys },
    scopes: SCOPES.split(' '),
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    // The nodes see the ID token only, so it has to say who it is.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: { policy: policy(), url: (_, { uid }) => `/choose/${uid}` },
    findAccount: (_, subject) => accountOf(subject, issuer),
    // Skips the consent page: choosing an account gives consent.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({
        clientId: oidc.client!.clientId,
        accountId: oidc.session!.accountId!,
      })
      grant.addOIDCScope(SCOPES)
      await grant.save()
      return grant
    },
    renderError: (ctx, out) => {
      ctx.type = 'html'
      ctx.body = errorPage(out.error, out.error_description ?? 'The request is not valid.')
    },
    ttl: { Interaction: 3600, Session: 86_400, Grant: 86_400, IdToken: 3600, AccessToken: 3600 },
  })
  // A proxy in front that ends TLS says that it was there.
  provider.proxy = issuer.startsWith('https:')
  return provider
}

/** The standard policy, but the account is chosen anew each time, unless the request forbids to ask. */
function policy() {
  const { Check, base } = interactionPolicy
  const prompts = base()
  const login = prompts.get('login')!
  login.checks.add(
    new Check('account_choice', 'An account has to be chosen', 'login_required', ({ oidc }) => {
      if (oidc.prompts.has('none')) {
        const hint = oidc.params?.login_hint
        return Boolean(hint) && hint !== emailOf(oidc.session?.accountId ?? '')
      }
      return !oidc.result?.login
    }),
  )
  return prompts
}
