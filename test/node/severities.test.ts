/** An effect is as bad in whatever way it is asked for, and docs/confirmations.md says so. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

import { fromRoot } from '../../scripts/vite/shared.js'
import { severities, withSeverities } from './support/severities.js'

describe('the severity of', () => {
  for (const { says, cells } of severities()) {
    it(`${says} is the same in all ways`, () => {
      const answers = cells.filter((cell) => cell !== undefined)
      assert.equal(new Set(answers).size, 1, answers.join())
    })
  }
})

describe('the table of docs/confirmations.md', () => {
  it('is what the wallet says', () => {
    const page = readFileSync(fromRoot('docs/confirmations.md'), 'utf8')
    assert.equal(page, withSeverities(page))
  })
})
