/**
 * Stands in for providers that are no OpenID provider by the book. Each answers under
 * `/as/<provider>/<host>/<path>` as the real one does at `https://<host>/<path>`.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

import { importJWK, importSPKI, type JWK, jwtVerify, SignJWT } from 'jose'

import { nameOf, subjectOf } from '../accounts.js'
import { autoSubmitPage, choicePage, errorPage } from '../pages.js'
import type { IdpConfig } from '../provider.js'
import type { Asked, Grant, Person, Reply, StandIn } from './contract.js'
import { discord, facebook, github, linkedin, reddit, twitter } from './oauth2.js'
import { line, wechat, weibo } from './oauth2-asia.js'
import { apple, kakao, twitch } from './oidc.js'

export const STAND_INS: Readonly<Record<string, StandIn>> = {
  ...{ apple, kakao, twitch },
  ...{ discord, facebook, github, linkedin, reddit, twitter, line, wechat, weibo },
}

export const PREFIX = '/as/'
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,189}$/

type Client = IdpConfig['clients'][number]

export class StandIns {
  readonly #config: IdpConfig
  /** Each once. */
  readonly #codes = new Map<string, Grant>()
  readonly #accessTokens = new Map<string, Grant>()

  constructor(config: IdpConfig) {
    this.#config = config
  }

  /** @param path - Behind the prefix. */
  async answer(path: string, asked: Asked): Promise<Reply> {
    const [id = '', ...rest] = path.split('/')
    const endpoint = rest.join('/')
    const standIn = Object.hasOwn(STAND_INS, id) ? STAND_INS[id] : undefined
    const client = this.#config.clients.find((one) => one.id === id)
    if (!standIn || !client) return { status: 404, body: '' }
    if (endpoint === standIn.authorize) return this.#authorize(id, standIn, client, asked)
    if (endpoint === standIn.token) return this.#exchange(id, standIn, client, asked)
    if (endpoint === standIn.keys)
      return { body: { keys: (this.#config.jwks.keys as JWK[]).map(publicHalf) } }
    const resource = standIn.resources?.[endpoint]
    if (!resource) return { status: 404, body: '' }
    const grant = this.#accessTokens.get(accessTokenOf(asked))
    return grant?.clientId === client.id ? resource(grant, asked) : (standIn.resourceError ?? {})
  }

  #authorize(id: string, standIn: StandIn, client: Client, { query, method, form }: Asked): Reply {
    const { clientId = 'client_id', separator = ' ', refuses, pkce } = standIn
    const redirectUri = query.get('redirect_uri') ?? ''
    const scopes = (query.get('scope') ?? '').split(separator).filter(Boolean)
    const fault =
      (query.get(clientId) !== client.id && clientId) ||
      (!this.#config.redirectUris.includes(redirectUri) && 'redirect_uri') ||
      (query.get('response_type') !== 'code' && 'response_type') ||
      (scopes.some((scope) => !standIn.scopes.includes(scope)) && 'scope') ||
      (pkce === 'needed' && !query.has('code_challenge') && 'code_challenge') ||
      refuses?.(query)
    if (fault) return page(400, errorPage('invalid_request', fault))
    const email = form.get('email')?.trim() ?? ''
    const isCancelled = form.has('cancel')
    if (method !== 'POST' || (!isCancelled && !EMAIL.test(email))) {
      const action = `${PREFIX}${id}/${standIn.authorize}?${query}`
      return page(200, choicePage(client.name, action, query.get('login_hint') ?? ''))
    }
    const code = randomBytes(24).toString('base64url')
    const grant: Grant = {
      ...{ person: this.#personOf(email), clientId: client.id, redirectUri, scopes, query },
      nonce: query.get('nonce') ?? undefined,
      codeChallenge: query.get('code_challenge') ?? undefined,
    }
    if (!isCancelled) this.#codes.set(code, grant)
    const more = isCancelled ? standIn.cancelled : { code, ...standIn.answer?.(grant) }
    const parameters: Record<string, string> = { ...more, state: query.get('state') ?? '' }
    if (parameters.iss) parameters.iss = this.#urlOf(id, parameters.iss)
    return query.get('response_mode') === 'form_post'
      ? autoSubmitPage(redirectUri, parameters)
      : { status: 303, headers: { location: `${redirectUri}?${new URLSearchParams(parameters)}` } }
  }

  async #exchange(id: string, standIn: StandIn, client: Client, asked: Asked): Promise<Reply> {
    const refused = standIn.refusesToken?.(asked)
    if (refused) return refused
    const sent = standIn.auth === 'query' ? asked.query : asked.form
    if (!(await isClient(standIn, client, asked))) return standIn.tokenError('invalid_client')
    const code = sent.get('code') ?? ''
    const grant = this.#codes.get(code)
    this.#codes.delete(code)
    const isGranted =
      grant?.clientId === client.id &&
      sent.get('grant_type') === 'authorization_code' &&
      (sent.get('redirect_uri') ?? grant.redirectUri) === grant.redirectUri &&
      (!standIn.pkce || isVerified(grant, sent.get('code_verifier')))
    if (!isGranted) return standIn.tokenError('invalid_grant')
    const accessToken = randomBytes(24).toString('base64url')
    this.#accessTokens.set(accessToken, grant)
    const sign = (claims: Record<string, unknown>) => this.#sign(id, standIn, client, claims)
    const tokens = await standIn.tokens(grant, accessToken, sign)
    // LINE's endpoint goes by the ID token alone.
    if ('id_token' in tokens) this.#accessTokens.set(String(tokens.id_token), grant)
    return { body: tokens }
  }

  async #sign(
    id: string,
    { issuer = '' }: StandIn,
    client: Client,
    claims: Record<string, unknown>,
  ): Promise<string> {
    const [jwk] = this.#config.jwks.keys as [JWK]
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: jwk.kid! })
      .setIssuer(this.#urlOf(id, issuer))
      .setAudience(client.id)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(await importJWK(jwk, 'RS256'))
  }

  #personOf(email: string): Person {
    const subject = subjectOf(email)
    const picture = `${this.#config.issuer}/picture/${subject}.svg`
    return {
      subject,
      number: Number.parseInt(subject.slice(0, 12), 16),
      email,
      name: nameOf(email),
      picture,
    }
  }

  #urlOf(id: string, endpoint: string): string {
    return `${this.#config.issuer}${PREFIX}${id}/${endpoint}`
  }
}

async function isClient(
  { auth, clientId = 'client_id' }: StandIn,
  { id, secret, publicKey }: Client,
  { form, query, headers }: Asked,
): Promise<boolean> {
  switch (auth) {
    case 'basic': {
      // Decodes nothing, as some do.
      const expected = `Basic ${btoa(`${id}:${secret}`)}`
      return !form.has('client_secret') && isSame(String(headers.authorization), expected)
    }
    case 'post':
      return form.get(clientId) === id && isSame(form.get('client_secret') ?? '', secret)
    case 'query':
      return query.get(clientId) === id && isSame(query.get('secret') ?? '', secret)
    case 'jwt': {
      const key = await importSPKI(publicKey ?? '', 'ES256')
      const options = { subject: id, algorithms: ['ES256'], requiredClaims: ['iss', 'aud', 'exp'] }
      const verified = jwtVerify(form.get('client_secret') ?? '', key, options)
      return verified.then(
        () => form.get(clientId) === id,
        () => false,
      )
    }
  }
}

/** RFC 7636, where the request had a challenge. */
function isVerified({ codeChallenge }: Grant, verifier: string | null): boolean {
  if (!codeChallenge) return true
  return (
    createHash('sha256')
      .update(verifier ?? '')
      .digest('base64url') === codeChallenge
  )
}

function accessTokenOf({ headers, query, form }: Asked): string {
  const [, bearer] = String(headers.authorization ?? '').match(/^Bearer (\S+)$/) ?? []
  return bearer ?? query.get('access_token') ?? form.get('id_token') ?? ''
}

const isSame = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest()) as [
    Buffer,
    Buffer,
  ]
  return timingSafeEqual(a, b)
}

const publicHalf = ({ kty, n, e, kid, alg, use }: JWK): JWK => ({ kty, n, e, kid, alg, use }) as JWK

const page = (status: number, body: string): Reply => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  body,
})
