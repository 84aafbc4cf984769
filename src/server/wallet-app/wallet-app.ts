import { access, constants } from 'node:fs/promises'
import { basename, join, relative, resolve, sep } from 'node:path'

import files from '@fastify/static'
import type { FastifyInstance } from 'fastify'

import { DESCRIPTORS } from '../../protocol/files/descriptors.js'
import { ListName, TOKEN_LISTS } from '../../protocol/files/token-lists.js'
import type { Registry } from '../../protocol/registry.js'
import type { AppConfig } from '../../protocol/service.js'
import { WalletError } from '../../shared/errors.js'
import { plainPath, SERVE_COMPRESSED, VARY } from '../platform/compressed.js'
import { parse } from '../platform/files.js'
import { createService, type ServiceOptions } from '../platform/http.js'
import { claimsIn, createAncestors } from './ancestors.js'
import { publicPart, ServedConfig } from './app-config.js'
import { createConfigAnswers } from './config-answer.js'
import { addFormPost } from './form-post.js'
import { judge, versionAsked, versionsIn } from './versions.js'

/** Pages that a different origin may frame. */
const FRAMED: ReadonlySet<string> = new Set(['frame.html', 'meet.html'])
/** Files of the build without which no login works. */
const NEEDED = ['index.html', 'login.html', ...FRAMED, 'assets']
/** Limit for one header, in bytes: nginx by default accepts 4 kB for all headers of an answer. */
const HEADER_LIMIT = 3 * 1024
/** Nodes that people add in the wallet's own page. */
const OWN_NODES = ['https:', 'http://localhost:*', 'http://127.0.0.1:*']

interface WalletAppSettings {
  config: ServedConfig
  /** The current registry. Its verifiers and embedders replace those that the configuration was made with. */
  registry: Registry
}

export interface WalletAppOptions extends ServiceOptions, WalletAppSettings {
  /** Folder of the built app: dist/wallet. */
  root: string
  /** Folder of the operator's descriptors. */
  descriptors?: string | undefined
  /** Folder of the operator's token lists. */
  tokens?: string | undefined
}

/** Finds files of the build that are missing or that this user cannot read. */
async function unreadable(root: string): Promise<string | undefined> {
  for (const name of NEEDED) {
    try {
      await access(join(root, name), constants.R_OK)
    } catch (error) {
      return `${name} of the build cannot be read (${(error as NodeJS.ErrnoException).code}).`
    }
  }
  return undefined
}

export interface ReloadableWalletApp {
  app: FastifyInstance
  /** Continues with a different configuration, for pages loaded from now on. */
  reload(next: WalletAppSettings): void
}

/**
 * Serves the wallet app under its policy: `/frame`, `/meet`, `/login`, `/`, the assets, and `/config.json`. The same
 * under `/v/<version>/` for each version in the folder `v` that still counts; all share the configuration, which says
 * from which version on they do.
 */
export function createReloadableWalletApp(options: WalletAppOptions): ReloadableWalletApp {
  const { root, descriptors, tokens } = options
  let current = prepare(options)
  const app = createService({ ...options, unready: () => unreadable(root) })
  for (const warning of current.warnings) app.log.warn(warning)

  const offering = {
    summary: "All that the wallet, and login clients' pages, may know of the operator.",
    response: { 200: ServedConfig },
  }
  // Made and compressed before it is asked for.
  app.get<{ Reply: string | Buffer | undefined }>(
    '/config.json',
    { schema: offering },
    async ({ url, headers }, reply) => {
      const { config, answers } = current
      const { oldest } = await versionsIn(root, config.oldestVersion)
      const { text, gzipped, tag } = await answers(claimsIn(url)[0], oldest)
      reply
        .header('cache-control', 'no-cache')
        .header('access-control-allow-origin', '*')
        .header('vary', VARY)
        .header('etag', tag)
      if (headers['if-none-match'] === tag) return reply.status(304).send(undefined)
      reply.type('application/json; charset=utf-8')
      if (!/\bgzip\b/.test(headers['accept-encoding'] ?? '')) return reply.send(text)
      return reply.header('content-encoding', 'gzip').send(gzipped)
    },
  )
  const urls = new WeakMap<object, string>()
  app.addHook('onRequest', async ({ url }, { raw }) => {
    urls.set(raw, url)
  })
  // Very old builds do not check their own version, so the server has to stop them.
  app.addHook('onRequest', async ({ url }, reply) => {
    const asked = versionAsked(url)
    if (!asked) return
    const versions = await versionsIn(root, current.config.oldestVersion)
    const judgement = judge(asked, versions)
    if (judgement === 'served') return
    reply
      .header('cache-control', 'no-store')
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
    if (judgement === 'nothing') return reply.callNotFound()
    if (judgement === 'retired') {
      throw new WalletError('VERSION_RETIRED', `${asked.version}: ${versions.oldest} or later.`)
    }
    // The newest build reports the error, in the form that the page expects from a frame or a login window.
    const query = new URLSearchParams({ retired: asked.version })
    for (const claim of claimsIn(url)) query.append('origin', claim)
    return reply.redirect(`/${judgement.page}?${query}`, 302)
  })
  if (descriptors) {
    app.register(files, {
      root: resolve(descriptors),
      prefix: DESCRIPTORS,
      decorateReply: false,
      cacheControl: false,
      // Serves only descriptors from the folder.
      allowedPath: (path) => /^\/[0-9a-f]{64}\.json$/.test(path),
      // Immutable: the name is the hash of the contents.
      setHeaders: (response) =>
        response.setHeader('cache-control', 'public, max-age=31536000, immutable'),
    })
  }
  if (tokens) {
    app.register(files, {
      root: resolve(tokens),
      prefix: TOKEN_LISTS,
      decorateReply: false,
      cacheControl: false,
      allowedPath: (path) => ListName.safeParse(path.slice(1)).success,
      setHeaders: (response) => response.setHeader('cache-control', 'no-cache'),
    })
  }
  addFormPost(app)
  app.register(files, {
    root,
    extensions: ['html'],
    cacheControl: false,
    ...SERVE_COMPRESSED,
    setHeaders: (response, served) => {
      const path = plainPath(served)
      const isPage = path.endsWith('.html')
      const name = basename(path)
      const isFrame = FRAMED.has(name)
      const headers = isFrame
        ? framedHeaders(urls.get(response) ?? '')
        : name === 'index.html'
          ? current.own
          : name === 'begin.html'
            ? current.isolated
            : current.unframed
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
      // Immutable: names of assets hold a hash of their contents.
      const isImmutable = relative(root, path).split(sep).includes('assets')
      const caching = isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache'
      response.setHeader('cache-control', caching)
      response.setHeader('vary', VARY)
      // For module scripts such as /cdn/wallet-embed.js, and for pages that compare the build's files with a hash. They
      // hold no personal data.
      response.setHeader('access-control-allow-origin', '*')
      if (isPage && !isFrame) return
      // A page with COEP can embed the frame only with this header, and the frame's worker needs it too.
      // Credentialless, since hosts of logos rarely send such headers.
      response.setHeader('cross-origin-resource-policy', 'cross-origin')
      response.setHeader('cross-origin-embedder-policy', 'credentialless')
    },
  })
  function framedHeaders(asked: string): Record<string, string> {
    const { ancestors, refused } = current.ancestors.of(asked)
    if (refused) app.log.warn({ refused }, 'not shown in a page')
    return current.framed(ancestors)
  }
  const reload = (next: WalletAppSettings): void => {
    current = prepare(next)
    for (const warning of current.warnings) app.log.warn(warning)
  }
  return { app, reload }
}

/** A wallet app with a fixed configuration. Otherwise as `createReloadableWalletApp`. */
export const createWalletApp = (options: WalletAppOptions): FastifyInstance =>
  createReloadableWalletApp(options).app

function prepare({ config: given, registry }: WalletAppSettings) {
  const config = parse(ServedConfig, { ...given, ...publicPart(registry) }, 'INVALID_ARGUMENT')
  const framed = (ancestors: string) => headersOf(config, ancestors)
  const policy = framed('')['content-security-policy']!.length
  const ancestors = createAncestors(registry, HEADER_LIMIT - policy)
  return {
    config,
    answers: createConfigAnswers(config, registry),
    ancestors,
    warnings: [
      ...(policy > HEADER_LIMIT
        ? [
            `the policy's header has ${policy} bytes: proxies refuse more than 4 kB by default. Offer fewer chains and services, or raise proxy_buffer_size`,
          ]
        : []),
      ...(ancestors.isForSilent
        ? []
        : [
            `${registry.embedders.length} embedders are more than one header holds: pages with a library that does not say who they are get no wallet`,
          ]),
    ],
    framed,
    unframed: headersOf(config, "'none'"),
    // People add networks on this page, so it may connect to any node. The worker, which has the keys, follows the
    // headers of its own script.
    own: {
      ...headersOf(config, "'none'", OWN_NODES),
      // Cuts off the window's opener, but not the windows that it opens itself.
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    },
    // For pages that no other window may have a handle on, and that can check this.
    isolated: {
      ...headersOf(config, "'none'"),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    },
  }
}

/** Scripts get the policy too, since a worker follows the headers of its script. */
function headersOf(
  config: AppConfig,
  frameAncestors: string,
  more: readonly string[] = [],
): Record<string, string> {
  const services = [
    config.loginService,
    ...config.keyNetwork.nodes.map(({ url }) => url),
    ...config.chains.map(({ rpcUrl }) => rpcUrl),
    config.prices?.url,
    config.ipfsGateway,
    config.tokenLogos,
  ]
  const origins = new Set(services.flatMap((url) => (url ? new URL(url).origin : [])))
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "worker-src 'self'",
    "font-src 'self'",
    "img-src 'self' data: https: http://localhost:*",
    `connect-src 'self' ${[...origins, ...more].join(' ')}`,
    `frame-ancestors ${frameAncestors}`,
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html wallet-embed',
  ]
  return {
    'content-security-policy': policy.join('; '),
    // Sends no referrer to other sites, but lets our own windows see that we opened them.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    // A login window needs the window that opened it.
    'cross-origin-opener-policy': 'unsafe-none',
  }
}
