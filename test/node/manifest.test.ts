/** custom-elements.json is committed, for editors and documentation: it must say what the sources say. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'

import { fromRoot } from '../../scripts/vite/shared.js'

const MAIN = fromRoot('node_modules/@custom-elements-manifest/analyzer/cem.js')

describe('custom-elements.json', () => {
  it('is what `npx cem analyze` makes of the elements', async () => {
    const folder = await mkdtemp(fromRoot('test/.manifest-'))
    try {
      const outdir = relative(fromRoot('.'), folder)
      await promisify(execFile)(process.execPath, [MAIN, 'analyze', '--outdir', outdir], {
        cwd: fromRoot('.'),
        timeout: 120_000,
      })
      const made = await readFile(join(folder, 'custom-elements.json'), 'utf8')
      const committed = await readFile(fromRoot('custom-elements.json'), 'utf8')
      assert.deepEqual(JSON.parse(committed), JSON.parse(made))
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})
