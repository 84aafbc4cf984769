/** Explains typed data in words. Texts are looked up at each call. */
import { msg, str } from '@lit/localize'
import type { Standard } from '../../../../chain/clear-signing/descriptor.js'
import type { DecodedCall } from '../../../../chain/decode/decode.js'
import {
  callsOf,
  carriedBy,
  impliedBy,
  type Meaning,
} from '../../../../chain/explain/carried-risks.js'
import type { Facts } from '../../../../chain/explain/explain-typed-data.js'
import type { Item, Order, Trade } from '../../../../chain/explain/orders/seaport.js'
import { type Grant, isRevocation, type Permit } from '../../../../chain/explain/permits.js'
import type { Call, Payment } from '../../../../chain/explain/signed-acts.js'
import type { ShownTypedData, TypedDataNode } from '../../../../chain/requests/typed-data.js'
import { endsInText, groupedAddress } from '../../../../chain/values/addresses.js'
import { fromSeconds } from '../../../../chain/values/dates.js'
import { apart, visible } from '../../../../chain/values/text.js'
import { formatExact } from '../../../../chain/values/units.js'
import { listed } from '../../base/shared-parts.js'
import { gistOf } from '../../explanation/gist.js'
import { shownCall, shownCalls } from '../../explanation/summary.js'
import type { ShownCall, Wording } from '../../explanation/values.js'
import type { Row, Words } from '../notices.js'
import { formatTime } from './sign-in-words.js'

/** Trades listed for a bulk order; all of its fields are shown below the list. */
const SHOWN_TRADES = 20

export interface TypedDataScene {
  facts: Facts
  /** The account's token balances, by lower-case address, as far as known. */
  held?: ReadonlyMap<string, bigint>
  /** Of the chain's coin. */
  ticker: string
  /** BCP 47. */
  locale: string
}

export interface TypedDataWords extends Omit<Words, 'notices'> {
  /** Short summary for the approve button. */
  gist: string
  /** Calls that the signature allows, in the same form as calls to send. */
  calls?: ShownCall[]
  /** Lists whose contents `calls` shows completely. */
  told?: ReadonlySet<TypedDataNode>
}

/** The request in words, once it is understood. */
export function typedDataWords(
  data: ShownTypedData,
  meaning: Meaning | undefined,
  scene: TypedDataScene,
  wording: Wording,
): TypedDataWords {
  if (!meaning) return unknownWords(data, wording)
  switch (meaning.kind) {
    case 'permit':
      return permitWords(meaning, scene)
    case 'order':
      return { ...orderWords(meaning, scene), calls: shownCalls(callsOf(data, meaning), wording) }
    case 'payment':
      return paymentWords(meaning, scene)
    case 'hidden action':
      return { title: msg('Sign an action on Hyperliquid?'), gist: 'Hyperliquid', rows: [] }
    default:
      return callWords(meaning, callIn(meaning, wording), scene, wording)
  }
}

/** For typed data of an unknown form: shows the permissions and payments that its fields imply. */
function unknownWords(data: ShownTypedData, wording: Wording): TypedDataWords {
  const { calls, told } = impliedBy(data, standardsOf(wording))
  const shown = shownCalls(calls, wording)
  const only = shown.length === 1 && shown[0]!.recipients && shown[0]!.title
  return {
    title: msg('Sign this data?'),
    gist: gistOf(calls, undefined, wording) || only || visible(data.primaryType ?? ''),
    rows: [],
    calls: shown,
    told,
  }
}

function permitWords(permit: Permit, scene: TypedDataScene): TypedDataWords {
  const { spender, grants, deadline, isOnce, standard } = permit
  const who = endsInText(spender)
  if (isRevocation(permit)) {
    return {
      title: msg('Revoke a permission?'),
      gist: msg(str`Nothing more for ${who}`),
      rows: [
        addressRow(msg('No longer allowed'), spender, scene),
        ...grants.map(({ token }) => tokenRow(msg('Token'), token, scene)),
      ],
    }
  }
  return {
    title: isOnce ? msg('Allow taking tokens once?') : msg('Allow spending your tokens?'),
    gist: msg(
      str`${listed(
        grants.map((grant) => apart(grantText(grant, scene))),
        scene.locale,
      )} for ${who}`,
    ),
    rows: [
      ...grants.flatMap((grant) => grantRows(grant, scene)),
      addressRow(msg('Who can spend it'), spender, scene),
      deadline === undefined
        ? { label: msg('Until'), value: msg('No end') }
        : timeRow(
            standard === 'Permit2' && isOnce ? msg('Until') : msg('To be used by'),
            deadline,
            scene,
          ),
    ],
  }
}

function grantRows(grant: Grant, scene: TypedDataScene): Row[] {
  const { token, until } = grant
  const held = scene.held?.get(token.toLowerCase())
  const today =
    held === undefined
      ? []
      : [{ label: msg('You have today'), value: tokenAmount(held, token, scene) }]
  return [
    {
      label: msg('Up to'),
      value: grantText(grant, scene),
      kind: 'strong',
      sub: groupedAddress(token),
    },
    ...today,
    ...(until === undefined ? [] : [timeRow(msg('Until'), until, scene)]),
  ]
}

const grantText = ({ amount, isUnlimited, token }: Grant, scene: TypedDataScene): string =>
  isUnlimited ? msg(str`All of your ${symbolOf(token, scene)}`) : tokenAmount(amount, token, scene)

function orderWords({ trades, until }: Order, scene: TypedDataScene): TypedDataWords {
  const isMany = trades.length > 1
  const shown = trades.slice(0, SHOWN_TRADES)
  return {
    title: isMany ? msg(str`Offer ${trades.length} trades?`) : msg('Offer this trade?'),
    gist: isMany ? msg(str`${trades.length} trades`) : tradeText(trades[0]!, scene),
    rows: [
      ...shown.flatMap((trade) => tradeRows(trade, scene)),
      ...(trades.length > shown.length
        ? [{ label: msg('Further trades'), value: String(trades.length - shown.length) }]
        : []),
      timeRow(msg('Until'), until, scene),
    ],
  }
}

const tradeRows = ({ gives, gets, others }: Trade, scene: TypedDataScene): Row[] => [
  ...gives.map((item) => itemRow(msg('You give'), item, scene)),
  ...(gets.length
    ? gets.map((item) => itemRow(msg('You get'), item, scene))
    : [{ label: msg('You get'), value: msg('Nothing'), kind: 'strong' as const }]),
  ...others.map((item) => ({
    ...itemRow(msg('Others get'), item, scene),
    sub: groupedAddress(item.to),
  })),
]

/** What is given and what is received, without addresses. */
function tradeText({ gives, gets }: Trade, scene: TypedDataScene): string {
  const text = (items: readonly Item[]) =>
    listed(
      items.map((item) => apart(itemRow('', item, scene).value)),
      scene.locale,
    )
  return msg(str`Give ${text(gives)}, get ${text(gets) || msg('nothing')}`)
}

function itemRow(label: string, item: Item, scene: TypedDataScene): Row {
  const { kind, token, id, amount } = item
  if (kind === 'coin') {
    const value = `${formatExact(amount, scene.locale)} ${scene.ticker}`
    return { label, value, kind: 'strong' }
  }
  if (kind === 'unread') {
    return { label, value: msg('Something that cannot be read'), kind: 'strong' }
  }
  if (kind === 'unnamed') {
    const size = formatExact(amount, scene.locale)
    return { label, value: msg(str`${size} of an asset that is not named`), kind: 'strong' }
  }
  const sub = groupedAddress(token)
  const isAmount = kind === 'either' && scene.facts(token)?.decimals !== undefined
  if (kind === 'token' || isAmount) {
    const size = isAmount ? id : amount
    return { label, value: tokenAmount(size, token, scene), kind: 'strong', sub }
  }
  const name = nameOf(token, scene)
  const count = kind === 'nfts' || kind === 'anyNfts' ? `${amount} × ` : ''
  if (kind === 'pledge') {
    const value = msg(str`a loan with any item of ${name} as security`)
    return { label, value, kind: 'strong', sub }
  }
  const value =
    kind === 'anyNft' || kind === 'anyNfts'
      ? `${count}${msg(str`any item of ${name}`)}`
      : `${count}${name} #${id}`
  return { label, value, kind: 'strong', sub }
}

const paymentWords = (
  { to, token, amount, deadline }: Payment,
  scene: TypedDataScene,
): TypedDataWords => ({
  title: msg('Allow this payment?'),
  gist: msg(str`${apart(tokenAmount(amount, token, scene))} to ${endsInText(to)}`),
  rows: [
    {
      label: msg('Amount'),
      value: tokenAmount(amount, token, scene),
      kind: 'strong',
      sub: groupedAddress(token),
    },
    addressRow(msg('To'), to, scene),
    timeRow(msg('To be used by'), deadline, scene),
  ],
})

const callWords = (
  { kind, from, deadline }: Call,
  carried: DecodedCall,
  scene: TypedDataScene,
  wording: Wording,
): TypedDataWords => ({
  calls: [shownCall(carried, wording)],
  gist: gistOf([carried], undefined, wording) || shownCall(carried, wording).title,
  title:
    kind === 'safe'
      ? msg('Sign a transaction of your Safe?')
      : kind === 'forward'
        ? msg('Let someone else send this for you?')
        : msg('Sign an operation of your smart account?'),
  rows: [
    { label: msg('From'), value: groupedAddress(from), kind: 'address' },
    ...(deadline === undefined ? [] : [timeRow(msg('Until'), deadline, scene)]),
  ],
})

/** A token without known decimals is decoded as an NFT, if the function exists there. */
function callIn(call: Call, wording: Wording): DecodedCall {
  const decoded = carriedBy(call, standardsOf(wording))
  return decoded.known ? decoded : carriedBy(call)
}

const standardsOf = ({ tokens }: Wording): Map<string, Standard> =>
  new Map([...tokens].map(([address, { standard }]) => [address, standard]))

/** An address, with what the chain says about it. */
function addressRow(label: string, address: string, { facts }: TypedDataScene): Row {
  const known = facts(address)
  const sub =
    known === undefined
      ? msg('Asking the network …')
      : known === null
        ? msg('The network did not say who this is.')
        : !known.isContract
          ? msg('A person’s account')
          : known.name
            ? msg(str`A contract that calls itself ${visible(known.name)}`)
            : msg('A contract')
  return { label, value: groupedAddress(address), kind: 'address', sub }
}

const tokenRow = (label: string, token: string, scene: TypedDataScene): Row => ({
  label,
  value: symbolOf(token, scene),
  sub: groupedAddress(token),
})

/** In the token's unit; in its smallest unit if the chain does not tell the decimals. */
function tokenAmount(amount: bigint, token: string, scene: TypedDataScene): string {
  const { symbol, decimals } = scene.facts(token) ?? {}
  if (decimals === undefined) return msg(str`${amount} smallest units of a token`)
  return `${formatExact(amount, scene.locale, decimals)} ${symbol ? visible(symbol) : msg('of a token')}`
}

const symbolOf = (token: string, { facts }: TypedDataScene): string => {
  const { symbol } = facts(token) ?? {}
  return symbol ? visible(symbol) : msg('token')
}

const nameOf = (token: string, { facts }: TypedDataScene): string => {
  const { name, symbol } = facts(token) ?? {}
  return visible(name ?? symbol ?? '') || msg('a collection')
}

function timeRow(label: string, seconds: bigint, { locale }: TypedDataScene): Row {
  const time = fromSeconds(seconds)
  return {
    label,
    value: time
      ? formatTime(time, locale)
      : seconds > 9_999_999_999n
        ? msg('No end')
        : String(seconds),
  }
}
