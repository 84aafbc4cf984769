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

const pages = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true })
    .map((path) => join('docs', String(path)))
    .filter((path) => path.endsWith('.md')),
]

/** Commands that run or install one of our names from a registry: until it is published there, a stranger can register it. */
const namesToRegistry = (text: string): string[] =>
  [
    /\bnpx\s+(?!--no-install\s)[^`\n]*wallet-embed/g,
    /\b(?:npm|pnpm|yarn|bun)\s+(?:i|install|add)\s[^`\n]*(?<![\w./-])wallet-embed(?![\w./]|-\d)/g,
  ].flatMap((command) => text.match(command) ?? [])

describe('commands in the documentation', () => {
  // Decisions tell what was.
  for (const page of pages.filter((one) => !one.includes('decisions'))) {
    it(`of ${page} ask no registry for our packages`, () => {
      assert.deepEqual(namesToRegistry(read(page)), [])
    })
  }

  it('would be found', () => {
    for (const command of [
      'npm install wallet-embed',
      'npm install\nwallet-embed',
      'npm i -D viem wallet-embed-dev@1',
      'pnpm add wallet-embed',
      'npx wallet-embed-dev --origin x',
      'npx -y wallet-embed-dev',
    ]) {
      assert.equal(namesToRegistry(command).length, 1, command)
    }
    const fine = 'npm i ../wallet-embed/wallet-embed-0.1.0.tgz\nnpx --no-install wallet-embed-dev'
    assert.deepEqual(namesToRegistry(fine), [])
  })
})

describe('scripts of npm that the documentation names', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const missingIn = (text: string) =>
    [...text.matchAll(/\bnpm run ([a-z][\w:-]*)/g)]
      .map(([, name]) => name!)
      .filter((name) => !(name in scripts))

  for (const page of pages) {
    it(`of ${page} exist`, () => assert.deepEqual(missingIn(read(page)), []))
  }

  it('would be missed', () => {
    assert.deepEqual(missingIn('`npm run docs` and\n`npm run gone -- a`'), ['gone'])
  })
})

describe('links in the documentation', () => {
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
