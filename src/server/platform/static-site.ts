import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import files from '@fastify/static'
import type { FastifyInstance } from 'fastify'

import { SERVE_COMPRESSED, VARY } from './compressed.js'
import { createService, type ServiceOptions } from './http.js'

export interface StaticSiteOptions extends ServiceOptions {
  /** Folders; of two files under one name the first folder's is served. */
  roots: string[]
}

const PAGE = '.html'

/** Serves folders unchanged, for pages without a policy of ours. */
export function createStaticSite(options: StaticSiteOptions): FastifyInstance {
  const roots = options.roots.map((root) => resolve(root))
  const app = createService(options)
  app.register(files, {
    root: roots,
    extensions: [PAGE.slice(1)],
    cacheControl: false,
    ...SERVE_COMPRESSED,
    // Otherwise a compressed file of a later folder would win over an uncompressed one of the first.
    serve: false,
    setHeaders: (response) => {
      response.setHeader('cache-control', 'no-cache')
      response.setHeader('vary', VARY)
    },
  })
  app.get<{ Params: { '*': string } }>('/*', async ({ params }, reply) => {
    const path = params['*'].replace(/(^|\/)$/, '$1index.html')
    return reply.sendFile(path, (await firstWith(path, roots)) ?? roots[0]!)
  })
  return app
}

async function firstWith(path: string, roots: string[]): Promise<string | undefined> {
  for (const root of roots) {
    for (const name of [path, `${path}${PAGE}`]) {
      const found = await stat(join(root, name)).catch(() => undefined)
      if (found?.isFile()) return root
    }
  }
  return undefined
}
