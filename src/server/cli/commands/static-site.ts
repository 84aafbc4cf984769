import { createStaticSite } from '../../platform/static-site.js'
import { folderOf, type Given } from '../options/options.js'
import { serve } from '../run/serve.js'

/** Serves folders as they are. */
export async function runStaticSite(given: Given): Promise<void> {
  const roots = await Promise.all([given.root ?? []].flat().map(folderOf))
  await serve(createStaticSite({ roots, log: process.stdout }), given, 4040, 'DEMO_PORT')
}
