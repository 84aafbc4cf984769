/** The same amount for many, in one line: how many, how much each and in all. What differs stays apart, and is judged. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { typedDataWords } from '../../src/app/screens/approve/sign/typed-data-words.js'
import { foldAlike } from '../../src/app/screens/explanation/alike.js'
import { wordingOf } from '../../src/app/screens/explanation/described.js'
import { summarize } from '../../src/app/screens/explanation/summary.js'
import type { ShownCall } from '../../src/app/screens/explanation/values.js'
import { type DecodedCall, decodeCall } from '../../src/chain/decode/decode.js'
import { explain } from '../../src/chain/explain/explain.js'
import { addressesIn, readMeaning, risksOf } from '../../src/chain/explain/explain-typed-data.js'
import type { AddressFacts } from '../../src/chain/reads/address-facts.js'
import { parseTypedData } from '../../src/chain/requests/typed-data.js'
import { word } from '../../src/chain/values/words.js'
import { encodeCall } from '../support/contracts.js'
import { fields } from '../support/typed-data-types.js'
import { FRIEND, PEOPLE, USDC } from './support/judged.js'
import { nodeFor } from './support/lying-nodes.js'
import { APP, type Hex, ME, SAFE } from './support/signed-calls.js'

const MANY = 480
const TENTH = 100_000n
/** Ends as the friend's address does. */
const POISON: Hex = '0x777700000000000000000000000000000000ab00'
const people = (count = MANY): Hex[] =>
  Array.from(
    { length: count },
    (_, at): Hex => `0x${(at + 2 ** 30).toString(16).padStart(40, '5')}`,
  )

const TYPES = {
  Airdrop: fields('address token, Payment[] payments, uint256 nonce'),
  Payment: fields('address to, uint256 amount'),
  Points: fields('uint256 token, Payment[] payments'),
  Lists: fields('address token, address[] recipients, uint256[] amounts, uint256 nonce'),
  Batch: fields('Move[] moves, uint256 nonce'),
  Move: fields('address from, address to, uint256 value'),
}
type Paid = readonly [to: Hex, amount: bigint]
const each = (to: readonly Hex[]): Paid[] => to.map((one) => [one, TENTH])

interface Asked {
  type: string
  message: object
  contract?: Hex
}

const SIGNED: Record<string, (paid: readonly Paid[]) => Asked> = {
  'a list of payments': (paid) => ({
    type: 'Airdrop',
    message: {
      ...{ token: USDC, nonce: 0 },
      payments: paid.map(([to, amount]) => ({ to, amount: `${amount}` })),
    },
  }),
  'a list of addresses and one of amounts': (paid) => ({
    type: 'Lists',
    message: {
      ...{ token: USDC, nonce: 0 },
      ...{ recipients: paid.map(([to]) => to), amounts: paid.map(([, amount]) => `${amount}`) },
    },
  }),
  'a list of transfers': (paid) => ({
    type: 'Batch',
    contract: USDC,
    message: {
      nonce: 0,
      moves: paid.map(([to, amount]) => ({ from: ME, to, value: `${amount}` })),
    },
  }),
}

function signed({ type, message, contract = APP }: Asked) {
  const domain = { name: 'Airdrop', chainId: 1, verifyingContract: contract }
  const data = parseTypedData([ME, { types: TYPES, primaryType: type, domain, message }], ME, 1)
  const meaning = readMeaning(data, ME)
  const usdc = { isContract: true, name: 'USDC', symbol: 'USDC', decimals: 6 }
  const facts = new Map<string, AddressFacts | null>(
    addressesIn(data, meaning).map((one) => {
      const isToken = one === USDC.toLowerCase()
      return [one, isToken ? usdc : { isContract: one === APP }]
    }),
  )
  const scene = { facts: (one: string) => facts.get(one.toLowerCase()), ticker: 'ETH' }
  const wording = wordingOf(facts, { locale: 'en', ticker: 'ETH', account: ME })
  const words = typedDataWords(data, meaning, { ...scene, locale: 'en' }, wording)
  const now = new Date('2026-03-01T12:00:00Z')
  const risks = risksOf(data, meaning, { ...scene, account: ME, now, people: PEOPLE })
  return { data, words, risks }
}

const transfers = (paid: readonly Paid[]): Hex[] =>
  paid.map(([to, amount]) => encodeCall('transfer(address,uint256)', [to, amount]))
const packed = (paid: readonly Paid[]): Hex =>
  `0x${transfers(paid)
    .map(
      (data) => `00${USDC.slice(2)}${word(0n)}${word(BigInt(data.length / 2 - 1))}${data.slice(2)}`,
    )
    .join('')}`

const SENT: Record<string, (paid: readonly Paid[]) => { to: Hex; data: Hex; value?: bigint }> = {
  'a multicall': (paid) => ({
    to: USDC,
    data: encodeCall('multicall(bytes[])', [transfers(paid)]),
  }),
  'a Safe’s multiSend': (paid) => ({
    to: SAFE,
    data: encodeCall('multiSend(bytes)', [packed(paid)]),
  }),
  'a multicall contract': (paid) => ({
    to: APP,
    data: encodeCall('aggregate3((address target,bool allowFailure,bytes callData)[] calls)', [
      transfers(paid).map((callData) => ({ target: USDC, allowFailure: false, callData })),
    ]),
  }),
  'a contract that takes two lists': (paid) => ({
    to: APP,
    data: encodeCall('disperseToken(address,address[],uint256[])', [
      USDC,
      paid.map(([to]) => to),
      paid.map(([, amount]) => amount),
    ]),
  }),
  'a contract that takes a list of pairs': (paid) => ({
    to: APP,
    data: encodeCall('airdropERC20(address token,(address recipient,uint256 amount)[] contents)', [
      USDC,
      paid.map(([recipient, amount]) => ({ recipient, amount })),
    ]),
  }),
}

async function sent(call: { to: Hex; data: Hex; value?: bigint }) {
  const calls = [{ chainId: 1, from: ME, value: 0n, ...call }]
  const explanation = await explain({ calls, ticker: 'ETH' }, nodeFor([]), { people: PEOPLE })
  return summarize(explanation, { locale: 'en', ticker: 'ETH' })
}

/** Titles of the calls, with what is told of a line for many. */
const linesOf = (calls: readonly ShownCall[]): string[] =>
  calls.map(({ title, lines, recipients }) =>
    recipients
      ? `${title} (${recipients.length}): ${lines[0]!.label} ${lines[0]!.text}`
      : `${title}: ${lines.map(({ text }) => text).join(', ')}`,
  )
const ALL = '480 recipients, 0.1 USDC each (480): In all 48 USDC'
const REST = '47 recipients, 0.1 USDC each (47): In all 4.7 USDC'
/** One gets more, and one looks like a friend. */
const odd = (): Paid[] => {
  const all = each(people(47))
  return [...all.slice(0, 20), [all[20]![0], 7_000_000n], ...all.slice(21), [POISON, TENTH]]
}

describe('an airdrop that is signed as', () => {
  for (const [what, build] of Object.entries(SIGNED)) {
    it(`${what} is one line`, () => {
      const { data, words, risks } = signed(build(each(people())))
      assert.deepEqual(linesOf(words.calls!), [ALL])
      assert.match(words.gist, /^480 recipients, 0.1 USDC each$/)
      assert.deepEqual(
        words.calls![0]!.recipients!.map(({ address }) => address?.toLowerCase()),
        people(),
      )
      assert.deepEqual(
        risks.filter(({ severity }) => severity === 'danger'),
        [],
      )
      const lists = data.message.filter(({ type }) => type.endsWith(']'))
      assert.ok(lists.length && lists.every((list) => words.told!.has(list)))
    })

    it(`${what} keeps apart who gets more, and finds who looks like a friend`, () => {
      const { words, risks } = signed(build(odd()))
      const lines = linesOf(words.calls!)
      assert.equal(lines.length, 2, lines.join('\n'))
      assert.ok(lines[0]!.startsWith('47 recipients, 0.1 USDC each'))
      assert.ok(lines[1]!.includes('7 USDC'))
      const dangers = risks.filter(({ severity }) => severity === 'danger')
      assert.deepEqual(
        dangers.map(({ code, address, other }) => [code, address, other]),
        [['lookAlikeAddress', POISON, FRIEND]],
      )
    })

    it(`${what} finds the token’s own contract among the recipients`, () => {
      const { risks } = signed(build([...each(people(47)), [USDC, TENTH]]))
      assert.ok(risks.some(({ code }) => code === 'toTokenContract'))
    })

    it(`${what} of a few is told one by one`, () => {
      const { words } = signed(build(each(people(4))))
      assert.equal(words.calls!.length, 4)
    })
  }

  it('a list without a token is all shown, and told in no words', () => {
    const { data, words } = signed({
      type: 'Points',
      message: { token: 5, payments: [{ to: APP, amount: '5' }] },
    })
    assert.deepEqual([words.calls, words.told!.size, data.message.length], [[], 0, 2])
  })
})

describe('an airdrop that is sent by', () => {
  for (const [what, build] of Object.entries(SENT)) {
    it(`${what} is one line`, async () => {
      const { calls, risks } = await sent(build(each(people())))
      assert.deepEqual(linesOf(calls[0]!.inner), [ALL])
      assert.deepEqual(
        risks.map(({ severity }) => severity),
        ['note'],
      )
      assert.match(risks[0]!.text, /from here before\. That goes for 4\d\d addresses\.$/)
    })

    it(`${what} keeps apart who gets more, and finds who looks like a friend`, async () => {
      const { calls, risks } = await sent(build(odd()))
      const lines = linesOf(calls[0]!.inner)
      assert.deepEqual([lines[0], lines.length], [REST, 2])
      assert.deepEqual(
        risks.flatMap(({ severity, address }) =>
          severity === 'danger' ? address!.toLowerCase() : [],
        ),
        [POISON],
      )
    })
  }

  it('payments of coins are one line', async () => {
    const calls = people().map((target) => ({ target, value: 10n ** 17n, callData: '0x' }))
    const signature =
      'aggregate3Value((address target,bool allowFailure,uint256 value,bytes callData)[] calls)'
    const data = encodeCall(signature, [calls.map((one) => ({ ...one, allowFailure: false }))])
    const summary = await sent({ to: APP, data, value: 48n * 10n ** 18n })
    assert.deepEqual(linesOf(summary.calls[0]!.inner), [
      '480 recipients, 0.1 ETH each (480): In all 48 ETH',
    ])
  })

  it('a list of coins is one line', async () => {
    const data = encodeCall('disperseEther(address[],uint256[])', [
      people(),
      people().map(() => 10n ** 17n),
    ])
    const { calls } = await sent({ to: APP, data, value: 48n * 10n ** 18n })
    assert.deepEqual(linesOf(calls[0]!.inner), [
      '480 recipients, 0.1 ETH each (480): In all 48 ETH',
    ])
  })

  it('lists of different length cannot be read', async () => {
    const lists = [USDC, people(9), [TENTH]]
    const data = encodeCall('disperseToken(address,address[],uint256[])', lists)
    const { calls, risks } = await sent({ to: APP, data })
    assert.deepEqual([calls[0]!.inner, risks[0]?.severity], [[], 'danger'])
  })

  /** What does more than send, or sends something else: nine times, to nine addresses. */
  const APART: Record<
    string,
    (to: Hex, at: number) => { data: Hex; target?: Hex; value?: bigint }
  > = {
    'an approval': (to) => ({ data: encodeCall('approve(address,uint256)', [to, 5n]) }),
    'a withdrawal': (to) => ({
      target: APP,
      data: encodeCall('withdraw(address,uint256,address)', [USDC, TENTH, to]),
    }),
    'a collectible': (to, at) => ({
      data: encodeCall('safeTransferFrom(address,address,uint256)', [ME, to, BigInt(at)]),
    }),
    'copies of a collectible': (to) => ({
      data: encodeCall('safeTransferFrom(address,address,uint256,uint256,bytes)', [
        ME,
        to,
        7n,
        1n,
        '0x',
      ]),
    }),
    'a transfer that pays coins, too': (to) => ({ ...transferTo(to), value: 1n }),
    'a transfer from a different account each': (to) => ({
      data: encodeCall('transferFrom(address,address,uint256)', [to, ME, TENTH]),
    }),
  }
  const transferTo = (to: Hex) => ({ data: transfers([[to, TENTH]])[0]! })

  for (const [what, build] of Object.entries(APART)) {
    it(`${what} is told one by one`, async () => {
      const calls = people(9).map((to, at) => {
        const { target = USDC, value = 0n, data } = build(to, at)
        return { target, allowFailure: false, value, callData: data }
      })
      const signature =
        'aggregate3Value((address target,bool allowFailure,uint256 value,bytes callData)[] calls)'
      const summary = await sent({ to: APP, data: encodeCall(signature, [calls]), value: 9n })
      const { inner } = summary.calls[0]!
      assert.deepEqual([inner.length, inner.filter(({ recipients }) => recipients)], [9, []])
    })
  }

  it('a transfer in which there is a call is told one by one', () => {
    const call = { chainId: 1, from: ME, to: USDC, value: 0n }
    const decoded = people(9).map((to): DecodedCall => {
      const [transfer, hidden] = [to, APP].map((one) => decodeCall({ ...call, ...transferTo(one) }))
      return { ...transfer!, inner: [hidden!] }
    })
    const shown = decoded.map(() => ({ title: 'Send', lines: [], inner: [] }))
    const wording = wordingOf(new Map(), { locale: 'en', ticker: 'ETH', account: ME })
    assert.equal(foldAlike(decoded, shown, wording).length, 9)
  })
})
