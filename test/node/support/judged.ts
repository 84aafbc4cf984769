/** What the confirmation says of requests, on a chain whose answers are given: no node is asked. */
import { typedDataWords } from '../../../src/app/screens/approve/sign/typed-data-words.js'
import { wordingOf } from '../../../src/app/screens/explanation/described.js'
import { riskBrief } from '../../../src/app/screens/explanation/risk-texts.js'
import { summarize } from '../../../src/app/screens/explanation/summary.js'
import type { Standard } from '../../../src/chain/clear-signing/descriptor.js'
import { decodeCall, flatten } from '../../../src/chain/decode/decode.js'
import { addressesIn, readMeaning, risksOf } from '../../../src/chain/explain/explain-typed-data.js'
import { type KnownAddresses, type Party, resembled } from '../../../src/chain/parties/parties.js'
import type { AddressFacts } from '../../../src/chain/reads/address-facts.js'
import type { TokenInfo } from '../../../src/chain/reads/token-info.js'
import { parseTypedData } from '../../../src/chain/requests/typed-data.js'
import { permissionsIn } from '../../../src/chain/risks/permissions.js'
import type { Risk } from '../../../src/chain/risks/risk.js'
import { risksOf as risksOfCalls } from '../../../src/chain/risks/risks.js'
import type { BalanceChange, Simulation } from '../../../src/chain/simulate/simulation.js'
import { typed } from './published-types.js'
import { type Hex, ME } from './signed-calls.js'

/** What stands on the button. */
export const CONTROL = '⚠ Gives away full control'
export const NOTHING = '⚠ You get nothing'
export const ALL_TOKENS = '⚠ Can spend all of these tokens'
export const A_PERSON = '⚠ The spender is a person'
export const LOST = '⚠ Would be lost'
export const ANYTHING = '⚠ May take all that you have'
export const LESS = '⚠ You may get less than it says'

process.env.TZ = 'UTC'

export const FRIEND: Hex = '0x777777777777777777777777777777777777ab00'
/** An account without code that the person does not know. */
export const STRANGER: Hex = '0x7878787878787878787878787878787878780000'
export const USDC: Hex = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
export const WETH: Hex = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
export const STETH: Hex = '0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84'
/** A token that pays interest, what is owed, and a share of a pool. */
export const [AUSDC, DEBT, SHARE] = ['51', '52', '53'].map((one): Hex => `0x${one.repeat(20)}`) as [
  Hex,
  Hex,
  Hex,
]
export const DAI: Hex = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
export const ART: Hex = '0x4646464646464646464646464646464646464600'
export const M = 10n ** 6n
export const E = 10n ** 18n

const SYMBOLS: [Hex, string, number][] = [
  [USDC, 'USDC', 6],
  [WETH, 'WETH', 18],
  [STETH, 'stETH', 18],
  [DAI, 'DAI', 18],
  [AUSDC, 'aUSDC', 6],
  [DEBT, 'debtUSDC', 6],
  [SHARE, 'POOL', 18],
]
export const TOKENS = new Map<string, TokenInfo>(
  SYMBOLS.map(([address, symbol, decimals]) => [
    address.toLowerCase(),
    { address, symbol, decimals, standard: 'ERC-20', name: symbol, supply: 10n ** 30n },
  ]),
)
TOKENS.set(ART, { address: ART, symbol: 'ART', name: 'ART', decimals: 0, standard: 'ERC-721' })
const STANDARDS = new Map<string, Standard>([...TOKENS].map(([at, { standard }]) => [at, standard]))
export const PEOPLE: KnownAddresses = { names: { [FRIEND]: 'Sample Friend' }, known: [FRIEND, ME] }

/** How much of what; a collectible by its number. */
export type Change = readonly [amount: bigint, token?: Hex, id?: bigint]

export interface Sent {
  calls: { to: Hex; data?: Hex; value?: bigint }[]
  /** As a node plays it. */
  changes?: readonly Change[]
}
export interface Signed {
  /** One of those that are published, or as EIP-712's `encodeType` writes it. */
  type: Parameters<typeof typed>[0]
  domain: object
  message: object
}
export interface Judged {
  title: string
  gist: string
  risks: Risk[]
}

/** Whether the node answers: nothing at all, or only that it cannot play what is asked. */
export type Weather = 'answers' | 'silent' | 'cannot play'

export const judge = (asked: Sent | Signed, weather: Weather = 'answers'): Judged =>
  'calls' in asked ? judgeSent(asked, weather) : judgeSigned(asked, weather)

/** What stands on the button: the first danger, else what a yes comes to. */
export const buttonOf = ({ risks, gist }: Judged): string => {
  const danger = risks.find(({ severity }) => severity === 'danger')
  return danger ? `⚠ ${riskBrief(danger.code)}` : gist.replace(/[\u2060\u2066-\u2069]/g, '')
}

/** What a person should stop at. */
export const boxesOf = ({ risks }: Judged): string[] =>
  risks.filter(({ severity }) => severity !== 'note').map(({ code }) => code)

function judgeSent({ calls, changes = [] }: Sent, weather: Weather): Judged {
  const isSilent = weather === 'silent'
  const decoded = calls.map(({ to, data = '0x', value = 0n }) =>
    decodeCall({ chainId: 1, from: ME, to, data, value }, isSilent ? new Map() : STANDARDS),
  )
  const addresses = new Set(
    decoded
      .flatMap(flatten)
      .flatMap(({ call, known }) => [
        ...(call.to ? [call.to] : []),
        ...(known?.clear.fields ?? []).flatMap(({ value }) =>
          value.kind === 'address' ? value.address : [],
        ),
      ]),
  )
  const parties = new Map([...addresses].map((one) => [one.toLowerCase(), partyOf(one, isSilent)]))
  const simulation: Simulation =
    weather === 'answers'
      ? {
          status: 'done',
          changes: changes.map(changeOf),
          permissions: decoded.flatMap(flatten).flatMap(permissionsIn),
        }
      : { status: 'unavailable' }
  const known = { calls: decoded, parties, tokens: isSilent ? new Map() : TOKENS, simulation }
  const context = { account: ME, chainId: 1, ticker: 'ETH', people: PEOPLE }
  const risks = risksOfCalls(known, context)
  const summary = summarize({ ...known, risks, isWhole: true }, { locale: 'en', ticker: 'ETH' })
  return { title: summary.calls.map(({ title }) => title).join(', '), gist: summary.gist, risks }
}

const changeOf = ([change, token, id]: Change): BalanceChange =>
  !token
    ? { kind: 'coin', change }
    : id === undefined
      ? { kind: 'token', token, change }
      : { kind: 'nft', collection: token, id, change }

export const isPerson = (address: Hex) => [FRIEND, STRANGER, ME].includes(address)

const partyOf = (address: Hex, isSilent: boolean): Party => {
  const resembles = resembled(address, PEOPLE)
  const name = PEOPLE.names?.[address.toLowerCase()]
  const kind = isSilent ? 'unknown' : isPerson(address) ? 'person' : 'contract'
  return { address, kind, isFirst: !name, ...(name && { name }), ...(resembles && { resembles }) }
}

function judgeSigned({ type, domain, message }: Signed, weather: Weather): Judged {
  const data = parseTypedData([ME, { ...typed(type), domain, message }], ME, 1)
  const meaning = readMeaning(data, ME)
  const facts = new Map<string, AddressFacts | null>(
    addressesIn(data, meaning).map((one) => [one, weather === 'silent' ? null : factsOf(one)]),
  )
  const asked = (address: string) => facts.get(address.toLowerCase())
  const now = new Date('2026-03-01T12:00:00Z')
  const scene = { facts: asked, ticker: 'ETH', locale: 'en' }
  const wording = wordingOf(facts, { locale: 'en', ticker: 'ETH', account: ME })
  const words = typedDataWords(data, meaning, scene, wording)
  const risks = risksOf(data, meaning, { account: ME, now, people: PEOPLE, ...scene })
  return { title: words.title, gist: words.gist, risks }
}

function factsOf(address: string): AddressFacts {
  const { symbol, name, decimals, standard } = TOKENS.get(address.toLowerCase()) ?? {}
  const isToken = standard === 'ERC-20'
  return {
    isContract: !isPerson(address as Hex) && !/^0x0+$/.test(address),
    ...(name && { name }),
    ...(symbol && { symbol }),
    ...(isToken && decimals !== undefined && { decimals }),
  }
}
