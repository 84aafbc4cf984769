import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

import { WALLET_ERROR_CODES, WalletError } from '../../src/shared/errors.js'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

describe('docs/errors.md', () => {
  const sections = read('docs/errors.md').split(/^### /m).slice(1)
  const headings = sections.map((section) => section.slice(0, section.indexOf('\n')))

  it('has a heading for each code and no other', () => {
    assert.deepEqual(headings.toSorted(), [...WALLET_ERROR_CODES].toSorted())
  })

  it('gives the number that a provider reports', () => {
    for (const section of sections) {
      const [code = '', body = ''] = section.split('\n', 2)
      const expected = new WalletError(code as (typeof WALLET_ERROR_CODES)[number]).rpcCode
      assert.equal(Number(body.split('.')[0]?.replace('−', '-')), expected, code)
    }
  })

  it('is where an error points to', () => {
    assert.match(new WalletError('TOKEN_NONCE').docsUrl, /#token_nonce$/)
  })
})

describe('links in the documentation', () => {
  const pages = [
    'README.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    ...readdirSync(join(ROOT, 'docs'), { recursive: true })
      .map((path) => join('docs', String(path)))
      .filter((path) => path.endsWith('.md')),
  ]
  for (const page of pages) {
    it(`of ${page} lead to files that exist`, () => {
      const links = [...read(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
      const missing = links
        .map(([, target]) => join(dirname(page), target!))
        .filter((target) => !existsSync(join(ROOT, target)))
      assert.deepEqual(missing, [])
    })
  }
})
