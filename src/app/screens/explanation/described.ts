/**
 * Texts from ERC-7730 descriptors, which third parties write. Each is plain text of bounded length on a separate line,
 * and never replaces what the wallet knows.
 */
import { msg, str } from '@lit/localize'
import type { ClearText, ClearValue, Hex } from '../../../chain/clear-signing/descriptor.js'
import type { Party } from '../../../chain/parties/parties.js'
import type { AddressFacts } from '../../../chain/reads/address-facts.js'
import type { TokenInfo } from '../../../chain/reads/token-info.js'
import { addressInText, endsInText } from '../../../chain/values/addresses.js'
import { isEndless } from '../../../chain/values/allowances.js'
import { visible } from '../../../chain/values/text.js'
import { listed } from '../base/shared-parts.js'
import { type Line, type Shown, type ShownCall, valueText, type Wording } from './values.js'

/** Characters. The longest label that is published has 44, the longest sentence 132 without its values. */
const [MAX_LABEL, MAX_TEXT] = [60, 300]

/** Addresses and tokens that are looked up for a description of typed data. */
const MAX_NAMED = 20

type Described = Pick<ShownCall, 'title' | 'lines' | 'described'>

export function describedWords(clear: ClearText, wording: Wording): Described {
  const { intent, sentence, owner, fields, reviewedBy } = clear
  const said = sentence?.map((part) => {
    return typeof part === 'string' ? visible(part) : textInSentence(part, wording)
  })
  const lines = fields.flatMap(({ label, value }): Line[] => {
    if (value.kind === 'call') return []
    const shown = textOf(value, wording)
    return [
      {
        ...shown,
        label: onOneLine(visible(label), MAX_LABEL),
        text: onOneLine(shown.text, MAX_TEXT),
      },
    ]
  })
  return {
    title: onOneLine(said?.join('') ?? visible(intent), MAX_TEXT),
    lines: owner
      ? [...lines, { label: msg('Made by'), text: onOneLine(visible(owner), MAX_LABEL) }]
      : lines,
    described: { isReviewed: !!reviewedBy?.length, note: noteOf(reviewedBy, wording) },
  }
}

/** Says that the texts are not the wallet's own. */
function noteOf(reviewedBy: readonly Hex[] = [], { locale }: Wording): string {
  if (!reviewedBy.length) {
    return msg(
      'These words are from a description that others wrote. The wallet has not checked them.',
    )
  }
  const who = listed(reviewedBy.map(endsInText), locale)
  return msg(str`These words are from a description that others wrote. Reviewed by ${who}.`)
}

/** Addresses are shown in full, since a sentence has no other place for them. */
function textInSentence(value: ClearValue, wording: Wording): string {
  if (value.kind === 'address' && !value.isSender) return addressInText(value.address)
  return textOf(value, wording).text
}

/** Whether an amount is unlimited is not for a descriptor to decide. */
function textOf(value: ClearValue, wording: Wording): Shown {
  const isToken = value.kind === 'token'
  return valueText(isToken ? { ...value, isUnlimited: isEndless(value.amount) } : value, wording)
}

/** @param text - With every character visible. */
function onOneLine(text: string, max: number): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()]
  return characters.length > max ? `${characters.slice(0, max).join('')}…` : characters.join('')
}

/** Addresses and tokens that a description names, in lower case. */
export const namedIn = ({ fields }: ClearText): string[] => {
  const found = fields.flatMap(({ value }) =>
    value.kind === 'address'
      ? value.address
      : value.kind === 'token'
        ? (value.token ?? [])
        : value.kind === 'nft'
          ? (value.collection ?? [])
          : [],
  )
  return [...new Set(found.map((one) => one.toLowerCase()))].slice(0, MAX_NAMED)
}

/** Facts about addresses from the chain, as wording for values. */
export function wordingOf(
  facts: ReadonlyMap<string, AddressFacts | null>,
  rest: Pick<Wording, 'locale' | 'ticker'> & { account: string },
): Wording {
  const parties = new Map<string, Party>()
  const tokens = new Map<string, TokenInfo>()
  for (const [key, known] of facts) {
    const address = key as Hex
    parties.set(key, {
      address,
      kind: known ? (known.isContract ? 'contract' : 'person') : 'unknown',
    })
    const { name, symbol, decimals } = known ?? {}
    if (decimals === undefined && !name && !symbol) continue
    const standard = decimals === undefined ? 'ERC-721' : 'ERC-20'
    tokens.set(key, {
      address,
      standard,
      decimals: decimals ?? 0,
      ...(name && { name: onOneLine(visible(name), MAX_LABEL) }),
      ...(symbol && { symbol: onOneLine(visible(symbol), MAX_LABEL) }),
    })
  }
  return { ...rest, account: rest.account as Hex, parties, tokens }
}
