/** The operators' dashboard: an API over the registry's file, the key nodes and the audit log, and the page that asks it. */
import files from '@fastify/static'
import type { FastifyInstance, FastifySchema } from 'fastify'
import * as z from 'zod/mini'

import { DashboardFailure, EntryRequest, SessionAnswer } from '../../protocol/dashboard.js'
import { isUrl } from '../keys/clock.js'
import type { AuditFile } from '../login/audit.js'
import { createService, type ServiceOptions } from '../platform/http.js'
import { createSourceLimit } from '../platform/limits.js'
import type { Service } from '../platform/schemas.js'
import { readRegistryText } from '../registry/registry-file.js'
import { MemoryStore, type Store } from '../store/store.js'
import { REGISTRY_NAME, withFields } from './changes.js'
import { API, addGuard, ENTRY_PATH, sessionOf, setCookie } from './guard.js'
import { OidcEntry, type OidcSettings } from './oidc/oidc.js'
import { addOidc } from './oidc/oidc-routes.js'
import { json, openPath, operationOf, routeOf, toJsonSchema } from './openapi.js'
import { addRegistry } from './registry-routes.js'
import { type Session, Sessions } from './sessions.js'
import { addWatching } from './watching-routes.js'

/** Attempts a minute from one network. */
const ENTRIES = 10
const REQUESTS = 600

export interface DashboardOptions extends ServiceOptions {
  /** Path of the registry, which is read at each request. */
  registry: string
  /** Path of the login service's audit log. */
  audit?: string | undefined
  /** Gets a line for each change, in addition to the program's own log. */
  changes?: AuditFile | undefined
  /** File or URL of the published key network. */
  network?: string | undefined
  /** URL of a proxy with TLS, if operators use one: `https://dashboard.example`. */
  origin?: string | undefined
  /** The operator's own OpenID provider. Without it a link is the only way in. */
  oidc?: OidcSettings | undefined
  /** Folder of the built page. Without it there is the API alone. */
  root?: string | undefined
}

export interface Dashboard {
  app: FastifyInstance
  /** Makes a token that opens one session, for the page's fragment. Earlier tokens become invalid. */
  issueToken(): string
}

export function createDashboard(options: DashboardOptions): Dashboard {
  const { registry, audit, changes, network, origin, root } = options
  const store = new MemoryStore()
  const unready = () => faultOf(registry)
  const app = createService({ ...options, unready })
  const sessions = new Sessions()
  addGuard(app, { origin, sessions })
  const limit = createSourceLimit(store, 'dashboard', { points: REQUESTS })
  app.addHook('preParsing', async (request, reply) => {
    if (!sessionOf(request)) await limit(request.ip, reply)
  })
  app.register(
    async (scope) => {
      const api = scope as Service
      api.setErrorHandler((error) => {
        throw withFields(error)
      })
      const describe = describing(api)
      addEntry(api, options, sessions, store)
      addRegistry(api, { registry, audit, log: changes })
      addWatching(api, { audit, network })
      describe()
    },
    { prefix: API },
  )
  if (root) addPage(app, root)
  return { app, issueToken: () => sessions.issueToken() }
}

/** Reveals nothing from the file, since this needs no session. */
const faultOf = (file: string): Promise<string | undefined> =>
  readRegistryText(file, REGISTRY_NAME).then(
    () => undefined,
    () => 'The registry cannot be read, or is wrong.',
  )

function addEntry(
  app: Service,
  { origin, audit, network, oidc }: DashboardOptions,
  sessions: Sessions,
  store: Store,
): void {
  const attempts = createSourceLimit(store, 'dashboard-entry', { points: ENTRIES })
  addOidc(app, { origin, oidc: oidc && new OidcEntry(oidc, store), sessions, attempts })
  const answerOf = ({ name, until }: Session): SessionAnswer => ({
    name,
    until: new Date(until).toISOString(),
    hasAudit: !!audit,
    hasNetwork: !!network,
    hasWallet: !!network && isUrl(network),
  })

  const entering = {
    summary: 'Opens a session for a token, which works once.',
    body: EntryRequest,
    response: { 200: SessionAnswer },
  }
  app.post(ENTRY_PATH.slice(API.length), { schema: entering }, async (request, reply) => {
    // Only wrong tokens count, so that attackers cannot lock out an operator.
    if (!sessions.isToken(request.body.token)) await attempts(request.ip, reply)
    const { session, secret } = sessions.open(request.body.token)
    setCookie(reply, origin, secret, session.until)
    request.log.info({ by: session.name }, 'session opened')
    return answerOf(session)
  })

  const looking = { summary: 'The session that asks.', response: { 200: SessionAnswer } }
  app.get('/session', { schema: looking }, async (request) => answerOf(sessionOf(request)))

  const leaving = { summary: 'Ends the session that asks.', response: { 204: z.void() } }
  app.delete('/session', { schema: leaving }, async (request, reply) => {
    const session = sessionOf(request)
    sessions.close(session)
    setCookie(reply, origin, '', 0)
    request.log.info({ by: session.name }, 'session closed')
    return reply.status(204).send()
  })
}

/** Collects the routes that follow, for `/api/openapi.json`. */
function describing(app: Service): () => void {
  const routes: { method: string; path: string; schema: FastifySchema }[] = []
  app.addHook('onRoute', ({ method, url, schema }) => {
    if (schema && method !== 'HEAD') routes.push({ method: String(method), path: url, schema })
  })
  return () => {
    const schema = {
      summary: 'These routes, as OpenAPI 3.1 has them.',
      response: { 200: z.looseObject({ openapi: z.literal('3.1.0') }) },
    }
    app.get('/openapi.json', { schema }, async () => {
      const paths: Record<string, object> = {}
      const description = 'What failed, and where.'
      const failed = { description, content: json(toJsonSchema(DashboardFailure, 'output')) }
      for (const { method, path, schema } of routes) {
        const operation = operationOf(routeOf(schema), failed)
        const at = openPath(path)
        paths[at] = { ...paths[at], [method.toLowerCase()]: operation }
      }
      return { openapi: '3.1.0' as const, info: { title: 'dashboard', version: '1' }, paths }
    })
  }
}

/** Serves only the files that are in the folder at the start. */
function addPage(app: FastifyInstance, root: string): void {
  app.register(files, { root, wildcard: false, cacheControl: false })
}
