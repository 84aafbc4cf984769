/** The services. */
import type { Command } from './options/options.js'
import {
  API,
  AUDIT,
  LOGIN_KEYS,
  listening,
  MAIL,
  METRICS,
  may,
  REGISTRY,
  SHARE,
  SHARE_KEY,
  STORE,
  SYNC,
  TRACE,
  TRUST_TRACE,
} from './options/tables.js'

export const SERVICES: Record<string, Command> = {
  node: {
    summary: 'Runs a key node.',
    options: {
      share: SHARE,
      ...SHARE_KEY,
      registry: REGISTRY,
      ...API,
      ...TRACE,
      network: may(
        'network.json or config.json as published, which it compares its share with; config.json of the wallet origin',
        'file or url',
      ),
      'identity-limit': { help: 'answers a minute for one person', value: 'n', fallback: '60' },
      workers: { help: 'processes: one a core', value: 'n', fallback: '1' },
      ...STORE,
      ...METRICS,
      ...listening('4060 + index', 'NODE<index>_PORT'),
    },
    run: async (given) => (await import('./commands/node.js')).runNode(given),
  },
  'login-service': {
    summary: 'Runs the login service.',
    options: {
      registry: REGISTRY,
      secrets: { help: 'client secrets by verifier', value: 'file' },
      ...LOGIN_KEYS,
      ...AUDIT,
      ...MAIL,
      'login-room': {
        help: 'logins that are remembered at a time, for twenty minutes',
        value: 'n',
        fallback: '1000000',
      },
      ...API,
      ...TRACE,
      ...STORE,
      ...SYNC,
      ...METRICS,
      ...listening('4051', 'LOGIN_PORT'),
    },
    run: async (given) => (await import('./commands/login-service.js')).runLoginService(given),
  },
  'wallet-app': {
    summary: 'Serves the wallet app under its security policy.',
    options: {
      root: may('the built wallet app; without it the one that came with this program', 'folder'),
      config: { help: 'what app-config printed', value: 'file' },
      descriptors: may('what descriptors take wrote, for a configuration that names one', 'folder'),
      tokens: may('token lists, for a configuration that names some', 'folder'),
      registry: REGISTRY,
      ...TRUST_TRACE,
      ...METRICS,
      ...listening('4050', 'WALLET_PORT'),
    },
    run: async (given) => (await import('./commands/wallet-app.js')).runWalletApp(given),
  },
  dashboard: {
    summary: "Runs the operators' dashboard; prints a link that opens it once.",
    options: {
      registry: REGISTRY,
      audit: may("the login service's audit log", 'file'),
      network: may('network.json or config.json as published: shows the nodes', 'file or url'),
      origin: may('where operators reach it, if that is a proxy with TLS', 'origin'),
      oidc: may('your OpenID provider, and who may sign in there', 'file'),
      'trust-proxy': may('proxies that say who asks', 'addresses'),
      root: may('the built page; without it the one that came with this program', 'folder'),
      ...listening('4070', 'DASHBOARD_PORT'),
      host: { help: 'address to listen on', value: 'address', fallback: '127.0.0.1' },
    },
    run: async (given) => (await import('./commands/dashboard.js')).runDashboard(given),
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
    run: async (given) => (await import('./commands/static-site.js')).runStaticSite(given),
  },
}
