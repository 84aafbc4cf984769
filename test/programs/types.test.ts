/** The package's declarations in a site's own program, read to the last line by the compilers that sites have. Needs a build. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'

import { fromRoot } from '../../scripts/vite/shared.js'

/** The oldest, a common one and the newest: the tools of this repository bring the first two along. */
const COMPILERS = {
  '5.4': 'node_modules/@custom-elements-manifest/analyzer/node_modules/typescript',
  '5.9': 'node_modules/@lit/localize-tools/node_modules/typescript',
  '7.0': 'node_modules/typescript',
}

describe("the package's declarations, with skipLibCheck off and exactOptionalPropertyTypes on", () => {
  for (const [version, path] of Object.entries(COMPILERS)) {
    it(`compile under TypeScript ${version}`, async () => {
      const { version: found } = JSON.parse(readFileSync(fromRoot(`${path}/package.json`), 'utf8'))
      assert.ok(found.startsWith(`${version}.`), found)
      const args = [fromRoot(`${path}/bin/tsc`), '-p', fromRoot('test/fixtures/types')]
      const { stdout } = await promisify(execFile)(process.execPath, args).catch((error) => error)
      assert.equal(stdout, '')
    })
  }
})
