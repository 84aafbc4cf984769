/** Transfers of the same amount to many, as one line: an airdrop. */
import { msg, str } from '@lit/localize'

import type { ClearValue } from '../../../chain/clear-signing/descriptor.js'
import type { DecodedCall } from '../../../chain/decode/decode.js'
import { type Shown, type ShownCall, valueText, type Wording } from './values.js'

/** From this many equal transfers on, they are shown as one line. */
export const LEAST = 5

type Amount = Extract<ClearValue, { kind: 'token' | 'coin' }>

interface Transfer {
  amount: Amount
  to: Shown
  /** The lines besides amount and recipient. */
  rest: ShownCall['lines']
}

/** @param shown - The same calls in words. One that differs in anything but the recipient stays apart. */
export function foldAlike(
  calls: readonly DecodedCall[],
  shown: readonly ShownCall[],
  wording: Wording,
): ShownCall[] {
  const groups = new Map<string, Transfer[]>()
  const keys = calls.map((call, at) => {
    const transfer = transferIn(call, shown[at]!, wording)
    if (!transfer) return undefined
    const { amount, rest } = transfer
    const key = JSON.stringify([shown[at]!.title, valueText(amount, wording), rest])
    const group = groups.get(key) ?? []
    group.push(transfer)
    groups.set(key, group)
    return key
  })
  const told = new Set<string>()
  return shown.flatMap((one, at) => {
    const key = keys[at]
    const group = key === undefined ? [] : groups.get(key)!
    if (key === undefined || group.length < LEAST) return [one]
    if (told.has(key)) return []
    told.add(key)
    return [foldedOf(group, wording)]
  })
}

function foldedOf(group: readonly Transfer[], wording: Wording): ShownCall {
  const [{ amount, rest }] = group as [Transfer]
  const count = group.length
  const each = valueText(amount, wording).text
  const all = valueText({ ...amount, amount: amount.amount * BigInt(count) }, wording)
  return {
    title: msg(str`${count} recipients, ${each} each`),
    lines: [{ label: msg('In all'), ...all }, ...rest],
    inner: [],
    recipients: group.map(({ to }) => to),
  }
}

/** A call that only sends an amount to one address. */
function transferIn(
  { call, kind, known, inner }: DecodedCall,
  { lines }: ShownCall,
  wording: Wording,
): Transfer | undefined {
  if (kind === 'payment') {
    const [, to] = lines
    const amount: Amount = { kind: 'coin', amount: call.value }
    return to ? { amount, to, rest: [] } : undefined
  }
  if (known?.clear.kind !== 'transfer' || inner.length || call.value) return undefined
  const { fields } = known.clear
  const to = fields.find(({ role }) => role === 'recipient')
  const paid = fields.find(({ value }) => value.kind === 'token')
  if (!to || paid?.value.kind !== 'token') return undefined
  const rest = lines.filter((_, at) => at !== fields.indexOf(to) && at !== fields.indexOf(paid))
  return { amount: paid.value, to: valueText(to.value, wording), rest }
}
