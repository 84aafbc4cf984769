/** What each request is held to before anything of it is read: the dashboard's names, its origin, and a session. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { WalletError } from '../../shared/errors.js'
import { PROBES } from '../platform/http.js'
import type { Session, Sessions } from './sessions.js'

export const API = '/api'
export const ENTRY_PATH = `${API}/entry`

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

/** Nothing of an answer that is data may run or be framed. */
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
  /** Where operators reach it, if that is a proxy with TLS: `https://dashboard.example`. */
  origin?: string | undefined
  sessions: Sessions
}

const sessionsOf = new WeakMap<FastifyRequest, Session>()

/** Of a request that got past the guard. */
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
    if (!path.startsWith(`${API}/`)) return
    // Other ports of this machine count as the same site: the cookie comes with what their pages ask.
    const site = headers['sec-fetch-site']
    if (site !== undefined && site !== 'same-origin' && site !== 'none') {
      throw new WalletError('ORIGIN_NOT_ALLOWED', "Only the dashboard's own page may ask.")
    }
    if (path === ENTRY_PATH) return
    const secret = cookieOf(headers.cookie, cookieName(origin))
    const session = secret && sessions.find(secret)
    if (!session) throw new WalletError('UNAUTHORIZED', 'Sign in with a new link.')
    sessionsOf.set(request, session)
  })
}

/**
 * The origin that the request's `Host` says. A page whose name was pointed at this machine says its own name there.
 *
 * @throws {WalletError} `ORIGIN_NOT_ALLOWED`
 */
function originOf({ headers, server }: FastifyRequest, origin: string | undefined): string {
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
  const age = Math.max(0, Math.floor((until - Date.now()) / 1000))
  const secure = isSecure(origin) ? '; Secure' : ''
  const value = `${cookieName(origin)}=${secret}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Strict`
  reply.header('set-cookie', value + secure)
}

const isSecure = (origin: string | undefined): boolean => !!origin?.startsWith('https:')
const cookieName = (origin: string | undefined): string =>
  isSecure(origin) ? `__Host-${COOKIE}` : COOKIE

/** Two of one name are the work of a different page: neither counts. */
function cookieOf(header: string | undefined, name: string): string | undefined {
  const found = (header ?? '').split(';').map((one) => one.trim().split('='))
  const values = found.filter(([key]) => key === name).map(([, value]) => value)
  return values.length === 1 ? values[0] : undefined
}
