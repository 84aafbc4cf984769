/** Shared by all services: limits, failures as JSON, a log without secrets. */
import { randomUUID } from 'node:crypto'

import cors from '@fastify/cors'
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import * as z from 'zod/mini'

import { WalletError, type WalletErrorCode } from '../../shared/errors.js'
import { MemoryStore, type Store } from '../store/store.js'
import { traceRequests } from '../trace/requests.js'
import { NO_TRACING, type Tracing } from '../trace/spans.js'
import { createSourceLimit } from './limits.js'
import type { Answered } from './metrics.js'
import { type Service, withSchemas } from './schemas.js'

/** Bytes: an ID token of 16 kB, and the rest of a request. */
export const BODY_LIMIT = 32 * 1024
/** Milliseconds for a client to send its whole request. */
const REQUEST_TIMEOUT = 10_000
/** Milliseconds between checks for requests over their time limit. */
const TIMEOUT_CHECK = 2_000
const HEALTH = '/healthz'
const READY = '/readyz'
export const PROBES: readonly (string | undefined)[] = [HEALTH, READY]
/** For every answer. Browsers follow the last one only over https. */
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000',
}
/** For answers with data: nothing may run, frame or embed them. */
const DATA_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
}
/** Requests a minute from one network, by default: many people may share one. */
const RATE_LIMIT = 1_200

/** HTTP statuses other than 401. */
const STATUS: Partial<Record<WalletErrorCode, number>> = {
  INTERNAL: 500,
  INVALID_ARGUMENT: 400,
  INVALID_REQUEST: 400,
  LIMIT_EXCEEDED: 429,
  ORIGIN_NOT_ALLOWED: 403,
  REDIRECT_NOT_ALLOWED: 403,
  SERVICE_UNAVAILABLE: 503,
  TOKEN_MALFORMED: 400,
  UNKNOWN_CLIENT: 404,
  UNKNOWN_VERIFIER: 404,
  UNSUPPORTED_METHOD: 404,
  VERSION_RETIRED: 410,
}

export interface ServiceOptions {
  /** Gets the log, one JSON object per line. Without it nothing is logged. */
  log?: { write(line: string): void } | undefined
  /** Called after every request. */
  onAnswered?: ((answered: Answered) => void) | undefined
  /** Joins traces. Without it, requests have trace ids in the log only. */
  tracing?: Tracing | undefined
  /** Trusted proxies, by address or network: only their `x-forwarded-for` counts. */
  trustProxy?: string[] | undefined
  /** Why the running service cannot work, in words; undefined if it can. `/readyz` then answers 503. */
  unready?: (() => string | undefined | Promise<string | undefined>) | undefined
  /** What does not work while the rest does, in words. `/readyz` adds it to its success. */
  degraded?: (() => string | undefined) | undefined
}

export interface ApiOptions extends ServiceOptions {
  /** The wallet app's origin. Only its pages may send requests. */
  walletOrigin: string
  /** Requests a minute from one address of IPv4, or one /64 of IPv6. */
  rateLimit?: number | undefined
  /** Where limits are counted. Copies of a service that share a store count together. In memory by default. */
  store?: Store | undefined
}

const ProbeAnswer = z.object({ ok: z.boolean() })
const ReadyAnswer = z.extend(ProbeAnswer, {
  /** What does not work while the rest does. */
  degraded: z.optional(z.string()),
})

/** Allowed form of a proxy's request id, which goes into the log. */
const REQUEST_ID = /^[\w-]{1,64}$/

/** A failure with a status that its code does not have by itself, and with more fields. */
export class Refusal extends WalletError {
  readonly status: number
  readonly more: Readonly<Record<string, unknown>>

  constructor(
    code: WalletErrorCode,
    detail: string | undefined,
    status: number,
    more: Readonly<Record<string, unknown>> = {},
  ) {
    super(code, detail)
    this.status = status
    this.more = more
  }
}

const draining = new WeakSet<FastifyInstance>()
/** Verifier that a request is about. */
const verifiers = new WeakMap<FastifyRequest, string>()

/** Prepares for the end: `/readyz` fails, and each answer closes its connection. Requests are still answered. */
export const drain = (app: FastifyInstance): void => void draining.add(app)

/** Notes the verifier of a request for the metrics and the log. It must be one of the registry's. */
export const noteVerifier = (request: FastifyRequest, name: string): void =>
  void verifiers.set(request, name)

/** A server with `/healthz`, `/readyz`, limits, and every failure answered as a `Failure`. */
export function createService(options: ServiceOptions): Service {
  const { log, onAnswered, tracing = NO_TRACING, trustProxy, unready, degraded } = options
  const app = withSchemas(
    fastify({
      logger: log ? { level: 'info', stream: log } : false,
      // The hook below logs one line per answer, without client and details.
      logController: new LogController({ disableRequestLogging: true }),
      // Use the proxy's request id, so that both logs have the same; else make one.
      genReqId: ({ headers }) => {
        const given = headers['x-request-id']
        return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
      },
      bodyLimit: BODY_LIMIT,
      // Requests on open connections are still answered; new connections go to a different copy.
      return503OnClosing: false,
      requestTimeout: REQUEST_TIMEOUT,
      // Node waits for the longer of both, and a minute for headers.
      http: { connectionsCheckingInterval: TIMEOUT_CHECK, headersTimeout: REQUEST_TIMEOUT },
      trustProxy: trustProxy ?? false,
      routerOptions: { maxParamLength: 512 },
      // Paths that are no URL, or too long. No hook runs for them, and Fastify's own answer quotes them.
      frameworkErrors: (_, { id }, reply) => {
        fail(reply.headers({ ...HEADERS, 'x-request-id': id }), nothingHere(), 404)
      },
    }),
  )
  // A page may post plain text without a CORS preflight.
  app.removeContentTypeParser('text/plain')

  const endSpan = traceRequests(app, tracing, PROBES)
  app.addHook('onRequest', async ({ id }, reply) => {
    reply.headers({ ...HEADERS, 'x-request-id': id })
  })
  app.addHook('onSend', async (_, reply) => {
    if (draining.has(app)) reply.header('connection', 'close')
  })
  const outcomes = new WeakMap<FastifyRequest, string>()
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    const route = routeOptions.url ?? 'none'
    if (PROBES.includes(route)) return
    const outcome = outcomes.get(request) ?? (reply.statusCode < 400 ? 'ok' : 'INVALID_REQUEST')
    const { statusCode: status, elapsedTime } = reply
    // Skip CORS preflights, which are not requests yet.
    const verifier = verifiers.get(request)
    if (status !== 204) onAnswered?.({ route, outcome, seconds: elapsedTime / 1000, verifier })
    const attributes = {
      'http.response.status_code': status,
      'wallet_embed.outcome': outcome,
      'wallet_embed.verifier': verifier,
    }
    endSpan(request, attributes, status < 500 ? undefined : outcome)
    const ms = Math.round(elapsedTime * 10) / 10
    request.log.info({ method, route, verifier, status, outcome, ms }, 'answered')
  })
  app.setErrorHandler((error, request, reply) => {
    const failure = toFailure(error, request.routeOptions.bodyLimit)
    outcomes.set(request, failure.code)
    if (failure.code === 'INTERNAL') {
      // Log only the stack: other fields of an error may contain parts of the request.
      const { stack } = (failure.cause ?? failure) as Error
      request.log.error({ stack }, 'failed')
    } else {
      request.log.info({ code: failure.code, detail: failure.detail }, 'refused')
    }
    return fail(reply, failure, (error as { statusCode?: number }).statusCode)
  })
  app.setNotFoundHandler((_, reply) => fail(reply, nothingHere(), 404))
  app.get(
    HEALTH,
    { logLevel: 'warn', schema: { summary: 'Whether it runs.', response: { 200: ProbeAnswer } } },
    async () => ({ ok: true }),
  )
  app.get(
    READY,
    {
      logLevel: 'warn',
      schema: { summary: 'Whether it is of use; if not, why.', response: { 200: ReadyAnswer } },
    },
    async (_, reply) => {
      const why = draining.has(app) ? 'It is about to end.' : await unready?.()
      if (why) return fail(reply, new WalletError('SERVICE_UNAVAILABLE', why))
      const lacking = degraded?.()
      return { ok: true, ...(lacking && { degraded: lacking }) }
    },
  )
  return app
}

const nothingHere = () => new WalletError('INVALID_REQUEST', 'There is nothing here.')

/** Fastify's own errors are about a request's form, and their texts quote nothing of it. */
function toFailure(error: unknown, bodyLimit = BODY_LIMIT): WalletError {
  if (WalletError.is(error)) return error
  const { statusCode = 500, message } = error as { statusCode?: number; message?: string }
  if (statusCode === 413) return new WalletError('LIMIT_EXCEEDED', `Body: ${bodyLimit} bytes.`)
  if (statusCode < 500) return new WalletError('INVALID_REQUEST', message)
  return WalletError.from(error)
}

function fail(reply: FastifyReply, failure: WalletError, status?: number): FastifyReply {
  const { code, detail } = failure
  const own = failure instanceof Refusal ? failure : undefined
  return reply
    .status(own?.status ?? status ?? STATUS[code] ?? 401)
    .header('cache-control', 'no-store')
    .send({ error: { code, ...(detail && { detail }), ...own?.more } })
}

/**
 * As `createService`, for the wallet's own pages: closed to other origins, and limited by network.
 *
 * @param open - Paths that pages of any origin may request.
 * @param apart - Paths with a separate limit instead.
 */
export function createApi(
  options: ApiOptions,
  open: readonly string[] = [],
  apart: readonly string[] = [],
): Service {
  const app = createService(options)
  app.register(cors, {
    delegator: async ({ url }: FastifyRequest) => ({
      origin: open.includes(url) ? '*' : options.walletOrigin,
      methods: ['GET', 'POST'],
      allowedHeaders: ['content-type'],
      maxAge: 86_400,
    }),
  })
  app.addHook('onRequest', async ({ headers, url }, reply) => {
    reply.headers(DATA_HEADERS)
    // CORS only hides answers from other origins. This check refuses their requests.
    const { origin = options.walletOrigin } = headers
    if (origin !== options.walletOrigin && !open.includes(url)) {
      throw new WalletError('ORIGIN_NOT_ALLOWED', "Only the wallet's own pages may ask.")
    }
  })
  const store = options.store ?? new MemoryStore()
  const limit = createSourceLimit(store, 'address', { points: options.rateLimit ?? RATE_LIMIT })
  app.addHook('preParsing', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const isApart = PROBES.includes(request.url) || apart.includes(request.url)
    if (!isApart) await limit(request.ip, reply)
  })
  return app
}

/** Why a server cannot listen, by Node's error codes. */
const FAULTS: Record<string, (host: string, port: number, setting: string) => string> = {
  EADDRINUSE: (_, port, setting) => `Port ${port} is in use. Set another: ${setting}.`,
  EACCES: (_, port, setting) => `Port ${port}: this user may not use it. Set another: ${setting}.`,
  EADDRNOTAVAIL: (host) => `--host: ${host} is no address of this machine.`,
  ENOTFOUND: (host) => `--host: nothing is called ${host}. Give an address of this machine.`,
  EAI_AGAIN: (host) => `--host: nobody says what ${host} is. Give an address of this machine.`,
}

/**
 * Starts to listen.
 *
 * @param setting - The option that changes the port, for the error message.
 * @returns The URL.
 * @throws {WalletError} `INVALID_ARGUMENT` if the port is taken, or the host is not this machine.
 */
export async function listen(
  app: FastifyInstance,
  port: number,
  setting: string,
  host = 'localhost',
): Promise<string> {
  try {
    await app.listen({ port, host })
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const fault = FAULTS[code]
    if (!fault) throw error
    throw new WalletError('INVALID_ARGUMENT', fault(host, port, setting))
  }
  const address = app.server.address()
  return `http://${hostIn(host)}:${typeof address === 'object' ? address?.port : port}`
}

/** An IPv6 address needs brackets in a URL. */
export const hostIn = (host: string): string => (host.includes(':') ? `[${host}]` : host)
