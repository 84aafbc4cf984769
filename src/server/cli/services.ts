import { resolve } from 'node:path'

import { AppConfig } from '../../protocol/service.js'
import { readJson } from '../files.js'
import { ClientSecrets, createLoginService } from '../login-service.js'
import { readRegistry } from '../registry.js'
import { createStaticSite } from '../static-site.js'
import { createWalletApp } from '../wallet-app.js'
import { API, api } from './api.js'
import { METRICS } from './metrics.js'
import { runNode } from './node.js'
import { type Command, type Option, text } from './options.js'
import { listening, serve } from './serve.js'
import { SHARE_KEY } from './share.js'

export const REGISTRY: Option = { help: 'registry of applications and verifiers', value: 'file' }
const log = process.stdout

export const SERVICES: Record<string, Command> = {
  node: {
    summary: 'Runs a key node.',
    options: {
      share: { help: 'the share of this node', value: 'file' },
      ...SHARE_KEY,
      registry: REGISTRY,
      ...API,
      'identity-limit': { help: 'answers a minute for one person', value: 'n', fallback: '60' },
      workers: { help: 'processes: one a core', value: 'n', fallback: '1' },
      ...METRICS,
      ...listening('4060 + index', 'NODE<index>_PORT'),
    },
    run: runNode,
  },
  'login-service': {
    summary: 'Runs the login service.',
    options: {
      registry: REGISTRY,
      secrets: { help: 'client secrets by verifier', value: 'file' },
      ...API,
      ...listening('4051', 'LOGIN_PORT'),
    },
    async run(given) {
      const registry = await readRegistry(text(given, 'registry'))
      const secrets = await readJson(text(given, 'secrets'), ClientSecrets)
      const app = createLoginService({ registry, secrets, ...api(given) })
      await serve(app, given, 4051, 'LOGIN_PORT')
    },
  },
  'wallet-app': {
    summary: 'Serves the wallet app under its security policy.',
    options: {
      root: { help: 'the built wallet app', value: 'folder', fallback: 'dist/wallet' },
      config: { help: 'what app-config printed', value: 'file' },
      registry: REGISTRY,
      ...listening('4050', 'WALLET_PORT'),
    },
    async run(given) {
      const config = await readJson(text(given, 'config'), AppConfig)
      const registry = await readRegistry(text(given, 'registry'))
      const app = createWalletApp({ root: resolve(text(given, 'root')), config, registry, log })
      await serve(app, given, 4050, 'WALLET_PORT')
    },
  },
  static: {
    summary: 'Serves folders as they are.',
    options: {
      root: {
        help: 'a folder; the first that has a file serves it',
        value: 'folder',
        multiple: true,
      },
      ...listening('4040', 'DEMO_PORT'),
    },
    async run(given) {
      const roots = [given.root ?? []].flat().map((root) => resolve(root))
      await serve(createStaticSite({ roots, log }), given, 4040, 'DEMO_PORT')
    },
  },
}
