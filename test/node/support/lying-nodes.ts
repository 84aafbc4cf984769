/** Nodes that answer by the world of `judged.ts`: truly, late, not at all, or with one lie each. */
import * as AbiParameters from 'ox/AbiParameters'

import type { Call } from '../../../src/chain/clear-signing/calldata.js'
import { explain } from '../../../src/chain/explain/explain.js'
import { addressesIn, readMeaning, risksOf } from '../../../src/chain/explain/explain-typed-data.js'
import { type AddressFacts, readAddress } from '../../../src/chain/reads/address-facts.js'
import { parseTypedData } from '../../../src/chain/requests/typed-data.js'
import type { Risk } from '../../../src/chain/risks/risk.js'
import { Rpc } from '../../../src/chain/rpc/rpc.js'
import { COIN_LOGS, TRANSFER } from '../../../src/chain/simulate/logs.js'
import { word } from '../../../src/chain/values/words.js'
import { ProviderRpcError, WalletError } from '../../../src/shared/errors.js'
import { type Change, isPerson, PEOPLE, type Sent, type Signed, TOKENS } from './judged.js'
import { typed } from './published-types.js'
import { APP, type Hex, ME } from './signed-calls.js'

const [NAME, SYMBOL, DECIMALS, SUPPLY] = ['0x06fdde03', '0x95d89b41', '0x313ce567', '0x18160ddd']
const [SUPPORTS, BALANCE_OF, OWNER_OF] = ['0x01ffc9a7', '0x70a08231', '0x6352211e']
const IS_721 = '80ac58cd'
const CODE = '0x6001'
const HELD = 10n ** 24n
/** Milliseconds: longer than the wallet waits for anything. */
const LATE = 60_000

/** The answers that a lie can stand in for. */
interface Answers {
  code: (address: Hex) => Hex
  /** `undefined`: the call fails. @param isAfter - Whether the request was played before. */
  view: (to: Hex, data: Hex, isAfter: boolean) => Hex | undefined
  canPlay: boolean
  hasLogs: boolean
}

const text = (value: string): Hex => AbiParameters.encode(AbiParameters.from('string'), [value])
const number = (value: bigint): Hex => `0x${word(value)}`

const truth = (changes: readonly Change[]): Answers => ({
  canPlay: true,
  hasLogs: true,
  code: (address) => (isPerson(address) || /^0x0+(dead)?$/.test(address) ? '0x' : CODE),
  view: (to, data, isAfter) => {
    const { name = '', symbol = '', ...token } = TOKENS.get(to.toLowerCase()) ?? {}
    const { decimals, standard } = { decimals: undefined, standard: undefined, ...token }
    const isCollection = standard === 'ERC-721'
    if (!standard) return undefined
    switch (data.slice(0, 10)) {
      case NAME:
        return text(name)
      case SYMBOL:
        return text(symbol)
      case DECIMALS:
        return isCollection ? undefined : number(BigInt(decimals ?? 0))
      case SUPPLY:
        return number(10n ** 30n)
      case SUPPORTS:
        return isCollection ? number(BigInt(data.includes(IS_721))) : undefined
      case OWNER_OF:
        return isCollection ? `0x${word(ME)}` : undefined
      case BALANCE_OF: {
        const moved = changes.filter(([, one]) => one?.toLowerCase() === to.toLowerCase())
        const change = moved.reduce((sum, [amount]) => sum + amount, 0n)
        return number(HELD + (isAfter ? change : 0n))
      }
      default:
        return undefined
    }
  },
})

const view =
  (selector: string, answer: Hex | undefined) =>
  (own: Answers): Answers => ({
    ...own,
    view: (to, data, isAfter) => (data.startsWith(selector) ? answer : own.view(to, data, isAfter)),
  })
const code =
  (said: Hex) =>
  (own: Answers): Answers => ({ ...own, code: () => said })

/** One lie each. */
export const LIES: Record<string, (own: Answers) => Answers> = {
  'says that every address is an account': code('0x'),
  'says that every address is a contract': code(CODE),
  'says that every account acts by a contract’s code': code(`0xef0100${APP.slice(2)}`),
  'says that tokens have no decimals': view(DECIMALS, number(0n)),
  'says that tokens have more decimals than there are': view(DECIMALS, number(255n)),
  'says that tokens have 36 decimals': view(DECIMALS, number(36n)),
  'says a symbol that is not the token’s': view(SYMBOL, text('GIFT')),
  'says a name that is not the token’s': view(NAME, text('Gift')),
  'says that nothing is held': view(BALANCE_OF, number(0n)),
  'says that there is nothing of a token': view(SUPPLY, number(0n)),
  'says that there is more of a token than there can be': view(SUPPLY, number(2n ** 256n - 1n)),
  'says that tokens are collectibles': view(SUPPORTS, number(1n)),
  'says that collectibles are no collectibles': view(SUPPORTS, number(0n)),
  'fails when it is asked for decimals': view(DECIMALS, undefined),
  'fails when it is asked for symbols': view(SYMBOL, undefined),
  'fails when it is asked for balances': view(BALANCE_OF, undefined),
  'fails when it is asked for what there is of a token': view(SUPPLY, undefined),
  'fails whatever a contract is asked': view('0x', undefined),
  'cannot play a request': (own) => ({ ...own, canPlay: false }),
  'tells no events': (own) => ({ ...own, hasLogs: false }),
}

function tooOften(every: number): (answer: () => unknown) => Promise<unknown> {
  let asked = 0
  return async (answer) => {
    if (++asked % every === 0) throw new ProviderRpcError(-32005, 'limit exceeded')
    return answer()
  }
}

/** Without an answer that the wallet could use. */
export const SILENCES: Record<string, (answer: () => unknown) => Promise<unknown>> = {
  'says nothing at all': () => new Promise(() => {}),
  'cannot be reached': async () => {
    throw new WalletError('CHAIN_DISCONNECTED')
  },
  'answers after the wallet’s deadlines': (answer) =>
    new Promise((resolve) => setTimeout(() => resolve(answer()), LATE)),
  'answers null': async () => null,
  'answers what is no answer': async () => 'busy',
  'has no such method': async () => {
    throw new ProviderRpcError(-32601, 'method not found')
  },
  'was asked too often': tooOften(1),
  'is too busy for every second question': tooOften(2),
  'is too busy for every third question': tooOften(3),
}

/** @param carry - How answers come; at once, if absent. */
export function nodeFor(
  changes: readonly Change[],
  lie: (own: Answers) => Answers = (own) => own,
  carry: (answer: () => unknown) => Promise<unknown> = async (answer) => answer(),
): Rpc {
  const own = lie(truth(changes))
  return new Rpc('https://node.example', (_url, method, params) =>
    carry(() => answerTo(method, params as never, own, changes)),
  )
}

interface Asked {
  from?: Hex
  to: Hex
  data?: Hex
  input?: Hex
}

function answerTo(
  method: string,
  [first]: [unknown],
  own: Answers,
  changes: readonly Change[],
): unknown {
  if (method === 'eth_getCode') return own.code(first as Hex)
  const reverted = new ProviderRpcError(3, 'execution reverted')
  if (method === 'eth_call') {
    const { from, to, data = '0x' } = first as Asked
    const answer = from ? '0x' : own.view(to, data, false)
    if (answer === undefined) throw reverted
    return answer
  }
  if (method !== 'eth_simulateV1' || !own.canPlay) {
    throw new ProviderRpcError(-32601, 'method not found')
  }
  const { blockStateCalls } = first as { blockStateCalls: [{ calls: Asked[] }] }
  let isAfter = false
  const calls = blockStateCalls[0].calls.map(({ from, to, input = '0x' }) => {
    if (from) {
      const logs = isAfter || !own.hasLogs ? [] : changes.map(logOf)
      isAfter = true
      return { status: '0x1', returnData: '0x', logs }
    }
    const returnData = own.view(to, input, isAfter)
    return returnData ? { status: '0x1', returnData } : { status: '0x0', error: { message: '' } }
  })
  return [{ number: '0x1', calls }]
}

function logOf([amount, token]: Change) {
  const [from, to] = amount < 0n ? [ME, APP] : [APP, ME]
  const topics = [TRANSFER, `0x${word(from)}`, `0x${word(to)}`]
  return { address: token ?? COIN_LOGS, topics, data: number(amount < 0n ? -amount : amount) }
}

/** What the wallet says of a request, by a node's answers alone. */
export async function risksBy(asked: Sent | Signed, node: Rpc): Promise<Risk[]> {
  if ('calls' in asked) {
    const calls = asked.calls.map(({ to, data = '0x', value = 0n }): Call => {
      return { chainId: 1, from: ME, to, data, value }
    })
    return (await explain({ calls, ticker: 'ETH' }, node, { people: PEOPLE })).risks
  }
  const { type, domain, message } = asked
  const data = parseTypedData([ME, { ...typed(type), domain, message }], ME, 1)
  const meaning = readMeaning(data, ME)
  const facts = new Map<string, AddressFacts | null>(
    await Promise.all(
      addressesIn(data, meaning).map(async (one): Promise<[string, AddressFacts | null]> => {
        return [one, await readAddress(node, one).catch(() => null)]
      }),
    ),
  )
  return risksOf(data, meaning, {
    ...{ account: ME, people: PEOPLE, ticker: 'ETH', now: new Date('2026-03-01T12:00:00Z') },
    facts: (address) => facts.get(address.toLowerCase()),
  })
}
