/** Transactions as a node explains them that plays them. */
import type { TemplateResult } from 'lit'

import type { Hex } from '../../src/chain/clear-signing/descriptor.js'
import type { KnownAddresses } from '../../src/chain/parties/parties.js'
import type { TransactionRequest } from '../../src/chain/requests/transaction.js'
import { toHex, utf8 } from '../../src/shared/encoding.js'
import { asking } from './asking.js'
import { CHAIN, ETHER, OTHER, requestOf } from './data.js'
import type { Area } from './state.js'

const MILLION = 10n ** 6n
const word = (value: bigint | string) =>
  typeof value === 'bigint'
    ? value.toString(16).padStart(64, '0')
    : value.slice(2).toLowerCase().padStart(64, '0')
const text = (of: string) => {
  const hex = toHex(utf8(of))
  return `${word(32n)}${word(BigInt(hex.length / 2))}${hex.padEnd(64, '0')}`
}

/** What a contract answers, by selector. */
type Answers = Record<string, string>
const token = (name: string, symbol: string, decimals: bigint): Answers => ({
  '0x06fdde03': text(name),
  '0x95d89b41': text(symbol),
  '0x313ce567': word(decimals),
  '0x18160ddd': word(10n ** 40n),
})
const DOLLAR = '0xa16081f360e3847006db660bae1c6d1b2e17ec2a'
const GOLD = '0xb26081f360e3847006db660bae1c6d1b2e17ec2b'
const FAKE = '0xc36081f360e3847006db660bae1c6d1b2e17ec2c'
const APES = '0xd46081f360e3847006db660bae1c6d1b2e17ec2d'
const ROUTER = '0xe56081f360e3847006db660bae1c6d1b2e17ec2e'
/** The ends are those of the friend. */
const POISON = `0x8617${'5'.repeat(32)}070D` as const
/** What the account has of each, in the smallest unit. */
const HELD: Record<string, bigint> = { [DOLLAR]: 1_250_500_000n, [GOLD]: 20n * ETHER }
/** What gives a right: the event that tells of it, and the question that is answered by what was given. */
const RIGHTS: Record<string, { event: string; question: string }> = {
  '0x095ea7b3': {
    event: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
    question: '0xdd62ed3e',
  },
  '0xa22cb465': {
    event: '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
    question: '0xe985e9c5',
  },
}
const CONTRACTS: Record<string, Answers> = {
  [DOLLAR]: token('Sample Dollar', 'USDX', 6n),
  [GOLD]: token('Sample Gold', 'GOLD', 18n),
  [FAKE]: token('Ether', 'ETH', 18n),
  [APES]: { ...token('Sample Apes', 'APE', 0n), '0x01ffc9a780ac58cd': word(1n) },
  [ROUTER]: {},
}

interface Played {
  to: string
  input?: string
  from?: string
}

/** The call that asks the contract about the granted right. */
const questionOf = ({ from = '', input = '' }: Played) =>
  `${RIGHTS[input.slice(0, 10)]!.question}${word(from)}${input.slice(10, 74)}`

/** Balances differ by what `changes` says after the calls. */
function nodeOf(changes: Record<string, bigint>, failure?: Hex) {
  const play = ([{ blockStateCalls }]: [{ blockStateCalls: [{ calls: Played[] }] }]) => {
    const { calls } = blockStateCalls[0]
    const last = calls.findLastIndex(({ from }) => from)
    const given = calls.slice(0, last + 1).find(({ input = '' }) => input.slice(0, 10) in RIGHTS)
    return [{ calls: calls.map((call, at) => answer(call, last >= 0 && at > last, given)) }]
  }
  const answer = ({ to, input = '0x', from }: Played, isAfter: boolean, given?: Played) => {
    if (from && failure) return { status: '0x0', gasUsed: '0x5208', returnData: failure }
    if (from) {
      const all = [...logs(to), ...rights(to, from, input)]
      return { status: '0x1', gasUsed: '0xa410', returnData: '0x', logs: all }
    }
    if (input.startsWith('0x70a08231')) {
      const amount = (HELD[to] ?? 10n ** 30n) + (isAfter ? (changes[to] ?? 0n) : 0n)
      return { status: '0x1', gasUsed: '0x5208', returnData: `0x${word(amount)}` }
    }
    if (given && to === given.to && input === questionOf(given)) {
      const amount = isAfter ? given.input!.slice(74) : word(0n)
      return { status: '0x1', gasUsed: '0x5208', returnData: `0x${amount}` }
    }
    const known = CONTRACTS[to.toLowerCase()] ?? {}
    const found = known[input.slice(0, 10)] ?? known[input.slice(0, 18)]
    return { status: found ? '0x1' : '0x0', gasUsed: '0x5208', returnData: `0x${found ?? ''}` }
  }
  const rights = (address: string, from: string, input: string) => {
    const right = RIGHTS[input.slice(0, 10)]
    if (!right) return []
    const topics = [right.event, `0x${word(from)}`, `0x${input.slice(10, 74)}`]
    return [{ address, topics, data: `0x${input.slice(74)}` }]
  }
  /** That they had to do with it. */
  const logs = (to: string) =>
    Object.keys(changes).map((address) => ({ address, topics: [word(BigInt(to))], data: '0x' }))
  return {
    eth_simulateV1: play,
    eth_getCode: ([address]: [string]) => (CONTRACTS[address.toLowerCase()] ? '0x60' : '0x'),
    eth_feeHistory: {
      baseFeePerGas: ['0x3b9aca00'],
      reward: [['0x1', '0x3b9aca00', '0x77359400']],
    },
  }
}

const people: KnownAddresses = {
  names: { [OTHER.toLowerCase()]: 'Sample Friend' },
  known: [OTHER, ROUTER],
}
const transaction = (
  request: Partial<TransactionRequest>,
  changes: Record<string, bigint> = {},
  failure?: Hex,
): TemplateResult =>
  asking(
    'transaction',
    { request: requestOf({ value: 0n, ...request }), chain: CHAIN, isOwn: false },
    { node: nodeOf(changes, failure), people },
  )

const transfer = (to: string, amount: bigint): Hex => `0xa9059cbb${word(to)}${word(amount)}`
const approve = (to: string, amount: bigint): Hex => `0x095ea7b3${word(to)}${word(amount)}`
/** `multicall(bytes[])`: the same amount for so many. */
function airdrop(count: number): Hex {
  const calls = Array.from({ length: count }, (_, at) =>
    transfer(`0x${(at + 2 ** 30).toString(16).padStart(40, '5')}`, MILLION / 10n),
  )
  const parts = calls.map((call) => word(68n) + call.slice(2).padEnd(192, '0'))
  const offsets = parts.map((_, at) => word(BigInt(32 * count + 128 * at)))
  return `0xac9650d8${word(32n)}${word(BigInt(count))}${offsets.join('')}${parts.join('')}`
}
/** `swapExactTokensForTokens` */
const SWAP: Hex = `0x38ed1739${word(250n * MILLION)}${word(ETHER / 10n)}${word(160n)}${word(
  '0x52908400098527886e0f7030069857d2e4169ee7',
)}${word(4_000_000_000n)}${word(2n)}${word(DOLLAR)}${word(GOLD)}`
/** `Error(string)` */
const CLOSED: Hex = `0x08c379a0${text('The sale has ended')}`

export const explained: Area = {
  name: 'Transactions that are explained',
  states: [
    {
      name: 'tokens for a friend',
      draw: () =>
        transaction(
          { to: DOLLAR, data: transfer(OTHER, 25n * MILLION) },
          { [DOLLAR]: -25n * MILLION },
        ),
    },
    {
      name: 'tokens for hundreds',
      draw: () => transaction({ to: DOLLAR, data: airdrop(480) }, { [DOLLAR]: -48n * MILLION }),
    },
    {
      name: 'a swap',
      draw: () =>
        transaction({ to: ROUTER, data: SWAP }, { [DOLLAR]: -250n * MILLION, [GOLD]: ETHER / 8n }),
    },
    {
      name: 'an unlimited allowance that can be changed',
      draw: () => transaction({ to: DOLLAR, data: approve(ROUTER, 2n ** 256n - 1n) }),
    },
    {
      name: 'an allowance with a limit',
      draw: () => transaction({ to: DOLLAR, data: approve(ROUTER, 100n * MILLION) }),
    },
    {
      name: 'an allowance for somebody’s account',
      draw: () => transaction({ to: DOLLAR, data: approve(`0x${'7'.repeat(40)}`, 100n * MILLION) }),
    },
    {
      name: 'a whole collection',
      draw: () => transaction({ to: APES, data: `0xa22cb465${word(ROUTER)}${word(1n)}` }),
    },
    {
      name: 'a poisoned address',
      draw: () =>
        transaction({ to: GOLD, data: transfer(POISON, 3n * ETHER) }, { [GOLD]: -3n * ETHER }),
    },
    {
      name: 'a fake token',
      draw: () => transaction({ to: FAKE, data: transfer(OTHER, ETHER) }, { [FAKE]: -ETHER }),
    },
    {
      name: 'an unknown function that takes',
      draw: () =>
        transaction({ to: ROUTER, value: ETHER / 2n, data: '0xdeadbeef' }, { [GOLD]: -ETHER }),
    },
    {
      name: 'it fails with a reason',
      draw: () => transaction({ to: ROUTER, data: SWAP }, {}, CLOSED),
    },
    {
      name: 'the site asks for a high fee',
      draw: () =>
        transaction({
          to: OTHER,
          value: 1n,
          fees: {
            type: 'eip1559',
            maxFeePerGas: 90n * 10n ** 9n,
            maxPriorityFeePerGas: 80n * 10n ** 9n,
          },
        }),
    },
    {
      name: 'several that are explained',
      draw: () =>
        asking(
          'calls',
          {
            requests: [
              requestOf({ to: DOLLAR, value: 0n, data: approve(ROUTER, 250n * MILLION) }),
              requestOf({ to: ROUTER, value: 0n, data: SWAP }),
            ],
            chain: CHAIN,
          },
          { node: nodeOf({ [DOLLAR]: -250n * MILLION, [GOLD]: ETHER / 8n }), people },
        ),
    },
  ],
}
