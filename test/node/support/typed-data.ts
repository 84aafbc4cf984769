/** Typed data, and what people read of it, on a chain that has the contracts. */
import { after, before } from 'node:test'
import { toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { riskNotice } from '../../../src/app/screens/approve/sign/risk-words.js'
import { typedDataWords } from '../../../src/app/screens/approve/sign/typed-data-words.js'
import { addressesIn, readMeaning, risksOf } from '../../../src/chain/explain/explain-typed-data.js'
import { type AddressFacts, readAddress } from '../../../src/chain/reads/address-facts.js'
import { parseTypedData } from '../../../src/chain/requests/typed-data.js'
import { groupedAddress } from '../../../src/chain/values/addresses.js'
import { LocalChain } from '../../support/local-chain.js'

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

/** `name type` pairs as the format has them. */
export const fields = (text: string) =>
  text.split(', ').map((field) => ({ type: field.split(' ')[0]!, name: field.split(' ')[1]! }))

export const TYPES = {
  Permit: fields('address owner, address spender, uint256 value, uint256 nonce, uint256 deadline'),
  PermitDetails: fields('address token, uint160 amount, uint48 expiration, uint48 nonce'),
  PermitSingle: fields('PermitDetails details, address spender, uint256 sigDeadline'),
  PermitBatch: fields('PermitDetails[] details, address spender, uint256 sigDeadline'),
  TokenPermissions: fields('address token, uint256 amount'),
  PermitTransferFrom: fields(
    'TokenPermissions permitted, address spender, uint256 nonce, uint256 deadline',
  ),
  Reason: fields('string text'),
  PermitBatchWitnessTransferFrom: fields(
    'TokenPermissions[] permitted, address spender, uint256 nonce, uint256 deadline, Reason witness',
  ),
  OfferItem: fields(
    'uint8 itemType, address token, uint256 identifierOrCriteria, uint256 startAmount, uint256 endAmount',
  ),
  ConsiderationItem: fields(
    'uint8 itemType, address token, uint256 identifierOrCriteria, uint256 startAmount, uint256 endAmount, address recipient',
  ),
  OrderComponents: fields(
    'address offerer, address zone, OfferItem[] offer, ConsiderationItem[] consideration, uint8 orderType, uint256 startTime, uint256 endTime, bytes32 zoneHash, uint256 salt, bytes32 conduitKey, uint256 counter',
  ),
  BulkOrder: fields('OrderComponents[2] tree'),
  SafeTx: fields(
    'address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce',
  ),
  TransferWithAuthorization: fields(
    'address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce',
  ),
  ForwardRequest: fields(
    'address from, address to, uint256 value, uint256 gas, uint256 nonce, uint48 deadline, bytes data',
  ),
  PackedUserOperation: fields(
    'address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits',
  ),
  Vote: fields('string text, uint256 choice'),
}
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
export const readData = ({ types = TYPES, ...rest }: Asked) =>
  parseTypedData([ACCOUNT, { types, ...rest }], ACCOUNT, CHAIN_ID)

/** What a person reads, a line each; addresses by name. */
export async function readBy(asked: Asked, rpc = chain.rpc): Promise<string[]> {
  const data = readData(asked)
  const meaning = readMeaning(data)
  const known = new Map<string, AddressFacts | null>()
  for (const address of addressesIn(data, meaning)) {
    known.set(address, await readAddress(rpc, address).catch(() => null))
  }
  const facts = (address: string) => known.get(address.toLowerCase())
  const risks = risksOf(data, meaning, { account: ACCOUNT, facts, now: NOW })
  const scene = { facts, ticker: 'ETH', locale: 'en' }
  const words = meaning
    ? typedDataWords(meaning, risks, scene)
    : { title: '?', rows: [], notices: risks.map((risk) => riskNotice(risk, scene)) }
  const lines = [
    words.title,
    ...words.rows.map(({ label, value, sub }) => `${label}: ${value}${sub ? ` (${sub})` : ''}`),
    ...words.notices.map(({ level, text }) => `${level}: ${text}`),
  ]
  return lines.map(named)
}
function named(line: string): string {
  const names = { ACCOUNT, PERSON, PERMIT2, SEAPORT, TOKEN: token, APP: app, ART: art, NOBODY }
  const found = Object.entries(names).reduce((text, [name, address]) => {
    const shown = groupedAddress(address)
    return text.replaceAll(shown, name).replaceAll(shown.toLowerCase(), name)
  }, line)
  // Without what keeps an address from being turned around in text that is read from the right.
  return found.replace(/\u202f/g, ' ').replace(/[\u2066\u2069]/g, '')
}
export const USE_BY = 'To be used by: Mar 1, 2026, 12:10 PM'
export const UNTIL = 'Until: Mar 1, 2026, 12:10 PM'
/** What is asked, and what people read of it. */
export type Cases = Record<string, { asked: () => Asked; reads: string[] }>
