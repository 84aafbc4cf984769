/**
 * What is signed is what is shown: random typed data and messages, signed as the wallet signs them, against a
 * digest that another library makes of nothing but what the screen has.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hashMessage, hashTypedData, recoverAddress, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

import { signMessage, signTypedData } from '../../src/app/signer/sign.js'
import { parsePersonalSign } from '../../src/chain/requests/message.js'
import { readMessage } from '../../src/chain/requests/message-reading.js'
import { parseTypedData, type TypedDataNode } from '../../src/chain/requests/typed-data.js'
import { visible } from '../../src/chain/values/text.js'
import { hide, randomData, randomOf } from '../support/any-typed-data.js'

const ROUNDS = 60
const KEY = new Uint8Array(32).fill(5)
const ACCOUNT = privateKeyToAccount(toHex(KEY)).address
const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31)
const DOMAIN = { name: 'Shown', version: '1', chainId: 31_337, verifyingContract: ACCOUNT }
type Hex = `0x${string}`

/** The value that lines of the screen stand for. */
const shownValue = ({ type, value, children }: TypedDataNode): unknown => {
  if (!children)
    return type === 'string' ? hide(visible(value!)) : type === 'bool' ? value === 'true' : value
  return type.endsWith(']') ? children.map(shownValue) : structOf(children)
}
const structOf = (nodes: readonly TypedDataNode[]): Record<string, unknown> =>
  Object.fromEntries(nodes.map((node) => [node.name, shownValue(node)]))

describe(`what is shown (seed ${SEED})`, () => {
  it('is what is signed, of typed data of any types', async () => {
    const random = randomOf(SEED)
    for (let round = 0; round < ROUNDS; round++) {
      const { types, ...data } = randomData(random, DOMAIN)
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
