/** docs/migrate.md: its programs are those that test/e2e/migrate.test.ts runs, and compile. Needs a build. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'

import { fromRoot } from '../../scripts/vite/shared.js'
import { shownCode } from '../support/shown-code.js'

const FOLDER = 'test/fixtures/migrate'
/** What is around each of them. */
const AROUND = ['page.ts', 'tsconfig.json']

describe('docs/migrate.md', () => {
  const shown = shownCode('docs/migrate.md')

  it('shows each program', () => {
    const programs = readdirSync(fromRoot(FOLDER)).filter((file) => !AROUND.includes(file))
    assert.deepEqual(shown.map(({ path }) => path).sort(), programs.sort())
  })

  for (const { path, code } of shown) {
    it(`shows ${path} as it is built and run`, () => {
      assert.equal(code, readFileSync(fromRoot(`${FOLDER}/${path}`), 'utf8'))
    })
  }

  it('has programs that compile', async () => {
    const args = [fromRoot('node_modules/typescript/bin/tsc'), '-p', fromRoot(FOLDER)]
    const { stdout } = await promisify(execFile)(process.execPath, args).catch((error) => error)
    assert.equal(stdout, '')
  })
})
