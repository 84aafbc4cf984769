/** Transactions that have ended, for the person's other devices, and from them. */
import { toQuantity } from '../../chain/rpc/quantity.js'
import { PAST_DATA, PastSent, PastSentList } from '../stores/past-sent.js'
import { idOf, isPending, Sent, timeOf } from './record.js'

type First = `0x${string}` | undefined

/** From all devices, as the wallet shows them. @param first - The first address of the recovery phrase. */
export const pastSent = (first: First): Sent[] =>
  ((first && new PastSentList(first).kept) ?? []).flatMap((past) => toSent(past) ?? [])

/** Adds transactions that have ended and are not in the list yet. */
export function notePast(first: First, sent: readonly Sent[]): void {
  if (!first) return
  const list = new PastSentList(first)
  const kept = list.kept ?? []
  const known = new Set(kept.map(({ hash }) => hash))
  const ended = sent.flatMap((one) => (known.has(idOf(one)) ? [] : (toPast(one) ?? [])))
  if (ended.length) list.keep([...kept, ...ended])
}

/** Undefined for a transaction that is pending or was refused by the node. */
function toPast(sent: Sent): PastSent | undefined {
  const { account, chainId, to, value, data, nonce, site, status, mined, fee } = sent
  if (isPending(sent) || status === 'refused') return undefined
  const hash = idOf(sent)
  return PastSent.safeParse({
    ...{ hash, account, chainId, to, value: toQuantity(value), data: data.slice(0, PAST_DATA) },
    ...{ nonce: toQuantity(nonce), site, time: timeOf(sent), status },
    ...(mined && mined !== hash && { mined }),
    ...(fee !== undefined && { fee: toQuantity(fee) }),
  }).data
}

/** Undefined if the stored data is not a valid transaction. */
function toSent({ hash, time, ...past }: PastSent): Sent | undefined {
  const fees = { type: 'legacy', gasPrice: '0x0' }
  const attempts = [{ hash, kind: 'first', fees, time }]
  return Sent.safeParse({ mined: hash, ...past, gas: '0x0', attempts, isKnown: true, misses: 0 })
    .data
}
