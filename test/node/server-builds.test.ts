/** The list of builds: it takes nothing that its key did not sign, and only grows. */
import assert from 'node:assert/strict'
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { join } from 'node:path'
import { describe, it } from 'node:test'

import { makeIdentity } from '../../src/server/keys/identity-file.js'
import {
  addBuild,
  type Build,
  type Entry,
  headsOf,
  historyFault,
  MAX_LIST,
  publicKeyIn,
  readBuilds,
} from '../../src/server/wallet-app/builds.js'
import { inTemporaryFolder } from './support/services.js'

/** The secret keys of RFC 8032, section 7.1, tests 1 and 2. */
const SEED = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60'
const OTHER_SEED = '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb'
const PUBLIC = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'

/** RFC 8410: what comes before the 32 bytes of a secret key. */
const PKCS8 = '302e020100300506032b657004220420'
const keyOf = (seed: string): KeyObject =>
  createPrivateKey({ key: Buffer.from(PKCS8 + seed, 'hex'), format: 'der', type: 'pkcs8' })
const key = keyOf(SEED)
const publicKey = publicKeyIn(PUBLIC)

const sha384 = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`
const build = (version: string, date: string): Build => ({
  version,
  hash: sha384(version),
  commit: createHash('sha1').update(version).digest('hex'),
  date: `2026-11-${date}Z`,
})
const BUILDS = [
  build('0.1.0', '01T10:00:00'),
  build('0.2.0', '08T10:00:00'),
  build('0.1.1', '08T10:00:00'),
  build('1.0.0-beta.1', '27T10:00:00'),
]

interface List {
  format: string
  entries: Entry[]
  signature: string
}

const read = (text: string | Buffer) => readBuilds(Buffer.from(text), publicKey, 'builds.json')
const listOf = (builds: readonly Build[], by = key): string =>
  builds.reduce<string>((text, one) => addBuild(text ? read(text) : [], one, by) ?? text, '')

const LIST = listOf(BUILDS)
const parsed = (): List => JSON.parse(LIST)
const textOf = (list: unknown) => `${JSON.stringify(list, null, 2)}\n`

/** Written as the product writes it, but in the test's own code: signs whatever it is given. */
function signed(entries: Entry[], by = key): string {
  const head = sha384(JSON.stringify(entries.at(-1)) ?? '')
  const text = `wallet-embed/builds/v1\n${entries.length}\n${head}\n`
  const signature = sign(null, Buffer.from(text), by).toString('base64url')
  return textOf({ format: 'wallet-embed/builds/v1', entries, signature })
}

/** Puts the right hash into each entry. */
function chained(entries: readonly Entry[]): Entry[] {
  let before: string | null = null
  return entries.map((entry) => {
    const next = { ...entry, before }
    before = sha384(JSON.stringify(next))
    return next
  })
}

const changed = (at: number, change: Partial<Entry>): Entry[] =>
  parsed().entries.map((entry, i) => (i === at ? { ...entry, ...change } : entry))

describe('a list of builds', () => {
  it('is read as it was written', () => {
    const entries = read(LIST)
    assert.deepEqual(
      entries.map(({ before, ...rest }) => rest),
      BUILDS,
    )
    assert.equal(signed(chained(entries)), LIST)
  })

  it('has one form, which later versions still read', () => {
    const text = textOf({
      format: 'wallet-embed/builds/v1',
      entries: [{ ...BUILDS[0]!, before: null }],
      signature: SIGNATURE,
    })
    assert.equal(listOf(BUILDS.slice(0, 1)), text)
    assert.equal(createPublicKey(key).export({ format: 'jwk' }).x, PUBLIC)
  })
  const SIGNATURE =
    '4GTblUYngSDCqn64TV6u1dRfNxTyvb0P_xuBTzOvPF8QrYV6VtUr-KfzyPCw8b_T9e_8xWAkhiruX4mUublrCA'

  const withoutLast = parsed().entries.slice(0, -1)
  const twice = [...parsed().entries, { ...parsed().entries[1]!, hash: sha384('evil') }]
  const { signature } = parsed()
  const older: List = JSON.parse(listOf(BUILDS.slice(0, 3)))
  /** The last of 86 characters has four bits that no byte is made of. */
  const spare = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const lastDigit = spare.indexOf(signature.at(-1)!)

  const withEntries = (entries: object[]) => textOf({ ...parsed(), entries })
  /** As the owner of the key would write it. */
  const withLast = (change: object) => signed(chained(changed(3, change)))

  for (const [what, text, says] of [
    // Without the key.
    ['an entry changed', withEntries(changed(1, { hash: sha384('evil') })), /chain/],
    ['the last entry changed', withEntries(changed(3, { hash: sha384('evil') })), /signature/],
    ['a commit changed', withEntries(changed(0, { commit: 'a'.repeat(40) })), /chain/],
    ['a version changed', withEntries(changed(2, { version: '9.9.9' })), /chain/],
    ['a date changed', withEntries(changed(0, { date: '2026-11-01T09:00:00Z' })), /chain/],
    ['the chain cut', withEntries(changed(2, { before: null })), /chain/],
    ['the first entry removed', withEntries(parsed().entries.slice(1)), /chain/],
    ['an entry in the middle removed', withEntries(parsed().entries.toSpliced(1, 1)), /chain/],
    ['the last entry removed', withEntries(withoutLast), /signature/],
    ['two entries exchanged', withEntries(changed(1, parsed().entries[2]!)), /chain|already/],
    [
      'an entry added',
      textOf({
        ...parsed(),
        entries: chained([...parsed().entries, { ...build('2.0.0', '28T10:00:00'), before: null }]),
      }),
      /signature/,
    ],
    ['all chained anew', withEntries(chained(changed(0, { hash: sha384('evil') }))), /signature/],
    [
      'the signature of a shorter list',
      textOf({ ...parsed(), signature: older.signature }),
      /signature/,
    ],
    ['the signature of a longer list', textOf({ ...older, signature }), /signature/],
    ['a different key', signed(parsed().entries, keyOf(OTHER_SEED)), /signature/],
    ['a signature of zeros', textOf({ ...parsed(), signature: 'A'.repeat(86) }), /signature/],
    [
      'spare bits in the signature',
      LIST.replace(signature, signature.slice(0, -1) + spare[lastDigit + 1]),
      /signature/,
    ],
    // With the key: such a list was not made by `builds add`.
    ['a version twice', signed(chained(twice)), /already/],
    ['a date that goes back', withLast({ date: '2026-11-07T10:00:00Z' }), /before that of/],
    ['a broken chain that is signed', signed(changed(2, { before: sha384('nothing') })), /chain/],
    ['no entry', signed([]), /no list/],
    ['a day that does not exist', withLast({ date: '2026-11-31T10:00:00Z' }), /no list/],
    ['a time zone', withLast({ date: '2026-11-27T10:00:00+01:00' }), /no list/],
    ['parts of seconds', withLast({ date: '2026-11-27T10:00:00.5Z' }), /no list/],
    ['a short commit', withLast({ commit: 'abcdef0' }), /no list/],
    ['a hash of another kind', withLast({ hash: `sha512-${'A'.repeat(86)}==` }), /no list/],
    ['a version that is a path', withLast({ version: '../../x' }), /no list/],
    // The same value, written differently.
    ['no spaces', JSON.stringify(parsed()), /form/],
    ['no last line break', LIST.trimEnd(), /form/],
    ['a space at the end', `${LIST} `, /form/],
    ['line breaks of Windows', LIST.replaceAll('\n', '\r\n'), /form/],
    ['a byte order mark', `\ufeff${LIST}`, /no list/],
    ['an escaped letter', LIST.replace('0.1.0', '\\u0030.1.0'), /form/],
    ['a member twice', LIST.replace('"entries"', '"signature": "",\n  "entries"'), /form/],
    [
      'members in a different order',
      textOf({ signature, entries: parsed().entries, format: parsed().format }),
      /form/,
    ],
    ['one more member', textOf({ ...parsed(), more: 1 }), /no list/],
    ['one more member in an entry', withEntries([{ ...parsed().entries[0], more: 1 }]), /no list/],
    ['a different format', LIST.replace('builds/v1', 'builds/v2'), /no list/],
    ['a page', '<!doctype html>', /no list/],
    ['nothing', '', /no list/],
    ['null', 'null\n', /no list/],
    ['deep nesting', '['.repeat(100_000), /no list/],
    ['too many bytes', `${LIST}${' '.repeat(MAX_LIST)}`, /at most 1048576 bytes/],
  ] as const) {
    it(`is refused with ${what}`, () => {
      assert.notEqual(text, LIST)
      assert.throws(() => read(text), says)
    })
  }

  it('is refused with any one bit changed, any byte left out, any byte added', () => {
    const bytes = Buffer.from(LIST)
    for (let at = 0; at < bytes.length; at += 1) {
      for (let bit = 0; bit < 8; bit += 1) {
        const other = Buffer.from(bytes)
        other[at]! ^= 1 << bit
        assert.throws(() => read(other), `byte ${at}, bit ${bit}`)
      }
      assert.throws(() => read(Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)])))
      for (const more of [' ', '\n', '0']) {
        const longer = [bytes.subarray(0, at), Buffer.from(more), bytes.subarray(at)]
        assert.throws(
          () => read(Buffer.concat(longer)),
          `byte ${at}, ${JSON.stringify(more)} added`,
        )
      }
    }
  })

  it('says nothing of what a stranger wrote', () => {
    const text = textOf({ ...parsed(), '\u001b[2J': 1, format: '\u001b[2J' })
    assert.throws(() => read(text), { detail: 'builds.json: this is no list of builds.' })
  })
})

describe('a public key', () => {
  it('begins with no dash, which a command line would take for an option', async () => {
    await inTemporaryFolder(async (dir) => {
      for (let i = 0; i < 400; i += 1) {
        assert.match(await makeIdentity(join(dir, `${i}.json`)), /^\w[\w-]{42}$/)
      }
    })
  })

  for (const text of [
    '',
    'x',
    PUBLIC.slice(1),
    `${PUBLIC}A`,
    `${PUBLIC.slice(0, -1)}p`,
    `${PUBLIC}=`,
  ]) {
    it(`is not ${JSON.stringify(text)}`, () => {
      assert.throws(() => publicKeyIn(text), /43 characters/)
    })
  }
})

describe('a new build', () => {
  const entries = read(LIST)
  const next = build('1.0.0', '28T10:00:00')

  it('is added behind the others, which stay', () => {
    const all = read(addBuild(entries, next, key)!)
    assert.deepEqual(all.slice(0, -1), entries)
    assert.deepEqual({ ...all.at(-1)!, before: undefined }, { ...next, before: undefined })
  })

  it('is not added a second time', () => {
    assert.equal(addBuild(entries, { ...BUILDS[1]!, date: next.date }, key), undefined)
  })

  for (const [what, one, says] of [
    [
      'of a version that is there with a different hash',
      { ...next, version: '0.2.0' },
      /0\.2\.0 is on the list already/,
    ],
    [
      'with a clock that goes back',
      { ...next, date: '2026-11-27T09:59:59Z' },
      /before that of 1\.0\.0-beta\.1/,
    ],
    ['without a full commit', { ...next, commit: 'abcdef0' }, /commit is not valid/],
    ['of a version that no folder may have', { ...next, version: 'next' }, /version is not valid/],
  ] as const) {
    it(`is refused ${what}`, () => {
      assert.throws(() => addBuild(entries, one, key), says)
    })
  }

  it('is refused where the list would be too long to be read', () => {
    const full = chained(
      Array.from({ length: 3_600 }, (_, i) => ({
        ...build(`1.0.${i}`, '01T10:00:00'),
        before: null,
      })),
    )
    assert.throws(() => addBuild(full, { ...next, version: '2.0.0' }, key), /over 1048576 bytes/)
  })
})

describe('the history of a list', () => {
  const entries = read(LIST)
  const heads = headsOf(entries)

  it('goes on from each of its own heads', () => {
    for (const head of heads) assert.equal(historyFault(entries, head), undefined)
  })

  it('is not that of a shorter list', () => {
    assert.match(
      historyFault(entries.slice(0, 2), heads[2]!)!,
      /2 builds, and had 3: .*rolled back/,
    )
  })

  it('is not that of a list which the key signed beside it', () => {
    const fork = read(listOf([...BUILDS.slice(0, 2), build('6.6.6', '09T10:00:00'), BUILDS[3]!]))
    assert.equal(historyFault(fork, heads[1]!), undefined)
    for (const head of heads.slice(2)) {
      assert.match(historyFault(fork, head)!, /first [34] builds .*history was changed/)
    }
  })
})
