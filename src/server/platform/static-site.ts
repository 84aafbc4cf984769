import files from '@fastify/static'
import type { FastifyInstance } from 'fastify'

import { createService, type ServiceOptions } from './http.js'

export interface StaticSiteOptions extends ServiceOptions {
  /** Folders; of two files under one name the first folder's is served. */
  roots: string[]
}

/** Serves folders as they are, for pages that need no policy of ours. */
export function createStaticSite(options: StaticSiteOptions): FastifyInstance {
  const app = createService(options)
  app.register(files, {
    root: options.roots,
    extensions: ['html'],
    cacheControl: false,
    setHeaders: (response) => response.setHeader('cache-control', 'no-cache'),
  })
  return app
}
