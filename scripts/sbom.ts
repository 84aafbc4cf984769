/** `npm run packages` ends with it: writes what each package consists of beside its tarball. Needs a build. */
import { readFileSync, writeFileSync } from 'node:fs'

import { sbomOf } from './packages/sbom.js'
import { folderOf, PACKAGES } from './packages.js'
import { fromRoot } from './vite/shared.js'

const { version } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'))
for (const name of PACKAGES) {
  const file = `dist/packages/${name}-${version}.cdx.json`
  writeFileSync(fromRoot(file), await sbomOf(folderOf(name)))
  console.log(file)
}
