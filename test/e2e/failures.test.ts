/** What a failed test tells of its pages: test/fixtures/failing.ts fails, in a process of its own. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'

import { fromRoot } from '../../scripts/vite/shared.js'
import { withoutSecrets } from '../support/failures.js'
import { before, describe, it } from '../support/suite.js'

describe('a test that fails', () => {
  let output: string

  before(() => {
    // A run within a run would tell the outer one of its failures.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const args = ['--import', 'tsx', '--test', fromRoot('test/fixtures/failing.ts')]
    output = spawnSync(process.execPath, args, { cwd: fromRoot('.'), env, encoding: 'utf8' }).stdout
  })

  const told = (test: string) => {
    const from = output.indexOf(`“${test}” failed with 1 page(s) open.`)
    assert.notEqual(from, -1, output)
    return output.slice(from, output.indexOf('all texts: ', from) + 500)
  }

  it('shows the texts of the page and of its frame, through shadow roots, before they are closed', () => {
    const text = told('a suite that closes its pages > fails in a test')
    assert.match(text, /page http:\/\/localhost:\d+\/a\/path\S* “A page”, visible, has the focus/)
    assert.match(text, /heading "Outside"/)
    assert.match(
      text,
      /frame about:srcdoc[\s\S]*button "Approve" \[disabled\][\s\S]*paragraph: Inside/,
    )
  })

  it('shows what the page complained of', () => {
    assert.match(
      told('a suite that closes its pages > fails in a test'),
      /complaint: went to https:\/\/a\.example\/cb/,
    )
  })

  it('tells no value of an address', () => {
    assert.match(output, /\?state=…\\?#…/)
    assert.match(output, /\?code=…\\?#…/)
    assert.doesNotMatch(output, /the-(state|leg|code|token)/)
  })

  it('leaves a picture and all texts where it says', () => {
    const [, picture = '', texts = ''] =
      told('a suite that closes its pages > fails in a test').match(
        /picture: (\S+\.png), all texts: (\S+\.txt)/,
      ) ?? []
    assert.equal(readFileSync(fromRoot(picture)).subarray(1, 4).toString(), 'PNG')
    assert.match(readFileSync(fromRoot(texts), 'utf8'), /Outside/)
    for (const file of [picture, texts]) rmSync(fromRoot(file))
  })

  it('is told of as well where the suite did not begin', () => {
    const text = told('before a suite that does not begin')
    assert.match(text, /button "Approve" \[disabled\]/)
    const [, picture = ''] = text.match(/picture: (\S+\.png)/) ?? []
    assert.ok(existsSync(fromRoot(picture)))
    for (const end of ['png', 'txt']) rmSync(fromRoot(picture.replace(/png$/, end)))
  })

  it('is one of any file here', () => {
    const files = readdirSync(fromRoot('test/e2e')).filter((file) => file.endsWith('.test.ts'))
    assert.ok(files.length > 20)
    const others = files.filter((file) =>
      /^import .*'node:test'/m.test(readFileSync(fromRoot(`test/e2e/${file}`), 'utf8')),
    )
    assert.deepEqual(others, [], 'take them from test/support/suite.ts')
  })

  it('of the others nothing is told', () => {
    assert.equal(output.match(/ failed with /g)?.length, 2)
  })
})

describe('what is told', () => {
  for (const [text, expected] of [
    ['https://a.example/x?code=1&state=2', 'https://a.example/x?code=…&state=…'],
    ['see http://a.example/#leg=1, or not', 'see http://a.example/#… or not'],
    ['- /url: /login?id=1', '- /url: /login?id=…'],
    ['got eyJhbGciOi.eyJpc3Mi.c2ln here', 'got eyJ… here'],
    ['https://a.example/x stays', 'https://a.example/x stays'],
    ['is it? #1 is', 'is it? #1 is'],
  ] as const) {
    it(`of “${text}” is “${expected}”`, () => assert.equal(withoutSecrets(text), expected))
  }
})
