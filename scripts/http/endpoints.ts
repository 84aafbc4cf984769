/** All endpoints of the services with their schemas, collected from Fastify's event for each route. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'

import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'

import { publicKeyOf } from '../../src/keys/oprf.js'
import { createDashboard } from '../../src/server/dashboard/dashboard.js'
import { type DescribedRoute, routeOf } from '../../src/server/dashboard/openapi.js'
import { createKeyNode } from '../../src/server/keys/key-node.js'
import { createLoginService } from '../../src/server/login/login-service.js'
import { checkRegistry } from '../../src/server/registry/registry.js'
import { MemorySync } from '../../src/server/sync/memory-sync.js'
import { createIdTokenSigner, makeSigningKeys } from '../../src/server/tokens/self-issued-tokens.js'
import { buildAppConfig } from '../../src/server/wallet-app/app-config.js'
import { createWalletApp } from '../../src/server/wallet-app/wallet-app.js'
import { toHex } from '../../src/shared/encoding.js'
import { fromRoot } from '../vite/shared.js'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Endpoint extends DescribedRoute {
  method: Method
  /** In Fastify's form: `/applications/:clientId`. */
  path: string
  /** Whether pages of any origin may ask. */
  isOpen: boolean
}

export interface DescribedService {
  name: string
  url: string
  endpoints: Endpoint[]
}

const WALLET = 'https://wallet.example'
const LOGIN = 'https://login.example'
const NODE = 'https://node1.example'
const DASHBOARD = 'https://dashboard.example'
/** A made-up share. */
const ONE = Uint8Array.of(1, ...Array.from({ length: 31 }, () => 0))

export async function describeServices(): Promise<DescribedService[]> {
  const signer = await createIdTokenSigner(await makeSigningKeys(), LOGIN)
  const registry = checkRegistry({ applications: {}, verifiers: {} })
  const publicKey = publicKeyOf(ONE)
  const share = { index: 1, threshold: 1, secret: toHex(ONE), publicKey, groupKey: publicKey }
  const keyNetwork = {
    threshold: 1,
    groupKey: publicKey,
    nodes: [{ index: 1, url: NODE, publicKey }],
  }
  const mailer = { from: 'Wallet <wallet@example.com>', open: () => Promise.reject(new Error()) }
  return Promise.all([
    described('Login service', LOGIN, () =>
      createLoginService({
        ...{ registry, secrets: {}, signer, mailer, walletOrigin: WALLET },
        sync: new MemorySync(),
      }),
    ),
    described('Key node', NODE, () => createKeyNode({ share, registry, walletOrigin: WALLET })),
    described('Wallet app', WALLET, () =>
      createWalletApp({
        root: fromRoot('src'),
        config: buildAppConfig({ registry, keyNetwork, loginService: LOGIN, chains: [] }),
        registry,
      }),
    ),
    described('Dashboard', DASHBOARD, () => {
      const oidc = { issuer: LOGIN, clientId: 'dashboard', subjects: ['operator'], emails: [] }
      return createDashboard({ registry: 'registry.json', oidc }).app
    }),
  ])
}

async function described(
  name: string,
  url: string,
  create: () => FastifyInstance,
): Promise<DescribedService> {
  const routes: RouteOptions[] = []
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', (route) => void routes.push(route))
  }
  subscribe('fastify.initialization', listen)
  const app = create()
  unsubscribe('fastify.initialization', listen)
  await app.ready()
  const endpoints: Endpoint[] = []
  for (const { method, url: path, schema = {} } of routes) {
    // Skip HEAD requests and static files.
    if (method === 'HEAD' || path.endsWith('*')) continue
    endpoints.push(await endpointOf(app, method as Method, path, schema))
  }
  await app.close()
  return { name, url, endpoints }
}

async function endpointOf(
  app: FastifyInstance,
  method: Method,
  path: string,
  schema: FastifySchema,
): Promise<Endpoint> {
  return { method, path, isOpen: await mayAsk(app, method, path), ...routeOf(schema) }
}

/** Asks the running service for its CORS header. */
async function mayAsk(app: FastifyInstance, method: Method, url: string): Promise<boolean> {
  const { headers } = await app.inject({
    method,
    url,
    headers: { origin: 'https://other.example' },
  })
  return headers['access-control-allow-origin'] === '*'
}
