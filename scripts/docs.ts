/** `npm run docs` writes the documentation as a site, into dist/docs. It needs the declarations of a build. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { build } from 'vitepress'

import { reference } from './docs/api.js'
import { fromRoot } from './vite/shared.js'

if (!existsSync(fromRoot('dist/types'))) {
  console.error('The reference is made from the declarations: first `npm run build -- types`.')
  process.exit(1)
}
mkdirSync(fromRoot('docs/api'), { recursive: true })
for (const [name, content] of Object.entries(reference())) {
  writeFileSync(fromRoot(`docs/api/${name}.md`), content)
}
await build(fromRoot('docs'))
