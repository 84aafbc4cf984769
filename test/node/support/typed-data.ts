/** Typed data, and what people read of it, on a chain that has the contracts. */
import { after, before } from 'node:test'
import { toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { typedDataWords } from '../../../src/app/screens/approve/sign/typed-data-words.js'
import { wordingOf } from '../../../src/app/screens/explanation/described.js'
import type { ShownCall } from '../../../src/app/screens/explanation/values.js'
import { addressesIn, readMeaning, risksOf } from '../../../src/chain/explain/explain-typed-data.js'
import { type AddressFacts, readAddress } from '../../../src/chain/reads/address-facts.js'
import { parseTypedData } from '../../../src/chain/requests/typed-data.js'
import { groupedAddress } from '../../../src/chain/values/addresses.js'
import { LocalChain } from '../../support/local-chain.js'
import { TYPES } from '../../support/typed-data-types.js'
import { riskLines } from './risk-lines.js'

process.env.TZ = 'UTC'

export type Hex = `0x${string}`
export const KEY = new Uint8Array(32).fill(9)
export const ACCOUNT = privateKeyToAccount(toHex(KEY)).address
export const PERSON = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
export const NOBODY = `0x${'0'.repeat(40)}` as const
export const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
export const SEAPORT = '0x0000000000000068F116a894984e2DB1123eB395'
const NOW = new Date('2026-03-01T12:00:00Z')
export const SOON = 1_772_367_000
export const CHAIN_ID = 31_337

export let chain: LocalChain
export let token: Hex
export let app: Hex
export let art: Hex

before(async () => {
  chain = await LocalChain.start(CHAIN_ID)
  await chain.fund(ACCOUNT, 10n ** 20n)
  token = await chain.deploy(ACCOUNT, 'Token', ['Harbour Dollar', 'HUSD', 6])
  app = await chain.deploy(ACCOUNT, 'Token', ['Exchange', 'EX', 18])
  art = await chain.deploy(ACCOUNT, 'Collectible', ['Harbour Art', 'ART'])
  for (const known of [PERMIT2, SEAPORT]) await chain.rpc.request('anvil_setCode', [known, '0x00'])
})
after(() => chain.stop())

export const tokenDomain = () => ({
  name: 'Harbour Dollar',
  version: '1',
  chainId: CHAIN_ID,
  verifyingContract: token,
})
export const ETHER = 10n ** 18n
interface Asked {
  primaryType: string
  domain: object
  message: object
  types?: object
}
export const asks = (primaryType: string, domain: object, message: object): Asked => ({
  ...{ primaryType, domain, message },
})
export const readData = ({ types = TYPES, ...rest }: Asked) =>
  parseTypedData([ACCOUNT, { types, ...rest }], ACCOUNT, CHAIN_ID)

/** What a person reads, a line each; addresses by name. */
export async function readBy(asked: Asked, rpc = chain.rpc): Promise<string[]> {
  const data = readData(asked)
  const meaning = readMeaning(data, ACCOUNT)
  const known = new Map<string, AddressFacts | null>()
  for (const address of addressesIn(data, meaning)) {
    known.set(address, await readAddress(rpc, address).catch(() => null))
  }
  const facts = (address: string) => known.get(address.toLowerCase())
  const risks = risksOf(data, meaning, { account: ACCOUNT, facts, now: NOW })
  const scene = { facts, ticker: 'ETH', locale: 'en' }
  const wording = wordingOf(known, { locale: 'en', ticker: 'ETH', account: ACCOUNT })
  const words = typedDataWords(data, meaning, scene, wording)
  const lines = [
    words.title,
    ...words.rows.map(({ label, value, sub }) => `${label}: ${value}${sub ? ` (${sub})` : ''}`),
    ...(words.calls ?? []).flatMap(callLines),
    ...riskLines(risks),
  ]
  return lines.map(named)
}
const callLines = ({ title, lines, inner }: ShownCall): string[] => [
  title,
  ...lines.map(
    ({ label, text, address }) =>
      `${label}: ${text}${address ? ` (${groupedAddress(address)})` : ''}`,
  ),
  ...inner.flatMap(callLines),
]

function named(line: string): string {
  const names = { ACCOUNT, PERSON, PERMIT2, SEAPORT, TOKEN: token, APP: app, ART: art, NOBODY }
  const found = Object.entries(names).reduce(
    (text, [name, address]) => text.replace(new RegExp(groupedAddress(address), 'gi'), name),
    line,
  )
  // Without what keeps an address from being turned around in text that is read from the right.
  return found.replace(/\u202f/g, ' ').replace(/[\u2066\u2069]/g, '')
}
export const USE_BY = 'To be used by: Mar 1, 2026, 12:10 PM'
export const UNTIL = 'Until: Mar 1, 2026, 12:10 PM'
/** What is asked, and what people read of it. */
export type Cases = Record<string, { asked: () => Asked; reads: string[] }>
