/** An explanation as texts, in order of importance. Screens only draw it. */
import { msg, str } from '@lit/localize'

import type { Hex } from '../../../chain/clear-signing/descriptor.js'
import type { DecodedCall } from '../../../chain/decode/decode.js'
import type { Explanation } from '../../../chain/explain/explain.js'
import type { TransactionRequest } from '../../../chain/requests/transaction.js'
import type { Risk, Severity } from '../../../chain/risks/risk.js'
import type { BalanceChange } from '../../../chain/simulate/simulation.js'
import { foldAlike, LEAST } from './alike.js'
import { describedWords } from './described.js'
import { gistOf } from './gist.js'
import { type Held, permissionText } from './permission-texts.js'
import { reasonText } from './reason-texts.js'
import { riskBrief, riskText } from './risk-texts.js'
import {
  changeText,
  partyText,
  type ShownCall,
  symbolOf,
  valueText,
  type Wording,
} from './values.js'
import { clearWord } from './words.js'

export interface ShownRisk {
  severity: Severity
  text: string
  /** The danger in a few words. */
  brief?: string
  /** Index of the call that the risk is about; absent if it is about all. */
  index?: number
  /** The address it is about. */
  address?: Hex
  /** The known address that it resembles. */
  other?: Hex
}

interface ShownChange {
  isGain: boolean
  text: string
  /** How much of the token this is. */
  note?: string
  address?: Hex
  /** A permission: others may act from now on. */
  isGrant?: true
}

export interface Summary {
  /** Outgoing assets first, then permissions, then incoming assets; absent until known. */
  changes?: ShownChange[]
  /** Shown in place of balance changes. */
  outcome?: string
  /** Short summary for the approve button. */
  gist: string
  risks: ShownRisk[]
  calls: ShownCall[]
}

export function summarize(
  explanation: Explanation,
  { locale, ticker }: { locale: string; ticker: string },
): Summary {
  const { calls, parties, tokens, simulation, risks } = explanation
  const account = calls[0]!.call.from
  const wording: Wording = { locale, ticker, account, parties, tokens }
  const shown = {
    gist: gistOf(calls, simulation, wording),
    risks: merged(risks),
    calls: calls.map((call) => shownCall(call, wording)),
  }
  switch (simulation?.status) {
    case undefined:
      return shown
    case 'failed': {
      const { others, reason } = simulation
      const { changes } = others
        ? summarize({ ...explanation, simulation: others }, { locale, ticker })
        : {}
      return { ...shown, ...(changes?.length && { changes }), outcome: reasonText(reason) }
    }
    case 'unseen':
    case 'unavailable':
      // A warning already says that the result is unknown.
      return shown
    case 'done': {
      const { held } = simulation
      const changes = simulation.changes.map(
        (change): ShownChange => ({
          isGain: change.change > 0n,
          text: changeText(change, wording),
          ...(change.kind === 'token' && { address: change.token }),
          ...(change.kind === 'nft' && { address: change.collection }),
          ...(isAll(change, held) && {
            note: msg(str`That is all your ${symbolOf(change.token, wording)}.`),
          }),
        }),
      )
      const permissions = simulation.permissions.map(
        (permission): ShownChange => ({
          isGain: false,
          text: permissionText(permission, wording, held),
          address: permission.to,
          isGrant: true,
        }),
      )
      const all = [...changes, ...permissions]
      if (!all.length) {
        return { ...shown, changes: [], outcome: msg('Your balances do not change.') }
      }
      return { ...shown, changes: all.sort((one, other) => +one.isGain - +other.isGain) }
    }
  }
}

export const shownRisk = (risk: Risk): ShownRisk => ({
  ...risk,
  text: riskText(risk),
  brief: riskBrief(risk.code),
})

/** Notes and warnings of one kind about many addresses are one; dangers are told one by one. */
function merged(risks: readonly Risk[]): ShownRisk[] {
  const told = new Set<string>()
  return risks.flatMap((risk) => {
    const { code, severity, address } = risk
    const alike = risks.filter((one) => one.code === code && one.address)
    const shown = shownRisk(risk)
    if (severity === 'danger' || !address || alike.length < LEAST) return [shown]
    if (told.has(code)) return []
    told.add(code)
    const text = `${shown.text} ${msg(str`That goes for ${alike.length} addresses.`)}`
    return [{ severity, text }]
  })
}

/** Whether the account would lose its whole balance of a token. */
const isAll = (
  change: BalanceChange,
  held: Held,
): change is Extract<BalanceChange, { kind: 'token' }> =>
  change.kind === 'token' &&
  change.change < 0n &&
  held?.get(change.token.toLowerCase()) === -change.change

/** The call before any lookup: enough to recognize it. */
export function plainCall(
  { from, to, value, data }: TransactionRequest,
  { locale, ticker }: { locale: string; ticker: string },
): ShownCall {
  const known = { locale, ticker, account: from, parties: new Map(), tokens: new Map() }
  const call = { chainId: 0, from, value, data, ...(to && { to }) }
  const kind = to ? (data === '0x' ? 'payment' : 'call') : 'create'
  const selector = data.slice(0, 10) as Hex
  const isCall = kind === 'call' && data.length >= 10
  return shownCall({ call, kind, inner: [], ...(isCall && { selector }) }, known)
}

/** Combines calls that differ only in the recipient. */
export const shownCalls = (calls: readonly DecodedCall[], wording: Wording): ShownCall[] =>
  foldAlike(
    calls,
    calls.map((one) => shownCall(one, wording)),
    wording,
  )

export function shownCall(decoded: DecodedCall, wording: Wording): ShownCall {
  const { call, kind, known, described, selector, inner } = decoded
  const { to, value } = call
  const amount = value
    ? [{ label: msg('Amount'), ...valueText({ kind: 'coin', amount: value }, wording) }]
    : []
  if (kind === 'create') return { title: msg('Deploy a contract'), lines: amount, inner: [] }
  const whom = { text: partyText(to!, wording), address: to! }
  if (kind === 'payment') {
    return {
      title: msg('Send a payment'),
      lines: [...amount, { label: msg('To'), ...whom }],
      inner: [],
    }
  }
  const target = { label: msg('Contract'), ...whom }
  if (described) {
    const words = describedWords(described.clear, wording)
    // Amount and recipient come from the call itself, never from the descriptor.
    const lines = [...words.lines, ...amount, target]
    return { ...words, lines, inner: shownCalls(inner, wording) }
  }
  if (!known) {
    const title = selector ? msg(str`Call function ${selector}`) : msg('Send data')
    return { title, lines: [...amount, target], inner: [] }
  }
  const fields = known.clear.fields.filter((one) => one.value.kind !== 'call')
  const lines = fields.map((one) => ({
    label: clearWord(one.label),
    ...valueText(one.value, wording),
  }))
  return {
    title: clearWord(known.clear.intent),
    // Skip the amount if the descriptor's fields already show it.
    lines: fields.some((one) => one.value.kind === 'coin' && one.value.amount === value)
      ? [...lines, target]
      : [...lines, ...amount, target],
    inner: shownCalls(inner, wording),
  }
}
