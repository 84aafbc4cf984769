/**
 * Serves the documentation's site on this machine, if `npm run docs` has made it: at a separate origin (decision 145).
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { fromRoot } from '../scripts/vite/shared.js'
import { portFromEnv, StartError } from './stack/ports.js'

const PORT = 4041

/**
 * @returns Its URL, or undefined if there is no site.
 * @throws {StartError} If the port is taken, or none.
 */
export async function serveDocumentation(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const root = env.DOCS_OUT ?? fromRoot('dist/docs')
  if (!existsSync(join(root, 'index.html'))) return undefined
  const { createStaticSite } = await import('../src/server/platform/static-site.js')
  const { listen } = await import('../src/server/platform/http.js')
  const site = createStaticSite({ roots: [root] })
  try {
    return await listen(site, portFromEnv(env, 'DOCS_PORT', PORT), 'DOCS_PORT')
  } catch (error) {
    throw new StartError((error as Error).message)
  }
}
