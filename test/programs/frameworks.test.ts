/**
 * The code of docs/frameworks.md and docs/servers.md is what test/e2e/frameworks.test.ts and test/packages/servers.test.ts
 * run, and the former compiles. Needs a build.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'

import { fromRoot } from '../../scripts/vite/shared.js'
import { shownCode } from '../support/shown-code.js'

const FIXTURES = 'test/fixtures/frameworks'
/** Pages with code of frameworks, and where it runs from. */
const PAGES = {
  'docs/frameworks.md': FIXTURES,
  'docs/servers.md': 'test/fixtures/servers',
}
const TSC = fromRoot('node_modules/typescript/bin/tsc')

const read = (path: string) => readFileSync(fromRoot(path), 'utf8')
const foldersIn = (path: string) =>
  readdirSync(fromRoot(path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

for (const [page, fixtures] of Object.entries(PAGES)) {
  describe(page, () => {
    const blocks = shownCode(page)

    it('shows a page of each framework', () => {
      const shown = new Set(blocks.map(({ path }) => path.split('/')[0]!))
      assert.deepEqual([...shown].sort(), foldersIn(fixtures).toSorted())
    })

    for (const { path, code } of blocks) {
      it(`shows ${path} as it is built and run`, () => {
        assert.equal(code, read(`${fixtures}/${path}`))
      })
    }
  })
}

describe('the compiler', () => {
  const typed = foldersIn(FIXTURES).filter((name) =>
    existsSync(fromRoot(`${FIXTURES}/${name}/tsconfig.json`)),
  )

  it('looks at every framework whose code it reads', () => {
    assert.deepEqual(typed, ['angular', 'preact', 'react', 'solid'])
  })

  for (const name of typed) {
    it(`takes the right uses in ${name}, and knows the wrong ones for errors`, async () => {
      const args = [TSC, '-p', fromRoot(`${FIXTURES}/${name}/tsconfig.json`)]
      const { stdout } = await promisify(execFile)(process.execPath, args).catch((error) => error)
      assert.equal(stdout, '')
    })
  }
})
