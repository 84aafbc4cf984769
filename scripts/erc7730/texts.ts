/** Writes values as the registry's tests do: in English, with all digits. */
import * as Address from 'ox/Address'

import { decodeCalldata } from '../../src/chain/clear-signing/calldata.js'
import type {
  ClearText,
  ClearValue,
  Descriptor,
  Hex,
} from '../../src/chain/clear-signing/descriptor.js'
import { knownChain } from '../../src/chain/networks/known-chains.js'
import { formatExact } from '../../src/chain/values/units.js'
import type { Expected, Known } from './registry.js'

export interface Setting {
  chainId: number
  /** The called contract, which is also the caller of inner calls. */
  to: Hex
  known: Known
  /** All descriptors of the registry, for inner calls. */
  descriptors: readonly Descriptor[]
}
type Of<Kind extends ClearValue['kind']> = Extract<ClearValue, { kind: Kind }>

/** The texts that a person would read. */
export function rendered(clear: ClearText, setting: Setting): Expected {
  const { intent, sentence, owner, fields } = clear
  return {
    intent,
    ...(sentence && {
      interpolatedIntent: sentence
        .map((part) => (typeof part === 'string' ? part : inSentence(part, setting)))
        .join(''),
    }),
    owner,
    fields: fields.map(({ label, value }) => ({ label, value: text(value, setting) })),
  }
}

function inSentence(value: ClearValue, setting: Setting): string {
  const shown = text(value, setting)
  return typeof shown === 'string' ? shown : shown.intent
}

function text(value: ClearValue, setting: Setting): string | Expected {
  const { known, chainId } = setting
  switch (value.kind) {
    case 'text':
    case 'choice':
      return value.text
    case 'bytes':
      return value.hex
    case 'number':
      return String(value.value)
    case 'yesNo':
      return String(value.value)
    case 'address':
      return addressText(value, known)
    case 'coin': {
      const ticker = knownChain(chainId)?.ticker ?? 'ETH'
      return `${value.message ?? digits(value.amount, 18)} ${ticker}`
    }
    case 'token':
      return tokenText(value, known)
    case 'nft': {
      const name = value.collection && known.nftCollectionNames.get(value.collection.toLowerCase())
      return name ? `${name} #${value.id}` : String(value.id)
    }
    case 'date':
      return value.seconds === undefined ? 'Never' : dateText(value.seconds)
    case 'block': {
      const seconds = known.blockTimestamps.get(String(value.number))
      return seconds === undefined ? String(value.number) : dateText(BigInt(seconds))
    }
    case 'duration':
      return durationText(value.seconds)
    case 'unit':
      return `${digits(value.value, value.decimals)}${value.base}`
    case 'call':
      return callText(value, setting)
  }
}

function addressText({ address, isSender, types, sources }: Of<'address'>, known: Known): string {
  if (isSender) return 'Sender'
  const key = address.toLowerCase()
  const names: Record<string, string | undefined> = {
    local: known.addressNames.get(key),
    ens: known.ensNames.get(key),
  }
  const token = types?.includes('token') ? known.tokens.get(key)?.symbol : undefined
  const from = sources ?? Object.keys(names)
  return from.map((source) => names[source]).find(Boolean) ?? token ?? Address.checksum(address)
}

function tokenText({ amount, token, message }: Of<'token'>, known: Known): string {
  const info = token && known.tokens.get(token.toLowerCase())
  // Without a message, the tests write all digits even where the wallet says "unlimited".
  if (message) return [message, info?.symbol].filter(Boolean).join(' ')
  return info ? `${digits(amount, info.decimals)} ${info.symbol}` : String(amount)
}

function callText(call: Of<'call'>, { descriptors, ...setting }: Setting): string | Expected {
  const { to, value, data } = call
  const from = call.from ?? setting.to
  const inner = decodeCalldata({ ...setting, from, to, value, data }, undefined, descriptors)
  return inner ? rendered(inner.clear, { ...setting, to, descriptors }) : data
}

const digits = (value: bigint, decimals: number): string =>
  formatExact(value, 'en', decimals).replaceAll(',', '')

const dateText = (seconds: bigint): string =>
  new Date(Number(seconds) * 1000).toISOString().replace('T', ' ').replace('.000Z', 'Z')

const durationText = (seconds: bigint): string =>
  [seconds / 3600n, (seconds / 60n) % 60n, seconds % 60n]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
