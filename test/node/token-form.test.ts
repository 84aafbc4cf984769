/** What a token's header and claims have to look like, whatever key signed it: each bound from both sides. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { checkTokenForm } from '../../src/server/tokens/token-form.js'

const HEADER = { alg: 'RS256' }
const CLAIMS = { iss: 'us', aud: 'them', exp: 2, iat: 1, nonce: 'n', sub: 'one' }
const LAST = 253_402_300_799

const check = (claims: object, header: object = {}) =>
  checkTokenForm({ header: { ...HEADER, ...header }, claims: { ...CLAIMS, ...claims } })

describe('the form of a token', () => {
  for (const [what, claims, header] of [
    ['as few claims as there may be', {}],
    ['a subject of 255 characters', { sub: 'a'.repeat(255) }],
    ['times from the first second to the last', { iat: 0, nbf: 0, exp: LAST }],
    ['one audience in a list', { aud: ['them'] }],
    ['a type in any case', {}, { typ: 'JWT' }],
    ['the type in full', {}, { typ: 'application/jwt' }],
    ['a key that it brings along, and nobody reads', {}, { jwk: {} }],
  ] as [string, object, object?][]) {
    it(`may have ${what}`, () => void check(claims, header))
  }

  for (const [what, code, claims, header] of [
    ['a subject of 256 characters', 'TOKEN_CLAIM', { sub: 'a'.repeat(256) }],
    ['an empty subject', 'TOKEN_CLAIM', { sub: '' }],
    ['a subject with a control in it', 'TOKEN_CLAIM', { sub: 'a\n' }],
    ['a time before the first second', 'TOKEN_CLAIM', { iat: -1 }],
    ['a time after the last', 'TOKEN_CLAIM', { exp: LAST + 1 }],
    ['a part of a second', 'TOKEN_CLAIM', { nbf: 0.5 }],
    ['no audience in a list', 'TOKEN_AUDIENCE', { aud: [] }],
    ['a number for who asked for it', 'TOKEN_AUDIENCE', { azp: 1 }],
    ['no issuer', 'TOKEN_ISSUER', { iss: undefined }],
    ['no nonce', 'TOKEN_NONCE', { nonce: undefined }],
    ['another type', 'TOKEN_MALFORMED', {}, { typ: 'at+jwt' }],
    ['something critical', 'TOKEN_MALFORMED', {}, { crit: ['exp'] }],
    ['another encoding', 'TOKEN_MALFORMED', {}, { b64: false }],
  ] as [string, string, object, object?][]) {
    it(`may not have ${what}: ${code}`, () => {
      assert.throws(() => check(claims, header), { code })
    })
  }
})
