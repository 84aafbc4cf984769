/**
 * What is signed is what is shown: random typed data and messages, signed as the wallet signs them, against a
 * digest that another library makes of nothing but what the screen has.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hashMessage, hashTypedData, recoverAddress, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

import { signMessage, signTypedData } from '../../src/app/signer/sign.js'
import { parsePersonalSign } from '../../src/chain/message.js'
import { readMessage } from '../../src/chain/message-reading.js'
import { visible } from '../../src/chain/text.js'
import { parseTypedData, type TypedDataNode } from '../../src/chain/typed-data.js'

const ROUNDS = 60
const MAX_DEPTH = 3
const KEY = new Uint8Array(32).fill(5)
const ACCOUNT = privateKeyToAccount(toHex(KEY)).address
const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31)
const DOMAIN = { name: 'Shown', version: '1', chainId: 31_337, verifyingContract: ACCOUNT }
const ALPHABET = [
  'a',
  'Z',
  ' ',
  '\n',
  'é',
  '中',
  '👩‍🚀',
  '⟨',
  '⟨U+',
  '⟩',
  '\u200b',
  '\u202e',
  '\u0000',
  'ش',
  '"',
  '<b>',
]

type Hex = `0x${string}`
type Types = Record<string, { name: string; type: string }[]>

/** Numbers that look random and can be had again (mulberry32). */
function randomOf(seed: number) {
  let state = seed
  const next = (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
  const list = <T>(length: number, make: () => T): T[] => Array.from({ length }, make)
  const hex = (size: number): Hex =>
    `0x${list(size, () => next(256).toString(16).padStart(2, '0')).join('')}`
  const text = () => list(next(12), () => ALPHABET[next(ALPHABET.length)]).join('')
  return { next, list, hex, text }
}
type Random = ReturnType<typeof randomOf>

/** A struct type with fields of every kind, and its value. */
function randomData(random: Random) {
  const { next, list, hex, text } = random
  const types: Types = {}
  const atoms: [string, () => unknown][] = [
    ['string', text],
    ['bool', () => next(2) === 1],
    ['address', () => hex(20)],
    ['bytes', () => hex(next(40))],
    ['bytes32', () => hex(32)],
    ['bytes3', () => hex(3)],
    ['uint256', () => BigInt(hex(32)).toString()],
    ['uint8', () => next(256)],
    ['int128', () => (-BigInt(hex(15))).toString()],
  ]
  const struct = (depth: number): [string, () => unknown] => {
    const name = `Struct${Object.keys(types).length}`
    types[name] = []
    const made = list(1 + next(4), () => field(depth + 1))
    types[name] = made.map(([type], at) => ({ name: `field${at}`, type }))
    const value = () => Object.fromEntries(made.map(([, make], at) => [`field${at}`, make()]))
    return [name, value]
  }
  const field = (depth: number): [string, () => unknown] => {
    const kind = next(10)
    if (kind < 2 && depth < MAX_DEPTH) return struct(depth)
    if (kind < 4 && depth < MAX_DEPTH) {
      const [type, make] = field(depth + 1)
      const length = next(4)
      return next(2)
        ? [`${type}[]`, () => list(next(4), make)]
        : [`${type}[${length}]`, () => list(length, make)]
    }
    return atoms[next(atoms.length)]!
  }
  const [primaryType, make] = struct(0)
  return { types, primaryType, domain: DOMAIN, message: make() as Record<string, unknown> }
}

/** The value that lines of the screen stand for. */
const shownValue = ({ type, value, children }: TypedDataNode): unknown => {
  if (!children)
    return type === 'string' ? hide(visible(value!)) : type === 'bool' ? value === 'true' : value
  return type.endsWith(']') ? children.map(shownValue) : structOf(children)
}
const structOf = (nodes: readonly TypedDataNode[]): Record<string, unknown> =>
  Object.fromEntries(nodes.map((node) => [node.name, shownValue(node)]))

/** A text as it was before all of it was made visible. */
const hide = (shown: string): string =>
  shown.replace(/⟨U\+([0-9A-F]{4,6})⟩/g, (_, digits) =>
    String.fromCodePoint(Number.parseInt(digits, 16)),
  )

describe(`what is shown (seed ${SEED})`, () => {
  it('is what is signed, of typed data of any types', async () => {
    const random = randomOf(SEED)
    for (let round = 0; round < ROUNDS; round++) {
      const { types, ...data } = randomData(random)
      const read = parseTypedData([ACCOUNT, { types, ...data }], ACCOUNT, 31_337)
      const hash = hashTypedData({
        types: { ...types, EIP712Domain: read.domain.map(({ name, type }) => ({ name, type })) },
        primaryType: read.primaryType!,
        domain: structOf(read.domain),
        message: structOf(read.message),
      } as never)
      const signature = signTypedData(read.value, KEY) as Hex
      assert.equal(await recoverAddress({ hash, signature }), ACCOUNT, `round ${round}`)
    }
  })

  it('is what is signed, of messages', async () => {
    const { text, next, hex, list } = randomOf(SEED)
    for (let round = 0; round < ROUNDS; round++) {
      const sent = next(2) ? list(4, text).join('') : hex(next(60))
      const message = parsePersonalSign([sent, ACCOUNT], ACCOUNT)
      const { shown } = readMessage(message)
      const raw = shown === undefined ? toHex(message) : toHex(hide(shown))
      const signature = signMessage(message, KEY) as Hex
      const hash = hashMessage({ raw })
      assert.equal(await recoverAddress({ hash, signature }), ACCOUNT, `round ${round}`)
    }
  })

  it('differs where what is signed differs', () => {
    const { text } = randomOf(SEED)
    const seen = new Map<string, string>()
    for (let round = 0; round < 20 * ROUNDS; round++) {
      const one = text()
      assert.equal(seen.get(visible(one)) ?? one, one)
      seen.set(visible(one), one)
    }
  })
})
