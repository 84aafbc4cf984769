/** Checks before a request is read: the host name, the origin and the session. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { WalletError } from '../../shared/errors.js'
import { PROBES } from '../platform/http.js'
import type { Session, Sessions } from './sessions.js'

export const API = '/api'
export const ENTRY_PATH = `${API}/entry`
/** The browser comes back from the provider, which is a different site. */
export const OIDC_PATH = `${API}/oidc`
export const OIDC_BACK_PATH = `${API}/oidc/back`

const READS = ['GET', 'HEAD']
const COOKIE = 'wallet-embed-dashboard'
const LOCAL_NAMES = ['localhost', '127.0.0.1', '[::1]']
const HEADERS = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
}

/** Policy for answers with data: they may not run anything or be framed. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
].join('; ')

export interface GuardOptions {
  /** URL of a proxy with TLS, if operators use one: `https://dashboard.example`. */
  origin?: string | undefined
  sessions: Sessions
}

const sessionsOf = new WeakMap<FastifyRequest, Session>()

/** The session of a request that passed the guard. */
export const sessionOf = (request: FastifyRequest): Session => sessionsOf.get(request)!

/** Adds the guard to all routes. The page's files and the probes need no session. */
export function addGuard(app: FastifyInstance, { origin, sessions }: GuardOptions): void {
  app.addHook('onRequest', async (request, reply) => {
    const { method, headers, routeOptions } = request
    const path = routeOptions.url ?? API
    const policy = path.startsWith(API) ? DATA_POLICY : PAGE_POLICY
    reply.headers(HEADERS).header('content-security-policy', policy)
    if (PROBES.includes(routeOptions.url)) return
    const own = originOf(request, origin)
    const isRead = READS.includes(method)
    if (headers.origin === undefined ? !isRead : headers.origin !== own) {
      throw new WalletError('ORIGIN_NOT_ALLOWED', "Only the dashboard's own page may ask.")
    }
    if (!path.startsWith(`${API}/`) || path === OIDC_BACK_PATH) return
    // Pages on other ports of this machine count as same-site, and so their requests carry the cookie.
    const site = headers['sec-fetch-site']
    if (site !== undefined && site !== 'same-origin' && site !== 'none') {
      throw new WalletError('ORIGIN_NOT_ALLOWED', "Only the dashboard's own page may ask.")
    }
    if (path === ENTRY_PATH || path === OIDC_PATH) return
    const secret = cookieOf(headers.cookie, 'session', origin)
    const session = secret && sessions.find(secret)
    if (!session) throw new WalletError('UNAUTHORIZED', 'Sign in with a new link.')
    sessionsOf.set(request, session)
  })
}

/**
 * The dashboard's origin, if the `Host` header names it. In a DNS rebinding attack, the header has the attacker's host
 * name.
 *
 * @throws {WalletError} `ORIGIN_NOT_ALLOWED`
 */
export function originOf({ headers, server }: FastifyRequest, origin: string | undefined): string {
  const address = server.server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const origins = origin ? [origin] : LOCAL_NAMES.map((name) => `http://${name}:${port}`)
  const found = origins.find((one) => new URL(one).host === headers.host)
  if (found) return found
  throw new WalletError('ORIGIN_NOT_ALLOWED', 'The dashboard has a different name.')
}

export function setCookie(
  reply: FastifyReply,
  origin: string | undefined,
  secret: string,
  until: number,
): void {
  const seconds = Math.max(0, Math.floor((until - Date.now()) / 1000))
  reply.header('set-cookie', cookie('session', origin, secret, seconds, 'Strict'))
}

/** `Lax`, so that the cookie is sent when the provider redirects back. */
export function setStateCookie(
  reply: FastifyReply,
  origin: string | undefined,
  state: string,
  seconds: number,
): void {
  reply.header('set-cookie', cookie('state', origin, state, seconds, 'Lax'))
}

type CookieKind = 'session' | 'state'

function cookie(
  kind: CookieKind,
  origin: string | undefined,
  value: string,
  seconds: number,
  site: 'Strict' | 'Lax',
): string {
  const secure = isSecure(origin) ? '; Secure' : ''
  const name = nameOf(kind, origin)
  return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=${site}${secure}`
}

const isSecure = (origin: string | undefined): boolean => !!origin?.startsWith('https:')
const nameOf = (kind: CookieKind, origin: string | undefined): string =>
  `${isSecure(origin) ? '__Host-' : ''}${COOKIE}${kind === 'state' ? '-state' : ''}`

/** Undefined if the name occurs twice: then a different page has set one of the cookies. */
export function cookieOf(
  header: string | undefined,
  kind: CookieKind,
  origin: string | undefined,
): string | undefined {
  const name = nameOf(kind, origin)
  const found = (header ?? '').split(';').map((one) => one.trim().split('='))
  const values = found.filter(([key]) => key === name).map(([, value]) => value)
  return values.length === 1 ? values[0] : undefined
}
