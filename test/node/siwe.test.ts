/** Sign-in messages (EIP-4361), read strictly and held against who asks. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

process.env.TZ = 'UTC'

import { createSiweMessage } from 'viem/siwe'

import {
  brokenSignInNotices,
  signInWords,
} from '../../src/app/screens/approve/sign/sign-in-words.js'
import { readMessage } from '../../src/chain/requests/message-reading.js'
import { readSiwe, type SiwePart } from '../../src/chain/requests/siwe.js'
import { toBase64Url, utf8 } from '../../src/shared/encoding.js'

const ACCOUNT = '0x52908400098527886E0F7030069857D2E4169EE7'
const OTHER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const SITE = 'https://shop.example.test'
const NOW = new Date('2026-03-01T12:00:00Z')
const FIELDS = {
  address: ACCOUNT,
  chainId: 31_337,
  domain: 'shop.example.test',
  nonce: 'abcdefgh12345678',
  uri: 'https://shop.example.test/login',
  version: '1',
  statement: 'Sign in to the shop.',
  issuedAt: new Date('2026-03-01T11:59:00Z'),
  expirationTime: new Date('2026-03-01T13:00:00Z'),
} as const

const GOOD = createSiweMessage(FIELDS)
const CHAIN = { chainId: 31_337, name: 'Local chain', rpcUrl: 'https://node.example.test' }

/** What a person reads, a line each. */
function readBy(text: string, site = SITE, now = NOW): string[] {
  const reading = readSiwe(text)
  if (reading.kind === 'none') return ['no sign-in']
  const scene = { site, account: ACCOUNT, chain: CHAIN, now, locale: 'en' }
  if (reading.kind === 'broken') {
    return brokenSignInNotices(reading, site).map(({ level, text }) => `${level}: ${text}`)
  }
  const { title, rows, notices } = signInWords(reading.siwe, scene)
  return [
    title,
    ...rows.map(({ label, value, sub }) => `${label}: ${value}${sub ? ` (${sub})` : ''}`),
    ...notices.map(({ level, text }) => `${level}: ${text}`),
    // Some versions of ICU put another space before AM and PM.
  ].map((line) => line.replace(/\u202f/g, ' '))
}

/** Only what is wrong. */
const warningsOf = (text: string, site = SITE, now = NOW) =>
  readBy(text, site, now).filter((line) => /^(refused|danger|warning): /.test(line))
const withFields = (own: Record<string, unknown>) =>
  createSiweMessage({ ...FIELDS, ...own } as never)

const lines = GOOD.split('\n')
const withLine = (at: number, line: string) => lines.with(at, line).join('\n')
const withStatement = (statement: string) => withLine(3, statement)

describe('a sign-in message', () => {
  it('is shown as facts, without a warning where all of it holds', () => {
    assert.deepEqual(readBy(GOOD), [
      'Sign in to shop.example.test?',
      'Sign in to: shop.example.test',
      'The site says: Sign in to the shop.',
      'Account: 0x 5290 8400 0985 2788 6E0F 7030 0698 57D2 E416 9EE7',
      'Network: Local chain (Chain ID 31337)',
      'Issued: Mar 1, 2026, 11:59 AM',
      'Expires: Mar 1, 2026, 1:00 PM',
    ])
  })

  it('is also one without a statement, and with all that the standard knows', () => {
    const { statement: _, ...short } = FIELDS
    assert.deepEqual(warningsOf(createSiweMessage(short)), [])
    const recap = `urn:recap:${toBase64Url(utf8(JSON.stringify({ att: { 'https://files.example.test/': { 'file/write': [{}] } }, prf: [] })))}`
    const long = withFields({
      scheme: 'https',
      requestId: 'some-request',
      notBefore: new Date('2026-03-01T11:00:00Z'),
      resources: ['ipfs://some-terms/', recap],
    })
    assert.deepEqual(readBy(long).slice(1), [
      'Sign in to: https://shop.example.test',
      'The site says: Sign in to the shop.',
      'Account: 0x 5290 8400 0985 2788 6E0F 7030 0698 57D2 E416 9EE7',
      'Network: Local chain (Chain ID 31337)',
      'Issued: Mar 1, 2026, 11:59 AM',
      'Valid from: Mar 1, 2026, 11:00 AM',
      'Expires: Mar 1, 2026, 1:00 PM',
      'Request: some-request',
      'With access to: ipfs://some-terms/',
      'Allows the site: file/write (https://files.example.test/)',
    ])
  })

  it('may have an empty statement, which the library siwe writes as three empty lines', () => {
    const { statement: _, ...short } = FIELDS
    const text = createSiweMessage(short).replace('\n\n\n', '\n\n\n\n')
    assert.match(text, /7\n\n\n\nURI: /)
    assert.deepEqual(warningsOf(text), [])
    assert.deepEqual(readBy(text), readBy(createSiweMessage(short)))
  })

  it('is told from any other message', () => {
    assert.deepEqual(readSiwe('Please sign in'), { kind: 'none' })
  })

  const REFUSAL =
    'asks for it. With your signature it could sign in there as you. The wallet does not sign it.'
  for (const [what, text, expected, site = SITE] of [
    [
      'another site',
      withFields({ domain: 'bank.example.test' }),
      `refused: This sign-in is for bank.example.test, but shop.example.test ${REFUSAL}`,
    ],
    [
      'a site above the one that asks',
      withFields({ domain: 'example.test' }),
      `refused: This sign-in is for example.test, but shop.example.test ${REFUSAL}`,
    ],
    [
      'another port',
      withFields({ domain: 'shop.example.test:8443' }),
      `refused: This sign-in is for shop.example.test:8443, but shop.example.test ${REFUSAL}`,
    ],
    [
      'a site that is named before an @',
      GOOD.replace('shop.example.test wants', 'shop.example.test@bank.example.test wants'),
      `refused: This sign-in is for shop.example.test@bank.example.test, but shop.example.test ${REFUSAL}`,
    ],
    [
      'the same name by another scheme',
      withFields({ scheme: 'http' }),
      'danger: This sign-in is for http://shop.example.test, but https://shop.example.test asks for it: the same name, reached in another way.',
    ],
    [
      'a page of this computer',
      withFields({ domain: 'bank.example.test', uri: 'http://localhost:3000' }),
      'danger: This sign-in is for bank.example.test, but localhost:3000, a program on this computer, asks for it. With your signature it could sign in there as you.',
      'http://localhost:3000',
    ],
    [
      'another account',
      withFields({ address: OTHER }),
      'danger: This sign-in is for another account, \u20660x 8617 E340 B3D0 1FA5 F11F 306F 4090 FD50 E238 070D\u2069. You sign with \u20660x 5290 8400 0985 2788 6E0F 7030 0698 57D2 E416 9EE7\u2069.',
    ],
    [
      'an address in small letters',
      GOOD.replace(ACCOUNT, ACCOUNT.toLowerCase()),
      'warning: The account’s address in this sign-in has wrong capital letters. Many sites will not take it.',
    ],
    [
      'another chain',
      withFields({ chainId: 1 }),
      'warning: This sign-in is for the network Ethereum, but the wallet uses Local chain.',
    ],
    [
      'a chain that nobody knows',
      withFields({ chainId: 987_654_321 }),
      'warning: This sign-in is for the network Chain 987654321, but the wallet uses Local chain.',
    ],
    [
      'a time that is over',
      withFields({ expirationTime: new Date('2026-02-01T00:00:00Z') }),
      'warning: This sign-in expired at Feb 1, 2026, 12:00 AM. Ask the site for a new one.',
    ],
    [
      'a time to come',
      withFields({ notBefore: new Date('2026-03-02T00:00:00Z') }),
      'warning: This sign-in is not valid before Mar 2, 2026, 12:00 AM.',
    ],
    [
      'a clock that is ahead',
      withFields({ issuedAt: new Date('2026-03-01T12:30:00Z') }),
      'warning: This sign-in says it was issued at Mar 1, 2026, 12:30 PM. That is in the future.',
    ],
    [
      'a link of another site',
      withFields({ uri: 'https://bank.example.test/' }),
      'warning: This sign-in is about https://bank.example.test/, which is not the site that asks.',
    ],
  ] as const) {
    it(`with ${what} says so`, () => {
      assert.deepEqual(warningsOf(text, site), [expected])
    })
  }

  it('for another site is called so, and not by the name of the one that asks', () => {
    const [title] = readBy(withFields({ domain: 'bank.example.test' }))
    assert.equal(title, 'This sign-in is for another site')
  })

  it('names in its title the site that is signed in to', () => {
    const text = withFields({ domain: 'bank.example.test', uri: 'http://localhost:3000' })
    assert.equal(readBy(text, 'http://localhost:3000')[0], 'Sign in to bank.example.test?')
  })

  const UNUSUAL =
    'info: This sign-in is not written exactly as the standard says. All that it says is shown.'
  for (const [what, text, said] of [
    [
      'a statement in French',
      withStatement('Connectez-vous à l’épicerie'),
      'Connectez-vous à l’épicerie',
    ],
    ['one in Chinese', withStatement('登录商店。'), '登录商店。'],
    ['one with an emoji', withStatement('Hello 👩‍👩‍👧'), 'Hello 👩‍👩‍👧'],
    ['one with quotes', withStatement('Say “yes” or "no"'), 'Say “yes” or "no"'],
    ['one of two lines', withStatement('One.\n\nTwo.'), 'One.\n\nTwo.'],
    ['one with a hidden character', withStatement('a\u200bb'), 'a⟨U+200B⟩b'],
    ['more empty lines', GOOD.replace('\n\nURI', '\n\n\nURI'), 'Sign in to the shop.'],
    [
      'a UUID for a nonce',
      withLine(8, 'Nonce: 5f0c7a52-8d1e-4c5e-9d3b-1f2e3d4c5b6a'),
      'Sign in to the shop.',
    ],
    ['a short nonce', withLine(8, 'Nonce: abc1234'), 'Sign in to the shop.'],
    ['a line feed at the end', `${GOOD}\n`, 'Sign in to the shop.'],
    ['line ends of another system', GOOD.replaceAll('\n', '\r\n'), 'Sign in to the shop.'],
  ] as const) {
    it(`with ${what} is shown whole, with a quiet note that it is unusual`, () => {
      const expected = readBy(GOOD).with(2, `The site says: ${said}`)
      assert.deepEqual(readBy(text), [...expected, UNUSUAL])
    })
  }

  it('that is unusual is held against who asks, too', () => {
    const other = withFields({ domain: 'bank.example.test' })
    assert.match(readBy(`${other}\n`).at(-2)!, /^refused: This sign-in is for bank\.example\.test/)
    assert.match(
      warningsOf(other.replaceAll('\n', '\r\n'))[0]!,
      /^refused: This sign-in is for bank\.example\.test/,
    )
  })

  it('is good at the port that the site has', () => {
    const text = withFields({ domain: 'localhost:3000', uri: 'http://localhost:3000' })
    assert.deepEqual(warningsOf(text, 'http://localhost:3000'), [])
  })
})

describe('what would pass for a sign-in, but is none,', () => {
  for (const [what, text, line, part] of [
    ['a word before the site', GOOD.replace('shop.', 'At shop.'), 1, 'domain'],
    ['a line before the site', `Hello\n${GOOD}`, 1, 'domain'],
    ['no colon after the heading', withLine(0, lines[0]!.slice(0, -1)), 1, 'domain'],
    ['a short address', withLine(1, ACCOUNT.slice(0, -1)), 2, 'address'],
    ['no empty line', lines.filter((_, at) => at !== 2).join('\n'), 3, 'empty line'],
    ['a field in the statement', withStatement('One\n chain id: 5'), 5, 'statement'],
    ['another heading in the statement', withStatement(lines[0]!), 4, 'statement'],
    ['a line end of no system', withStatement('One\rtwo'), 4, 'statement'],
    ['a line separator', withStatement('One\u2028two'), 4, 'statement'],
    [
      'no empty line after the statement',
      lines.filter((_, at) => at !== 4).join('\n'),
      4,
      'empty line',
    ],
    ['no link', withLine(5, 'URI: shop'), 6, 'URI'],
    ['another version', withLine(6, 'Version: 2'), 7, 'Version'],
    ['a chain in hex', withLine(7, 'Chain ID: 0x1'), 8, 'Chain ID'],
    ['two words for a nonce', withLine(8, 'Nonce: abcd efgh'), 9, 'Nonce'],
    ['no nonce', lines.filter((_, at) => at !== 8).join('\n'), 9, 'Nonce'],
    ['a day that no calendar has', withLine(9, 'Issued At: 2026-02-30T00:00:00Z'), 10, 'Issued At'],
    ['a time in words', withLine(9, 'Issued At: tomorrow'), 10, 'Issued At'],
    ['fields in another order', withLine(9, lines[10]!), 10, 'Issued At'],
    ['a field twice', `${GOOD}\n${lines[10]}`, 12, 'end'],
    ['a field that nobody knows', `${GOOD}\nAmount: 5`, 12, 'end'],
    ['a line at the end', `${GOOD}\n\nSend 5 coins`, 12, 'end'],
    ['a resource that is no link', `${GOOD}\nResources:\n- all`, 13, 'Resources'],
  ] as [string, string, number, SiwePart][]) {
    it(`with ${what} is said to be wrong in that line`, () => {
      const reading = readSiwe(text)
      assert.equal(reading.kind, 'broken')
      assert.deepEqual(reading.kind === 'broken' && [reading.line, reading.part], [line, part])
      const [notice] = readBy(text)
      assert.match(notice!, new RegExp(`^(danger|refused): .*(Line ${line} is wrong|for At shop)`))
    })
  }

  it('is refused if it names another site, wherever in the text', () => {
    for (const text of [
      withStatement(withFields({ domain: 'bank.example.test' }).split('\n')[0]!),
      `Hello\n${withFields({ domain: 'bank.example.test' })}`,
      `${GOOD}\n${withFields({ domain: 'bank.example.test' })}`,
    ]) {
      assert.match(readBy(text)[0]!, /^refused: This sign-in is for bank\.example\.test, but shop/)
    }
  })
})

describe('a message', () => {
  const looks = (bytes: Uint8Array) => readMessage(bytes).looksLike
  it('of 32 bytes, or of the digits of a hash, is taken for what can stand for anything', () => {
    assert.equal(looks(new Uint8Array(32).fill(0xde)), 'hash')
    assert.equal(looks(new Uint8Array(32).fill(7)), 'hash', 'also where they are UTF-8')
    assert.equal(looks(utf8('c0ffee12'.repeat(8))), 'hash')
    assert.equal(looks(utf8(`0x${'c0ffee12'.repeat(8)}\n`)), 'hash')
    assert.equal(looks(utf8('A sentence of exactly 32 letters')), undefined)
    assert.equal(looks(new Uint8Array(33).fill(0xde)), undefined)
  })

  it('that is built like a transaction is seen as one', () => {
    const list = Uint8Array.from([0xcb, ...new Uint8Array(11).fill(1)])
    assert.equal(looks(list), 'transaction')
    assert.equal(looks(Uint8Array.from([2, ...list])), 'transaction')
    const long = Uint8Array.from([0xf8, 60, ...new Uint8Array(60).fill(1)])
    assert.equal(looks(long), 'transaction')
    assert.equal(looks(long.subarray(1)), undefined)
  })

  it('shows what cannot be seen, and brackets that would pass for it', () => {
    const shown = (text: string) => readMessage(utf8(text)).shown
    assert.equal(shown('to me\u200b\u202e'), 'to me⟨U+200B⟩⟨U+202E⟩')
    assert.equal(shown('to me⟨U+200B⟩'), 'to me⟨U+27E8⟩U+200B⟩')
    assert.equal(shown('⟨a⟩'), '⟨a⟩')
  })
})
