/** Gains and losses of an account according to events and transfers. */
import type { Hex } from '../clear-signing/descriptor.js'
import { wordsOf } from '../values/words.js'
import type { BalanceChange } from './simulation.js'

/** Hashes of `Transfer`, `TransferSingle` and `TransferBatch` with their arguments' types. */
export const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
export const SINGLE = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
export const BATCH = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'
/** Pseudo contract under which a simulation reports transfers of the chain's coin (`traceTransfers`). */
export const COIN_LOGS = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
/** Items read from one event. */
const MAX_ITEMS = 200

export interface Log {
  address: string
  topics: string[]
  data: Hex
}

/** Arguments of an event, the indexed ones first: words as hex without `0x`. */
export const argumentsOf = ({ topics, data }: Log): string[] => [
  ...topics.slice(1).map((topic) => topic.slice(2)),
  ...wordsOf(data),
]

/** One movement, into the account or out of it. */
interface Move {
  kind: 'coin' | 'token' | 'nft'
  contract: Hex
  id: bigint
  change: bigint
}

/** Net balance changes of the account, according to the contracts' events. */
export function changesIn(logs: readonly Log[], account: Hex): BalanceChange[] {
  const sums = new Map<string, Move>()
  for (const move of logs.flatMap((log) => movesIn(log, account.toLowerCase()))) {
    const key = `${move.kind} ${move.contract} ${move.id}`
    const known = sums.get(key)
    sums.set(key, known ? { ...known, change: known.change + move.change } : move)
  }
  return [...sums.values()].map(({ kind, contract, id, change }) => {
    if (kind === 'coin') return { kind, change }
    return kind === 'token'
      ? { kind, token: contract, change }
      : { kind, collection: contract, id, change }
  })
}

function movesIn({ address, topics, data }: Log, account: string): Move[] {
  const contract = address.toLowerCase() as Hex
  const [event, ...indexed] = topics
  const words = wordsOf(data)
  const moved = (from = '', to = '', kind: Move['kind'], id: bigint, amount: bigint): Move[] => {
    const sign = BigInt(+(toAddress(to) === account)) - BigInt(+(toAddress(from) === account))
    return sign ? [{ kind, contract, id, change: sign * amount }] : []
  }
  if (event === TRANSFER) {
    const [from, to, id] = indexed
    if (id) return moved(from, to, 'nft', BigInt(id), 1n)
    const kind = contract === COIN_LOGS ? 'coin' : 'token'
    return words[0] ? moved(from, to, kind, 0n, BigInt(`0x${words[0]}`)) : []
  }
  if (event !== SINGLE && event !== BATCH) return []
  const [, from, to] = indexed
  const pairs = event === SINGLE ? [[words[0], words[1]]] : pairsIn(words)
  return pairs.flatMap(([id, amount]) =>
    id && amount ? moved(from, to, 'nft', BigInt(`0x${id}`), BigInt(`0x${amount}`)) : [],
  )
}

/** The ids of a `TransferBatch`. */
export const idsIn = ({ data }: Log): (string | undefined)[] =>
  pairsIn(wordsOf(data)).map(([id]) => id)

/** Reads two ABI arrays of the same length. */
function pairsIn(words: readonly string[]): [string | undefined, string | undefined][] {
  const at = (index: number) => Number(BigInt(`0x${words[index] ?? '0'}`))
  const [ids, amounts] = [at(0) / 32, at(1) / 32]
  const count = Math.min(at(ids), MAX_ITEMS)
  return Array.from({ length: count }, (_, index) => [
    words[ids + 1 + index],
    words[amounts + 1 + index],
  ])
}

/** The events that name the account, by contract and kind: two equal runs give the same text. */
export function namings(logs: readonly Log[], account: Hex): string {
  const own = account.toLowerCase()
  const found = logs.filter(({ topics }) => topics.some((topic) => toAddress(topic) === own))
  return [...new Set(found.map(({ address, topics }) => `${address} ${topics[0]}`))].sort().join()
}

/** Whether an event reports coins that leave the account. */
export const hasCoinsFrom = (logs: readonly Log[], account: Hex): boolean =>
  logs.some(
    ({ address, topics }) =>
      address.toLowerCase() === COIN_LOGS && toAddress(topics[1] ?? '') === account,
  )

const toAddress = (topic: string): string => `0x${topic.slice(-40)}`.toLowerCase()
