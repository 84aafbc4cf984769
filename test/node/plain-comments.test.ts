/** Comments name things. Words that make a reader guess who or what is meant are rare; the last part shows that they are found. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

import { fromRoot } from '../../scripts/vite/shared.js'

const FOLDERS = ['src', 'components', 'demo', 'scripts']
const RIDDLE =
  /\b(another|nobody|somebody|anybody|everybody|whoever|whom|whatever|what is|of (its|their|his) own|(is|are) none)\b/i
const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/[^\n]*/g
/** In a thousand comments. Some are exact: "encrypted under another key". */
const MOST = 6

const riddlesIn = (source: string): string[] =>
  (source.match(COMMENT) ?? []).filter((comment) => RIDDLE.test(comment))

describe('comments', () => {
  it('say who and what', () => {
    const sources = FOLDERS.flatMap((folder) =>
      readdirSync(fromRoot(folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx?$/.test(file) && !file.includes('generated'))
        .map((file) => `${folder}/${file}`),
    ).map((path) => ({ path, source: readFileSync(fromRoot(path), 'utf8') }))
    const count = sources.reduce((sum, { source }) => sum + (source.match(COMMENT)?.length ?? 0), 0)
    assert.ok(count > 4_000, `${count}`)
    const found = sources.flatMap(({ path, source }) =>
      riddlesIn(source).map((comment) => `${path}: ${comment}`),
    )
    assert.ok(found.length <= (count * MOST) / 1_000, `\n${found.join('\n')}`)
  })

  it('are seen through where they do not', () => {
    for (const riddle of [
      '/** Whom the person knows. */',
      '// What is none stays.',
      '/**\n * Tells\n * somebody.\n */',
    ]) {
      assert.equal(riddlesIn(`const a = 1 ${riddle}`).length, 1, riddle)
    }
    const plain =
      "/** Known addresses. */ const nobody = 'https://nobody.example' // The page's URL."
    assert.deepEqual(riddlesIn(plain), [])
  })
})
