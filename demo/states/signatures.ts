/** What the wallet understands of what it signs: sign-ins, permissions and trades. */
import type { TemplateResult } from 'lit'

import type { AddressFacts } from '../../src/chain/reads/address-facts.js'
import { parseTypedData } from '../../src/chain/requests/typed-data.js'
import { toBase64Url, utf8 } from '../../src/shared/encoding.js'
import { type Asking, asking } from './asking.js'
import { ACCOUNT, CHAIN, CONTRACT, ETHER, OTHER } from './data.js'
import { never } from './stand-in.js'
import type { Area } from './state.js'

const TOKEN = '0x27b1fdb04752bbc536007a920d24acb045561c26'
const PERMIT2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'
const SEAPORT = '0x0000000000000068f116a894984e2db1123eb395'
const NOBODY = `0x${'0'.repeat(40)}`
const WORD = `0x${'0'.repeat(64)}`
/** Seconds: far in the future. */
const LATE = 4_000_000_000
const FACTS: Record<string, AddressFacts> = {
  [TOKEN]: { isContract: true, name: 'Harbour Dollar', symbol: 'HUSD', decimals: 6 },
  [CONTRACT]: { isContract: true, name: 'Harbour Art', symbol: 'ART' },
  [PERMIT2]: { isContract: true },
  [SEAPORT]: { isContract: true, name: 'Seaport' },
}
const lookUp = async (address: string): Promise<AddressFacts> =>
  FACTS[address] ?? { isContract: false }

const signIn = (
  own: { domain?: string; end?: string; more?: string; connects?: true } = {},
): TemplateResult => {
  const { domain = 'shop.example.test', end = '', more = '', connects } = own
  const text = `${domain} wants you to sign in with your Ethereum account:
${ACCOUNT}

Welcome to the harbour. Signing in costs nothing.

URI: https://shop.example.test/
Version: 1
Chain ID: ${CHAIN.chainId}
Nonce: 32891757abcdef
Issued At: 2026-01-10T09:30:00Z${end && `\nExpiration Time: ${end}`}${more}`
  return asking('message', { message: utf8(text), chain: CHAIN, ...(connects && { connects }) })
}

const RECAP = `urn:recap:${toBase64Url(
  utf8(JSON.stringify({ att: { 'https://files.example.test/': { 'file/read': [{}] } }, prf: [] })),
)}`

const fieldsOf = (text: string) =>
  text.split(', ').map((one) => ({ type: one.split(' ')[0]!, name: one.split(' ')[1]! }))
const ITEM =
  'uint8 itemType, address token, uint256 identifierOrCriteria, uint256 startAmount, uint256 endAmount'
const TYPES = {
  Permit: fieldsOf(
    'address owner, address spender, uint256 value, uint256 nonce, uint256 deadline',
  ),
  PermitDetails: fieldsOf('address token, uint160 amount, uint48 expiration, uint48 nonce'),
  PermitSingle: fieldsOf('PermitDetails details, address spender, uint256 sigDeadline'),
  OfferItem: fieldsOf(ITEM),
  ConsiderationItem: fieldsOf(`${ITEM}, address recipient`),
  OrderComponents: fieldsOf(
    'address offerer, address zone, OfferItem[] offer, ConsiderationItem[] consideration, uint8 orderType, uint256 startTime, uint256 endTime, bytes32 zoneHash, uint256 salt, bytes32 conduitKey, uint256 counter',
  ),
}

const typed = (primaryType: string, domain: object, message: object, own: Asking = {}) =>
  asking(
    'typedData',
    {
      data: parseTypedData(
        [
          ACCOUNT,
          { types: TYPES, primaryType, domain: { chainId: CHAIN.chainId, ...domain }, message },
        ],
        ACCOUNT,
        CHAIN.chainId,
      ),
      chain: CHAIN,
    },
    { lookUp, ...own },
  )

const permit = (own: object = {}, how?: Asking) =>
  typed(
    'Permit',
    { name: 'Harbour Dollar', version: '1', verifyingContract: TOKEN },
    { owner: ACCOUNT, spender: CONTRACT, value: 25_000_000, nonce: 0, deadline: LATE, ...own },
    how,
  )

const sale = (price: bigint, to: string) =>
  typed(
    'OrderComponents',
    { name: 'Seaport', version: '1.6', verifyingContract: SEAPORT },
    {
      ...{ offerer: ACCOUNT, zone: NOBODY, orderType: 0, startTime: 0, endTime: LATE },
      offer: [item(2, CONTRACT, 17, 1n)],
      consideration: [
        { ...item(0, NOBODY, 0, price), recipient: to },
        { ...item(0, NOBODY, 0, ETHER / 40n), recipient: OTHER },
      ],
      ...{ zoneHash: WORD, salt: 1, conduitKey: WORD, counter: 0 },
    },
  )

const item = (itemType: number, token: string, id: number, amount: bigint) => ({
  ...{ itemType, token, identifierOrCriteria: id },
  ...{ startAmount: String(amount), endAmount: String(amount) },
})

export const signatures: Area = {
  name: 'Signatures',
  states: [
    { name: 'a sign-in', draw: () => signIn({ end: '2099-01-10T09:40:00Z' }) },
    { name: 'a sign-in that also connects the site', draw: () => signIn({ connects: true }) },
    { name: 'a sign-in for another site', draw: () => signIn({ domain: 'bank.example.test' }) },
    { name: 'a sign-in that is over', draw: () => signIn({ end: '2026-01-10T09:40:00Z' }) },
    { name: 'a sign-in that is none', draw: () => signIn({ more: '\nAmount: 5' }) },
    { name: 'a sign-in that is written in another way', draw: () => signIn({ more: '\n' }) },
    {
      name: 'a sign-in with what it allows',
      draw: () => signIn({ more: `\nResources:\n- ipfs://terms-of-the-harbour\n- ${RECAP}` }),
    },
    { name: 'a permission to spend', draw: () => permit() },
    {
      name: 'a permission before the network answers',
      draw: () => permit({}, { lookUp: () => never() }),
    },
    {
      name: 'a permission while the network is down',
      draw: () => permit({}, { lookUp: () => Promise.reject(new Error('down')) }),
    },
    {
      name: 'a permission without a limit, for a person',
      draw: () => permit({ spender: OTHER, value: String(2n ** 256n - 1n) }),
    },
    { name: 'a permission that is taken back', draw: () => permit({ value: 0 }) },
    {
      name: 'a permission by Permit2',
      draw: () =>
        typed(
          'PermitSingle',
          { name: 'Permit2', verifyingContract: PERMIT2 },
          {
            details: { token: TOKEN, amount: 5_000_000, expiration: LATE, nonce: 0 },
            spender: CONTRACT,
            sigDeadline: LATE,
          },
        ),
    },
    { name: 'a sale', draw: () => sale(2n * ETHER, ACCOUNT) },
    { name: 'a sale for nothing', draw: () => sale(2n * ETHER, OTHER) },
  ],
}
