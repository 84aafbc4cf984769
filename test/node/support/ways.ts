/** Each way to ask for the same, sent or signed, and what the wallet says is wrong with it. */
import type { Call } from '../../../src/chain/clear-signing/calldata.js'
import type { Standard } from '../../../src/chain/clear-signing/descriptor.js'
import { decodeCall } from '../../../src/chain/decode/decode.js'
import { readMeaning, risksOf } from '../../../src/chain/explain/explain-typed-data.js'
import { type Party, resembled } from '../../../src/chain/parties/parties.js'
import type { AddressFacts } from '../../../src/chain/reads/address-facts.js'
import { parseTypedData } from '../../../src/chain/requests/typed-data.js'
import type { Risk } from '../../../src/chain/risks/risk.js'
import { risksOf as risksOfCalls } from '../../../src/chain/risks/risks.js'
import { encodeCall } from '../../support/contracts.js'
import { fields } from '../../support/typed-data-types.js'
import { TYPES as PUBLISHED } from './published-types.js'
import { APP, type Hex, ME, NOBODY, SAFE, SIGNED, type Signed, TOKEN } from './signed-calls.js'

/** An address without code. */
export const PERSON: Hex = '0x7979797979797979797979797979797979797900'
/** An address that the node says nothing about. */
export const UNKNOWN: Hex = '0x8888888888888888888888888888888888888800'
/** A contract of collectibles. */
export const ART: Hex = '0x4646464646464646464646464646464646464600'
/** A known person, and an address with the same ends. */
export const FRIEND: Hex = '0x777777777777777777777777777777777777ab00'
export const POISONED: Hex = '0x777700000000000000000000000000000000ab00'
const PEOPLE = { known: [FRIEND] }
const STANDARDS = new Map<string, Standard>([[ART, 'ERC-721']])

export const callOf = (data: Hex, to = TOKEN): Call => ({
  ...{ chainId: 1, from: ME, to, value: 0n, data },
})

/** A transaction of a Safe, as it is sent to the Safe. */
const safeCall = (data: Hex, to = TOKEN) =>
  encodeCall(
    'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
    [to, 0n, data, 0, 0n, 0n, 0n, NOBODY, NOBODY, '0x'],
  )

/** Each way to carry a call. */
export const WAYS: Record<string, (data: Hex, to?: Hex) => Call[]> = {
  'a call': (data, to) => [callOf(data, to)],
  'a batch': (data, to) => [callOf(encodeCall('deposit()', [])), callOf(data, to)],
  'a multicall': (data, to) => [callOf(encodeCall('multicall(bytes[])', [[data]]), to)],
  'calls of a multicall contract': (data, to = TOKEN) => [
    callOf(
      encodeCall('aggregate3((address target,bool allowFailure,bytes callData)[] calls)', [
        [{ target: to, allowFailure: false, callData: data }],
      ]),
      APP,
    ),
  ],
  'a call of a Safe': (data, to) => [callOf(safeCall(data, to), SAFE)],
  'a call of a Safe in a multicall': (data, to) => [
    callOf(encodeCall('multicall(bytes[])', [[safeCall(data, to)]]), SAFE),
  ],
}

/** Each way to sign a call that a relayer sends. */
export const SIGNED_WAYS: Record<string, (data: Hex, to?: Hex) => Signed> = {
  ...Object.fromEntries(Object.entries(SIGNED).map(([way, sign]) => [`${way}, signed`, sign])),
  'a list of calls, signed': (data, to = TOKEN) => {
    const calls = [{ target: to, value: 0, callData: data }]
    return { type: 'Execute', contract: APP, message: { calls } }
  },
}

/** @param isPlayed - Whether a node was asked to play them, and could not. */
export function callRisks(calls: readonly Call[], isPlayed = false): Risk[] {
  const parties: [Hex, Party['kind']][] = [
    [PERSON, 'person'],
    [UNKNOWN, 'unknown'],
    [POISONED, 'contract'],
  ]
  const known = {
    calls: calls.map((call) => decodeCall(call, STANDARDS)),
    parties: new Map(
      parties.map(([address, kind]): [string, Party] => {
        const resembles = resembled(address, PEOPLE)
        return [address, { address, kind, ...(resembles && { resembles }) }]
      }),
    ),
    tokens: new Map(),
    ...(isPlayed && { simulation: { status: 'unavailable' } as const }),
  }
  return risksOfCalls(known, { account: ME, chainId: 1, ticker: 'ETH', people: PEOPLE })
}

const TYPES = {
  ...PUBLISHED,
  Execute: fields('Call[] calls'),
  Call: fields('address target, uint256 value, bytes callData'),
}

export function typedDataRisks(
  { type, contract, message }: Signed,
  { supply = 0n, types = {} }: { supply?: bigint; types?: Record<string, object[]> } = {},
): Risk[] {
  const domain = { name: 'Token', chainId: 1, verifyingContract: contract }
  const asked = { types: { ...TYPES, ...types }, primaryType: type, domain, message }
  const data = parseTypedData([ME, asked], ME, 1)
  const known: Record<string, AddressFacts | null> = {
    [PERSON]: { isContract: false },
    [UNKNOWN]: null,
    [NOBODY]: { isContract: false },
    [TOKEN]: { isContract: true, name: 'Token', symbol: 'TOK', decimals: 18, supply },
  }
  const facts = (address: string) => {
    const found = known[address.toLowerCase()]
    return found === undefined ? { isContract: true, name: 'Token' } : found
  }
  const now = new Date('2026-03-01T12:00:00Z')
  const scene = { account: ME, facts, now, people: PEOPLE }
  return risksOf(data, readMeaning(data, ME), scene)
}
