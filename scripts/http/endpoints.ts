/** All endpoints of the services, with the schemas that their routes have: seen by Fastify's own news of each route. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'

import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import type * as z from 'zod/mini'

import { publicKeyOf } from '../../src/keys/oprf.js'
import { createKeyNode } from '../../src/server/keys/key-node.js'
import { createLoginService } from '../../src/server/login/login-service.js'
import { checkRegistry } from '../../src/server/registry/registry.js'
import { MemorySync } from '../../src/server/sync/memory-sync.js'
import { createIdTokenSigner, makeSigningKeys } from '../../src/server/tokens/self-issued-tokens.js'
import { buildAppConfig } from '../../src/server/wallet-app/app-config.js'
import { createWalletApp } from '../../src/server/wallet-app/wallet-app.js'
import { toHex } from '../../src/shared/encoding.js'
import { fromRoot } from '../vite/shared.js'

export interface Endpoint {
  method: 'GET' | 'POST'
  /** As Fastify has it: `/applications/:clientId`. */
  path: string
  summary: string
  /** Whether pages of any origin may ask. */
  isOpen: boolean
  params?: z.ZodMiniType
  body?: z.ZodMiniType
  /** Of an answer that is no failure. */
  status: string
  /** None for an answer without a body. */
  answer?: z.ZodMiniType
}

export interface DescribedService {
  name: string
  url: string
  endpoints: Endpoint[]
}

const WALLET = 'https://wallet.example'
const LOGIN = 'https://login.example'
const NODE = 'https://node1.example'
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
  for (const { method, url: path, schema } of routes) {
    // What browsers ask besides, and files.
    if (method === 'HEAD' || path.endsWith('*')) continue
    if (!schema?.summary || !schema.response) {
      throw new Error(`${name}: ${method} ${path} has no summary, or no answer.`)
    }
    endpoints.push(await endpointOf(app, method as 'GET' | 'POST', path, schema))
  }
  await app.close()
  return { name, url, endpoints }
}

async function endpointOf(
  app: FastifyInstance,
  method: Endpoint['method'],
  path: string,
  { summary, body, params, response }: FastifySchema,
): Promise<Endpoint> {
  const isOpen = await mayAsk(app, method, path)
  const [status, answer] = Object.entries(response as Record<string, z.ZodMiniType>)[0]!
  const given = Object.entries({ params, body, answer }).filter(([, one]) => one && !isNothing(one))
  return { method, path, summary: summary!, isOpen, status, ...Object.fromEntries(given) }
}

const isNothing = (schema: unknown) => (schema as z.ZodMiniType).def.type === 'void'

/** The service itself says it, as it says it to a browser. */
async function mayAsk(
  app: FastifyInstance,
  method: Endpoint['method'],
  url: string,
): Promise<boolean> {
  const { headers } = await app.inject({
    method,
    url,
    headers: { origin: 'https://other.example' },
  })
  return headers['access-control-allow-origin'] === '*'
}
