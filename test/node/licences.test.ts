import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

import { licenceList } from '../../scripts/licence-list.js'
import { fromRoot } from '../../scripts/vite/shared.js'

const read = (path: string) => readFileSync(fromRoot(path), 'utf8')
const rowsOf = (packages: Parameters<typeof licenceList>[0]['packages']) =>
  licenceList({ packages }).split('|---|---|---|\n')[1]

describe('docs/licences.md', () => {
  it('lists what package-lock.json installs', () => {
    assert.equal(read('docs/licences.md'), licenceList(JSON.parse(read('package-lock.json'))))
  })
})

describe('the list of licences', () => {
  it('has what is installed with the package, and nothing of its development', () => {
    const packages = {
      '': { version: '1.0.0' },
      'node_modules/zed': { version: '2.0.0', license: 'ISC' },
      'node_modules/zed/node_modules/@scope/deep': { version: '1.0.0', license: 'MIT' },
      'node_modules/tool': { version: '3.0.0', license: 'GPL-3.0', dev: true },
      'node_modules/other-tool': { version: '3.0.0', devOptional: true },
    }
    assert.equal(rowsOf(packages), '| @scope/deep | 1.0.0 | MIT |\n| zed | 2.0.0 | ISC |\n')
  })

  it('takes a choice of licences of which one is allowed', () => {
    const packages = { 'node_modules/a': { version: '1.0.0', license: '(GPL-2.0-only OR MIT)' } }
    assert.equal(rowsOf(packages), '| a | 1.0.0 | (GPL-2.0-only OR MIT) |\n')
  })

  for (const license of [
    'GPL-3.0-only',
    'MIT AND GPL-3.0-only',
    'SEE LICENSE IN LICENSE',
    undefined,
  ]) {
    it(`refuses ${license ?? 'none'}`, () => {
      const packages = { 'node_modules/a': { version: '1.0.0', ...(license && { license }) } }
      assert.throws(() => licenceList({ packages }), /^Error: a 1\.0\.0: licence /)
    })
  }
})
