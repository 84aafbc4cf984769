/** The gist of an approval, such as who gets how much, for the approve button. */
import { msg, str } from '@lit/localize'

import type { Hex } from '../../../chain/clear-signing/descriptor.js'
import { type DecodedCall, flatten } from '../../../chain/decode/decode.js'
import { isSaid } from '../../../chain/risks/gifts.js'
import { permissionsIn } from '../../../chain/risks/permissions.js'
import type { Permission, Simulation } from '../../../chain/simulate/simulation.js'
import { endsInText } from '../../../chain/values/addresses.js'
import { apart, visible } from '../../../chain/values/text.js'
import { listed } from '../base/shared-parts.js'
import {
  amountText,
  changeText,
  nameOf,
  nftText,
  symbolOf,
  tokenText,
  valueText,
  type Wording,
} from './values.js'

/** Changes and permissions that fit on the button. */
const SHOWN = 3

/** Empty if the calls are not understood. */
export function gistOf(
  calls: readonly DecodedCall[],
  simulation: Simulation | undefined,
  wording: Wording,
): string {
  const { changes, permissions } =
    simulation?.status === 'done' ? simulation : { changes: [], permissions: [] }
  if (!changes.length && !permissions.length) {
    return calls.length === 1 ? said(calls[0]!, wording) : ''
  }
  const [first, ...others] = changes
  const to = recipientIn(calls)
  const isGift = first && first.change < 0n && isSaid(first, calls)
  if (isGift && to && !others.length && !permissions.length) {
    return msg(str`${apart(amountText(first, wording))} to ${whom(to, wording)}`)
  }
  const lossesFirst = changes.toSorted((one, other) => +(one.change > 0n) - +(other.change > 0n))
  return shown(
    [
      ...permissions.map((one) => permissionGist(one, wording)),
      ...lossesFirst.map((change) => changeText(change, wording)),
    ],
    wording,
  )
}

const shown = (all: readonly string[], { locale }: Wording): string =>
  `${listed(all.slice(0, SHOWN).map(apart), locale)}${all.length > SHOWN ? ' …' : ''}`

/** What the call says about itself. */
function said(decoded: DecodedCall, wording: Wording): string {
  const { call, kind, known, inner } = decoded
  const permissions = flatten(decoded)
    .flatMap(permissionsIn)
    .filter((one) => one.kind !== 'tokens' || one.amount)
    .map((one) => permissionGist(one, wording))
  // The words of a function need not say that it is paid.
  const isPaying = kind === 'payment' || (kind === 'call' && call.value > 0n)
  const paid = isPaying ? paymentGist(call, wording) : ''
  if (permissions.length) return shown([...permissions, ...(paid ? [paid] : [])], wording)
  if (paid) return paid
  // An account that is told to make one call.
  if (inner.length === 1) return said(inner[0]!, wording)
  const to = recipientIn([decoded])
  const sent = known?.clear.kind === 'transfer' ? known.clear.fields : []
  const amount = sent.find(({ value }) => value.kind === 'token' || value.kind === 'nft')
  if (!amount || !to) return ''
  return msg(str`${apart(valueText(amount.value, wording).text)} to ${whom(to, wording)}`)
}

function paymentGist({ to, value }: DecodedCall['call'], wording: Wording): string {
  const amount = valueText({ kind: 'coin', amount: value }, wording).text
  return msg(str`${apart(amount)} to ${whom(to!, wording)}`)
}

/** The only one who gets something, as the calls say. */
function recipientIn(calls: readonly DecodedCall[]): Hex | undefined {
  const found = calls.flatMap(flatten).flatMap(({ call, kind, known }) => {
    if (kind === 'payment') return call.to ?? []
    const fields = known?.clear.fields ?? []
    return fields.flatMap(({ role, value }) =>
      role === 'recipient' && value.kind === 'address' ? value.address : [],
    )
  })
  const all = new Map(found.map((one) => [one.toLowerCase(), one]))
  return all.size === 1 ? found[0] : undefined
}

function permissionGist(permission: Permission, wording: Wording): string {
  const { kind, contract, to } = permission
  const who = whom(to, wording)
  switch (kind) {
    case 'tokens': {
      const { amount, isUnlimited } = permission
      if (!amount) return msg(str`Nothing more for ${who}`)
      const symbol = symbolOf(contract, wording)
      const what = isUnlimited
        ? msg(str`All of your ${symbol}`)
        : tokenText(amount, contract, wording)
      return msg(str`${apart(what)} for ${who}`)
    }
    case 'collectible':
      return msg(str`${apart(nftText(permission.id, contract, wording))} for ${who}`)
    case 'borrowing':
      return msg(str`Debts in your name for ${who}`)
    default:
      return msg(str`All of ${apart(nameOf(contract, wording))} for ${who}`)
  }
}

/** The address's name if known, else its first and last characters. */
function whom(address: Hex, { parties }: Wording): string {
  const name = parties.get(address.toLowerCase())?.name
  return name ? apart(visible(name)) : endsInText(address)
}
