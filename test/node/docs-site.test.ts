/** The pages of the documentation's site. test/programs/docs-site.test.ts builds it. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, it } from 'node:test'

import { slugOf, targetOf } from '../../scripts/docs/markdown.js'
import { PAGES } from '../../scripts/docs/sidebar.js'
import { fromRoot } from '../../scripts/vite/shared.js'

const read = (path: string) => readFileSync(fromRoot(path), 'utf8')
const isPage = (file: string) => file.endsWith('.md')

/** Of code and comments nothing is a heading or a link. */
const textOf = (page: string) => read(page).replace(/^```.*?^```$|<!--.*?-->/gms, '')

const anchorsOf = (text: string): Set<string> => {
  const counts = new Map<string, number>()
  const anchors = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => {
    const slug = slugOf(heading!.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', ''))
    const before = counts.get(slug) ?? 0
    counts.set(slug, before + 1)
    return before ? `${slug}-${before}` : slug
  })
  const named = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id!)
  return new Set([...anchors, ...named])
}

describe('the sidebar', () => {
  it('has each page once, and no other', () => {
    const pages = [
      ...readdirSync(fromRoot('.')).filter((file) => isPage(file)),
      ...readdirSync(fromRoot('docs'))
        .filter((file) => isPage(file))
        .map((file) => `docs/${file}`),
      // Made from the build.
      ...['docs/api/elements.md', 'docs/api/types.md'],
    ]
    assert.deepEqual(PAGES.toSorted(), pages.toSorted())
  })
})

describe('links to a heading', () => {
  const decisions = readdirSync(fromRoot('docs/decisions')).map((file) => `docs/decisions/${file}`)
  const pages = [...PAGES, ...decisions].filter((page) => existsSync(fromRoot(page)))

  for (const page of pages) {
    it(`of ${page} lead to one that is there`, () => {
      const links = [...textOf(page).matchAll(/\]\(((?!https?:)[^)\s]*)#([^)\s]+)\)/g)]
      const dead = links.filter(([, path, anchor]) => {
        const target = path ? posix.join(posix.dirname(page), path) : page
        return isPage(target) && !anchorsOf(textOf(target)).has(anchor!)
      })
      assert.deepEqual(
        dead.map(([link]) => link),
        [],
      )
    })
  }
})

describe('the anchor of a heading', () => {
  for (const [heading, anchor] of [
    ['POPUP_BLOCKED', 'popup_blocked'],
    ['`new Wallet(options?)`', 'new-walletoptions'],
    ["Tokens for sites' own servers", 'tokens-for-sites-own-servers'],
    ['1. What runs behind it', '1-what-runs-behind-it'],
  ] as const) {
    it(`of ${heading} is ${anchor}`, () => assert.equal(slugOf(heading), anchor))
  }
})

describe('a link of a page', () => {
  for (const [href, page, expected] of [
    ['wallet.md#x', 'docs/errors.md', 'wallet.md#x'],
    ['docs/wallet.md', 'README.md', 'docs/wallet.md'],
    ['../SECURITY.md', 'docs/errors.md', '../SECURITY.md'],
    ['images/dark.png', 'docs/recipes.md', 'images/dark.png'],
    ['https://a.example', 'docs/errors.md', 'https://a.example'],
  ] as const) {
    it(`to ${href} stays as it is`, () => assert.equal(targetOf(href, page), expected))
  }

  for (const [href, path] of [
    ['../src/wallet.ts', 'src/wallet.ts'],
    [
      'decisions/0065-run-wallet-logins-in-the-frame.md',
      'docs/decisions/0065-run-wallet-logins-in-the-frame.md',
    ],
  ] as const) {
    it(`to ${href} leads to the sources, if somebody says where these are`, () => {
      assert.equal(targetOf(href, 'docs/errors.md'), undefined)
      const sources = 'https://code.example/tree'
      assert.equal(targetOf(href, 'docs/errors.md', sources), `${sources}/${path}`)
    })
  }
})
