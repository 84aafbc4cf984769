import { realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

import { checkDescriptors } from '../descriptors/folder.js'
import { ClientSecrets } from '../login/client-secrets.js'
import { checkMailer, checkSigner, createLoginService } from '../login/login-service.js'
import { readSecrets } from '../login/secrets.js'
import { readJson } from '../platform/files.js'
import { Metrics } from '../platform/metrics.js'
import { createStaticSite } from '../platform/static-site.js'
import { readRegistry } from '../registry/registry.js'
import { checkMoves } from '../registry/registry-check.js'
import { checkSameKey, ServedConfig } from '../wallet-app/app-config.js'
import { checkFloor } from '../wallet-app/versions.js'
import { createReloadableWalletApp } from '../wallet-app/wallet-app.js'
import { runNode } from './node.js'
import { API, api } from './options/api.js'
import { AUDIT, openAudit } from './options/audit.js'
import { ID_TOKEN_KEYS, readBackendTokens } from './options/id-token-keys.js'
import { MAIL, readMailer } from './options/mail.js'
import { METRICS, serveMetrics } from './options/metrics.js'
import { type Command, integer, type Option, text, wrong } from './options/options.js'
import { readSigner, SIGNING_KEYS } from './options/signing.js'
import { openStore, STORE } from './options/store.js'
import { reloadOnChange } from './run/reload.js'
import { listening, serve } from './run/serve.js'
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
      network: {
        help: 'network.json or config.json as published, which it compares its share with; config.json of the wallet origin',
        value: 'file or url',
        fallback: null,
      },
      'identity-limit': { help: 'answers a minute for one person', value: 'n', fallback: '60' },
      workers: { help: 'processes: one a core', value: 'n', fallback: '1' },
      ...STORE,
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
      ...SIGNING_KEYS,
      ...ID_TOKEN_KEYS,
      ...AUDIT,
      ...MAIL,
      ...API,
      ...STORE,
      ...METRICS,
      ...listening('4051', 'LOGIN_PORT'),
    },
    async run(given) {
      const files = [text(given, 'registry'), text(given, 'secrets')] as const
      const registry = await readRegistry(files[0])
      const secrets = await readSecrets(files[1], ClientSecrets)
      const signer = await readSigner(given, registry)
      const backend = { tokens: await readBackendTokens(given, registry) }
      const audit = await openAudit(given)
      const mailer = await readMailer(given)
      const store = await openStore(given)
      const metrics = new Metrics()
      const app = createLoginService({
        ...{ registry, secrets, signer, backend, mailer, store, audit, ...api(given) },
        mailLimit: integer(given, 'mail-limit'),
        onAnswered: (answered) => metrics.record(answered),
      })
      app.addHook('onClose', async () => {
        await Promise.all([store.close(), audit?.close()])
      })
      const reload = async () => {
        const next = [
          await readRegistry(files[0]),
          await readSecrets(files[1], ClientSecrets),
        ] as const
        checkSigner(next[0], signer)
        checkMailer(next[0], mailer)
        const tokens = await readBackendTokens(given, next[0])
        backend.tokens = tokens
        replaceAll(registry, next[0])
        replaceAll(secrets, next[1])
      }
      const keys = text(given, 'id-token-keys')
      reloadOnChange(app, { files: [...files, ...(keys ? [keys] : [])], reload })
      await serveMetrics(metrics, given)
      await serve(app, given, 4051, 'LOGIN_PORT')
    },
  },
  'wallet-app': {
    summary: 'Serves the wallet app under its security policy.',
    options: {
      root: {
        help: 'the built wallet app; without it the one that came with this program',
        value: 'folder',
        fallback: null,
      },
      config: { help: 'what app-config printed', value: 'file' },
      descriptors: {
        help: 'what descriptors take wrote, for a configuration that names one',
        value: 'folder',
        fallback: null,
      },
      registry: REGISTRY,
      ...listening('4050', 'WALLET_PORT'),
    },
    async run(given) {
      const files = [text(given, 'config'), text(given, 'registry')] as const
      const root = resolve(text(given, 'root') || builtApp())
      const descriptors = text(given, 'descriptors')
      const read = async () => {
        const config = await readJson(files[0], ServedConfig)
        if (config.descriptors) {
          if (!descriptors) throw wrong('descriptors', 'the configuration names some')
          await checkDescriptors(descriptors, config.descriptors)
        }
        await checkFloor(root, config.oldestVersion)
        return { config, registry: await readRegistry(files[1]) }
      }
      const first = await read()
      const { app, reload } = createReloadableWalletApp({ root, descriptors, log, ...first })
      const go = (next: typeof first) => {
        checkSameKey(first.config.keyNetwork, next.config.keyNetwork, 'restart wallet-app')
        reload(next)
        registry = next.registry
      }
      let { registry } = first
      reloadOnChange(app, {
        files: [...files],
        reload: async () => {
          const next = await read()
          checkMoves(registry, next.registry, 'send SIGHUP')
          go(next)
        },
        reloadAll: async () => go(await read()),
      })
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

/** Builds and packages have it beside the program, which may have been started by a link to it. */
const builtApp = () => join(dirname(realpathSync(process.argv[1]!)), '../wallet')

/** What a service looks up at each request has other members from now on. */
function replaceAll<T extends object>(live: T, next: T): void {
  for (const name of Object.keys(live)) delete live[name as keyof T]
  Object.assign(live, next)
}
