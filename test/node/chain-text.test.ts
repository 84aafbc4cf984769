/** Text that somebody else chose, as the wallet shows it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { prepareTransaction } from '../../src/chain/costs/prepare-transaction.js'
import type { Rpc } from '../../src/chain/rpc/rpc.js'
import { brief } from '../../src/chain/values/brief.js'
import { lookAlikes } from '../../src/chain/values/mixed-scripts.js'
import { visible } from '../../src/chain/values/text.js'
import { ProviderRpcError } from '../../src/shared/errors.js'

const A = '0x1000000000000000000000000000000000000a11'

const U = (code: number) => String.fromCodePoint(code)

describe('hidden characters', () => {
  for (const [name, code] of [
    ['null', 0x00],
    ['a carriage return', 0x0d],
    ['escape', 0x1b],
    ['a soft hyphen', 0xad],
    ['a combining grapheme joiner', 0x034f],
    ['an Arabic letter mark', 0x061c],
    ['a Hangul filler', 0x3164],
    ['a half-width Hangul filler', 0xffa0],
    ['an empty braille cell', 0x2800],
    ['a zero-width space', 0x200b],
    ['a zero-width non-joiner', 0x200c],
    ['a zero-width joiner', 0x200d],
    ['a right-to-left mark', 0x200f],
    ['a line separator', 0x2028],
    ['a right-to-left override', 0x202e],
    ['a word joiner', 0x2060],
    ['an isolate', 0x2066],
    ['an interlinear anchor', 0xfff9],
    ['a byte order mark', 0xfeff],
    ['a variation selector', 0xfe0e],
    ['a supplementary variation selector', 0xe0101],
    ['a tag', 0xe0041],
    ['what Unicode keeps free for more of these', 0x2065],
    ['and beside the interlinear ones', 0xfff0],
    ['and among the tags', 0xe0fff],
  ] as const) {
    it(`show as their code point: ${name}`, () => {
      const hex = code.toString(16).toUpperCase().padStart(4, '0')
      assert.equal(visible(`pay${U(code)}pal`), `pay⟨U+${hex}⟩pal`)
    })
  }

  for (const [name, text] of [
    ['lines and tabs', 'one\n\ttwo'],
    ['a family', '👨‍👩‍👧‍👦'],
    ['a skin tone with a job', '👩🏽‍🚀'],
    ['a heart with its selector', '❤️ and ❤️‍🔥'],
    ['a flag of letters', '🇯🇵'],
    ['a flag of tags', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
    ['a keycap', '1️⃣'],
    ['Persian with its non-joiner', 'می\u200cخواهم'],
    ['Hindi with its joiner', 'क्\u200dष'.replace('\u200d', '')],
    ['accents', 'Crème brûlée'],
    ['Arabic, Hebrew and Japanese', 'مرحبا שלום こんにちは'],
  ] as const) {
    it(`are not made of ${name}`, () => assert.equal(visible(text), text))
  }

  it('are shown in an emoji to which they do not belong', () => {
    assert.equal(visible('😀\u200d.'), '😀⟨U+200D⟩.')
    assert.equal(visible('😀\u{e0041}\u{e0042}'), '😀⟨U+E0041⟩⟨U+E0042⟩')
  })
})

describe('marks on a letter', () => {
  it('are at most three: more would reach into other lines, so that they are written out', () => {
    assert.equal(visible(`a${U(0x301).repeat(3)}b`), `a${U(0x301).repeat(3)}b`)
    assert.equal(visible(`a${U(0x301).repeat(5)}b`), `a${U(0x301).repeat(3)}⟨U+0301⟩⟨U+0301⟩b`)
    assert.equal(visible(`ก${U(0xe47).repeat(4)}`), `ก${U(0xe47).repeat(3)}⟨U+0E47⟩`)
    // Between them none that is hidden starts the count anew.
    const mixed = `a${`${U(0x301)}${U(0x20dd)}`.repeat(40)}`
    assert.ok(!/\p{M}{4}/u.test(visible(mixed)))
  })

  for (const text of [
    'Việt Nam'.normalize('NFD'),
    'ᾧ'.normalize('NFD'),
    'שָׁלוֹם',
    'ที่นี่',
    'हिन्दी',
    'မြန်မာ',
  ]) {
    it(`are left as they are in ${text}`, () => assert.equal(visible(text), text))
  }
})

describe('what somebody else says', () => {
  it('is brief on the screen, with every character visible', () => {
    assert.equal(brief('The shop is closed'), 'The shop is closed')
    assert.equal(brief('x'.repeat(5_000)), `${'x'.repeat(300)}…`)
    assert.equal(brief('abc\u202edef', 4), 'abc⟨U+202E⟩…')
    // Characters, not halves of them.
    assert.equal(brief('😀😀😀', 2), '😀😀…')
  })

  it('is brief where a node says why something would fail', async () => {
    const node = {
      request: async (method: string) => {
        if (method === 'eth_estimateGas') throw new ProviderRpcError(3, 'no '.repeat(5_000))
        return method === 'eth_getBlockByNumber' ? { baseFeePerGas: '0x1' } : '0x1'
      },
      quantity: async (method: string) => BigInt((await node.request(method)) as string),
    }
    const request = { from: A, to: A, value: 0n, data: '0x', fees: undefined } as const
    const { failure } = await prepareTransaction(node as unknown as Rpc, request, 1)
    assert.equal(failure?.length, 301)
  })
})

describe('look-alike letters', () => {
  for (const [name, text] of [
    ['Cyrillic among Latin', 'p\u0430ypal'],
    ['Greek among Latin', 'Unisw\u03b1p'],
    ['Armenian among Latin', 'g\u0585\u0585gle'],
    ['Cherokee among Latin', '\u13aethereum'],
    ['Latin among Cyrillic', 'приветa'],
    ['full-width letters', '\uff35\uff33\uff24\uff23'],
    ['mathematical letters', '\u{1d414}\u{1d412}\u{1d403}'],
    ['enclosed letters', '\u24ca\u24c8\u24b9'],
    ['a Greek question of a name', 'USD\u03a4'],
  ] as const) {
    it(`are found: ${name}`, () => assert.deepEqual(lookAlikes(`Send to ${text}.`), [text]))
  }

  for (const [name, text] of [
    ['plain words', 'Send 5 USDC to Alice'],
    ['whole words of several scripts', 'Привет hello γειά'],
    ['accents and ligatures', 'naïve Straße œuvre'],
    ['Japanese with Latin', 'USDCを送る'],
    ['Chinese beside Latin', '签署Hello'],
    ['a micrometre', '5μm and 3µs'],
    ['digits', '0x52908400098527886E0F7030069857D2E4169EE7'],
    ['emoji', 'gm 👨‍👩‍👧‍👦 ☀️'],
  ] as const) {
    it(`are not made of ${name}`, () => assert.deepEqual(lookAlikes(text), []))
  }
})
