/** What of an ID token's text could be read in two ways, by itself: whoever signed it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { readTokenText } from '../../src/server/tokens/token-text.js'

const encoded = (text: string | Buffer) => Buffer.from(text).toString('base64url')
/** Of one byte more than whole groups: its last letter has four bits that do not count. */
const HEADER = encoded('{"alg":"x"} ')
const LOOSE = '{"alg":"xy"}  '
const loose = encoded(LOOSE).replace(/.$/, (last) => String.fromCharCode(last.charCodeAt(0) + 1))
const NO_UTF8 = Buffer.from([...Buffer.from('{"name":"'), 0xff, ...Buffer.from('"}')])

describe('the text of an ID token', () => {
  it('is read where it has one reading', () => {
    assert.deepEqual(Buffer.from(loose, 'base64url').toString(), LOOSE)
    assert.deepEqual(readTokenText(`${HEADER}.${encoded('{"sub":"1"}')}.`), {
      header: { alg: 'x' },
      claims: { sub: '1' },
    })
  })

  for (const [what, token, detail] of [
    ['a header with other last bits', `${loose}.${HEADER}.`, 'header: more than one spelling.'],
    ['claims with other last bits', `${HEADER}.${loose}.`, 'claims: more than one spelling.'],
    ['claims that are no UTF-8', `${HEADER}.${encoded(NO_UTF8)}.`, 'claims: no JSON.'],
    ['no header', `.${HEADER}.`, 'No compact JWS.'],
    ['no claims', `${HEADER}..`, 'No compact JWS.'],
    ['no place for a signature', `${HEADER}.${HEADER}`, 'No compact JWS.'],
  ] as const) {
    it(`is refused with ${what}`, () => {
      assert.throws(() => readTokenText(token), { code: 'TOKEN_MALFORMED', detail })
    })
  }
})
