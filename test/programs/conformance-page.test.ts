/** docs/conformance.md has the figures of a run, of the suites that need no path. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'

import { page, section } from '../../scripts/conformance/page.js'
import { installed, run, SUITES } from '../../scripts/conformance/suites.js'
import { fromRoot } from '../../scripts/vite/shared.js'

const written = readFileSync(fromRoot('docs/conformance.md'), 'utf8')
/** Suites that need no path. */
const NAMES = ['rfc9497', 'ethers-eip712', 'ethers-transactions', 'ethers-mnemonics']

describe('docs/conformance.md', () => {
  it('is checked for each suite that needs no path', () => {
    assert.deepEqual(
      installed().map(([{ name }]) => name),
      NAMES,
    )
  })

  for (const [suite, folder] of installed()) {
    it(`has the figures of a run of ${suite.title}`, async () => {
      const text = section(await run(suite, folder))
      assert.ok(written.includes(text), text)
    })
  }

  it('has a section for each suite, which stays if the suite does not run', () => {
    for (const { title } of SUITES) assert.ok(written.includes(`\n## ${title}\n`), title)
    assert.equal(page(written, SUITES, []), written)
  })

  it('gives the cases that a suite missed, and why', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'conformance-'))
    try {
      const words = SUITES.find(({ name }) => name === 'trezor')!
      const english = [['00'.repeat(16), 'abandon', '', '']]
      writeFileSync(join(folder, 'vectors.json'), JSON.stringify({ english }))
      const text = section(await run(words, folder))
      assert.match(text, /\| 1 \| 0 \| 1 \| 0 \|/)
      assert.match(text, /- 1 × `other words`/)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
