/** Values of descriptors, amounts and names, as text. */
import { msg, str } from '@lit/localize'

import type { ClearValue, Hex } from '../../../chain/clear-signing/descriptor.js'
import type { Party } from '../../../chain/parties/parties.js'
import type { TokenInfo } from '../../../chain/reads/token-info.js'
import type { BalanceChange } from '../../../chain/simulate/simulation.js'
import { shortAddress } from '../../../chain/values/addresses.js'
import { visible } from '../../../chain/values/text.js'
import { formatExact } from '../../../chain/values/units.js'
import { clearWord } from './words.js'

const MINUTE = 60n
const HOUR = 60n * MINUTE
const DAY = 24n * HOUR
/** Seconds that a `Date` can hold. */
const MAX_SECONDS = 8_640_000_000_000n

export interface Wording {
  /** BCP 47. */
  locale: string
  /** Symbol of the chain's coin. */
  ticker: string
  account: Hex
  parties: ReadonlyMap<string, Party>
  tokens: ReadonlyMap<string, TokenInfo>
}

/** A text; `address` is set if the text stands for an address. */
export interface Shown {
  text: string
  address?: Hex
}

/** A label with its value. */
export interface Line extends Shown {
  label: string
}

export interface ShownCall {
  title: string
  lines: Line[]
  inner: ShownCall[]
  /** Recipients of calls that differ in nothing else, in the order in which they are called. */
  recipients?: Shown[]
  /**
   * Set for texts that are not the wallet's: who wrote them, and whether an auditor trusted by the operator reviewed
   * them.
   */
  described?: { note: string; isReviewed: boolean }
}

export function valueText(value: ClearValue, wording: Wording): Shown {
  const { locale, ticker } = wording
  switch (value.kind) {
    case 'text':
      return { text: visible(value.text) }
    case 'bytes':
      return { text: value.hex }
    case 'number':
      return { text: number(value.value, locale) }
    case 'yesNo':
      return { text: value.value ? msg('Yes') : msg('No') }
    case 'address':
      return { text: partyText(value.address, wording), address: value.address }
    case 'coin':
      return { text: withLimit(value, `${formatExact(value.amount, locale)} ${ticker}`) }
    case 'token': {
      const symbol = symbolOf(value.token, wording)
      const text = value.isUnlimited
        ? msg(str`Unlimited ${symbol}`)
        : tokenText(value.amount, value.token, wording)
      return { text: withLimit(value, text) }
    }
    case 'nft':
      return { text: nftText(value.id, value.collection, wording) }
    case 'date':
      return { text: value.seconds === undefined ? msg('For ever') : date(value.seconds, locale) }
    case 'block':
      return { text: msg(str`Block ${number(value.number, locale)}`) }
    case 'duration':
      return { text: duration(value.seconds, locale) }
    case 'unit': {
      const amount = formatExact(value.value, locale, value.decimals)
      return { text: `${amount} ${visible(value.base)}` }
    }
    case 'choice':
      return { text: clearWord(value.text) }
    case 'call':
      return { text: value.data }
  }
}

/**
 * Adds the descriptor's word for a large amount, such as "Unlimited". The number stays: a descriptor can use that word
 * for any amount.
 */
const withLimit = ({ message }: { message?: string }, text: string): string =>
  message ? `${visible(message)} (${text})` : text

/** With a plus or minus sign, so that colours are not needed. */
export const changeText = (change: BalanceChange, wording: Wording): string =>
  `${change.change < 0n ? '−' : '+'}${amountText(change, wording)}`

export function amountText(change: BalanceChange, wording: Wording): string {
  const size = change.change < 0n ? -change.change : change.change
  if (change.kind === 'coin') return `${formatExact(size, wording.locale)} ${wording.ticker}`
  if (change.kind === 'token') return tokenText(size, change.token, wording)
  const name = nftText(change.id, change.collection, wording)
  return size === 1n ? name : `${number(size, wording.locale)} × ${name}`
}

/** The address's name: from the address book, the known list or its token, else the kind of address. */
export function partyText(address: Hex, { account, parties, tokens }: Wording): string {
  if (address.toLowerCase() === account.toLowerCase()) return msg('Your account')
  const party = parties.get(address.toLowerCase())
  const token = tokens.get(address.toLowerCase())
  if (party?.name) return visible(party.name)
  if (token) return token.name ?? token.symbol ?? msg('Token')
  switch (party?.kind) {
    case 'person':
      return msg('Account')
    case 'delegated':
      return msg('Account with a contract’s code')
    case 'contract':
      return msg('Contract')
    default:
      return ''
  }
}

export function tokenText(amount: bigint, token: Hex | undefined, wording: Wording): string {
  const info = token && wording.tokens.get(token.toLowerCase())
  const symbol = symbolOf(token, wording)
  if (info) return `${formatExact(amount, wording.locale, info.decimals)} ${symbol}`
  // Without its decimals, an amount means nothing to a person.
  return msg(str`${number(amount, wording.locale)} smallest units of ${symbol}`)
}

export function symbolOf(token: Hex | undefined, { tokens }: Wording): string {
  if (!token) return msg('a token')
  const info = tokens.get(token.toLowerCase())
  return info?.symbol ?? info?.name ?? shortAddress(token)
}

/** How a contract calls itself. */
export function nameOf(contract: Hex | undefined, { tokens }: Wording): string {
  const info = contract && tokens.get(contract.toLowerCase())
  return info?.name ?? info?.symbol ?? (contract ? shortAddress(contract) : '')
}

export const nftText = (id: bigint, collection: Hex | undefined, wording: Wording): string =>
  `${nameOf(collection, wording)} #${id}`.trim()

export const number = (value: bigint, locale: string): string =>
  new Intl.NumberFormat(locale).format(value)

function date(seconds: bigint, locale: string): string {
  if (seconds > MAX_SECONDS) return msg('For ever')
  if (seconds < -MAX_SECONDS) return number(seconds, locale)
  const options = { dateStyle: 'medium', timeStyle: 'short' } as const
  return new Intl.DateTimeFormat(locale, options).format(Number(seconds) * 1000)
}

function duration(seconds: bigint, locale: string): string {
  const [unit, size] =
    seconds % DAY === 0n
      ? (['day', DAY] as const)
      : seconds % HOUR === 0n
        ? (['hour', HOUR] as const)
        : seconds % MINUTE === 0n
          ? (['minute', MINUTE] as const)
          : (['second', 1n] as const)
  const options = { style: 'unit', unit, unitDisplay: 'long' } as const
  return new Intl.NumberFormat(locale, options).format(seconds / size)
}
