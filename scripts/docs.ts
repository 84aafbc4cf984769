/**
 * `npm run docs` writes the documentation as a site, into dist/docs. The reference is made from the declarations of the
 * last build; if missing, they are made first.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { build as buildSite } from 'vitepress'

import { reference } from './docs/api.js'
import { fromRoot } from './vite/shared.js'

if (!existsSync(fromRoot('dist/types'))) await (await import('./build.js')).build(['types'])
mkdirSync(fromRoot('docs/api'), { recursive: true })
for (const [name, content] of Object.entries(reference())) {
  writeFileSync(fromRoot(`docs/api/${name}.md`), content)
}
await buildSite(fromRoot('docs'))
