import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { checkInterface } from '../support/interface.js'

const row = (name: string, test: string) => `| \`${name}\` | does something | ${test} |\n`
const passed = { file: 'test/e2e/a.test.ts', name: 'does it', passed: true }

describe('the check of docs/interface.md', () => {
  it('is content with a row whose tests passed', () => {
    const document = row('a.b', 'test/e2e/a.test.ts › does it<br>test/e2e/a.test.ts › does it')
    assert.deepEqual(checkInterface(document, ['a.b'], [passed]), [])
  })

  it('misses a row', () => {
    assert.deepEqual(checkInterface('', ['a.b'], []), ['a.b: no row.'])
  })

  it('knows no row that the interface has not', () => {
    const document = row('a.c', 'test/e2e/a.test.ts › does it')
    assert.deepEqual(checkInterface(document, [], [passed]), ['a.c: no row of the interface.'])
  })

  it('wants the named test to have run', () => {
    const document = row('a.b', 'test/e2e/a.test.ts › does something else')
    assert.equal(checkInterface(document, ['a.b'], [passed]).length, 1)
  })

  it('wants the named test to have passed', () => {
    const document = row('a.b', 'test/e2e/a.test.ts › does it')
    const failed = { ...passed, passed: false }
    assert.equal(checkInterface(document, ['a.b'], [passed, failed]).length, 1)
  })

  it('takes no row without a test', () => {
    assert.deepEqual(checkInterface(row('a.b', 'none'), ['a.b'], []), ['a.b: no row.'])
  })
})
