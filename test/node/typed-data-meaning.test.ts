/** What typed data means in words, of real contracts on a chain of its own. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

process.env.TZ = 'UTC'

import { recoverTypedDataAddress, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { groupedAddress } from '../../src/app/screens/parts.js'
import { riskNotice } from '../../src/app/screens/risk-words.js'
import { typedDataWords } from '../../src/app/screens/typed-data-words.js'
import { signTypedData } from '../../src/app/signer/sign.js'
import { addressesIn, readMeaning, risksOf } from '../../src/chain/explain-typed-data.js'
import { Rpc } from '../../src/chain/rpc.js'
import { type AddressFacts, callView, readAddress } from '../../src/chain/tokens.js'
import { parseTypedData } from '../../src/chain/typed-data.js'
import { callData, encodeCall } from '../support/contracts.js'
import { LocalChain } from '../support/local-chain.js'

type Hex = `0x${string}`
const KEY = new Uint8Array(32).fill(9)
const ACCOUNT = privateKeyToAccount(toHex(KEY)).address
const PERSON = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const NOBODY = `0x${'0'.repeat(40)}` as const
const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const SEAPORT = '0x0000000000000068F116a894984e2DB1123eB395'
const NOW = new Date('2026-03-01T12:00:00Z')
const SOON = 1_772_367_000
const NEXT_YEAR = SOON + 365 * 86_400
const ALL = (2n ** 256n - 1n).toString()
const WORD = `0x${'00'.repeat(32)}`
const CHAIN_ID = 31_337

/** `name type` pairs as the format has them. */
const fields = (text: string) =>
  text.split(', ').map((field) => ({ type: field.split(' ')[0]!, name: field.split(' ')[1]! }))

const TYPES = {
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
/** DAI's has the same name and other fields. */
const DAI_TYPES = {
  Permit: fields('address holder, address spender, uint256 nonce, uint256 expiry, bool allowed'),
}

let chain: LocalChain
let token: Hex
let app: Hex
let art: Hex

before(async () => {
  chain = await LocalChain.start(CHAIN_ID)
  await chain.fund(ACCOUNT, 10n ** 20n)
  token = await chain.deploy(ACCOUNT, 'Token', ['Harbour Dollar', 'HUSD', 6])
  app = await chain.deploy(ACCOUNT, 'Token', ['Exchange', 'EX', 18])
  art = await chain.deploy(ACCOUNT, 'Collectible', ['Harbour Art', 'ART'])
  for (const known of [PERMIT2, SEAPORT]) await chain.rpc.request('anvil_setCode', [known, '0x00'])
})
after(() => chain.stop())

const tokenDomain = () => ({
  name: 'Harbour Dollar',
  version: '1',
  chainId: CHAIN_ID,
  verifyingContract: token,
})
const permit2 = { name: 'Permit2', chainId: CHAIN_ID, verifyingContract: PERMIT2 }
const seaport = { name: 'Seaport', version: '1.6', chainId: CHAIN_ID, verifyingContract: SEAPORT }

const permit = (own: object = {}) => ({
  ...{ owner: ACCOUNT, spender: app, value: '2500000', nonce: 0, deadline: SOON },
  ...own,
})
const item = (
  itemType: number,
  contract: string,
  id: number,
  amount: bigint,
  recipient?: string,
) => ({
  ...{ itemType, token: contract, identifierOrCriteria: id },
  ...{ startAmount: amount.toString(), endAmount: amount.toString() },
  ...(recipient && { recipient }),
})
const order = (offer: object[], consideration: object[], own: object = {}) => ({
  ...{ offerer: ACCOUNT, zone: NOBODY, offer, consideration, orderType: 0, startTime: 0 },
  ...{ endTime: SOON, zoneHash: WORD, salt: 1, conduitKey: WORD, counter: 0 },
  ...own,
})
const EMPTY = () => order([], [], { offerer: NOBODY })
const ETHER = 10n ** 18n
const art1 = () => item(2, art, 1, 1n)
const coin = (amount: bigint, to: string = ACCOUNT) => item(0, NOBODY, 0, amount, to)

interface Asked {
  primaryType: string
  domain: object
  message: object
  types?: object
}

const readData = ({ types = TYPES, ...rest }: Asked) =>
  parseTypedData([ACCOUNT, { types, ...rest }], ACCOUNT, CHAIN_ID)

/** What a person reads, a line each; addresses by name. */
async function readBy(asked: Asked, rpc = chain.rpc): Promise<string[]> {
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

const MAY_TAKE = 'Who may take it: APP (A contract that calls itself Exchange)'
const USE_BY = 'To be used by: Mar 1, 2026, 12:10 PM'
const UNREADABLE = 'danger: What this does cannot be read. It may take all that you have.'
const UNTIL = 'Until: Mar 1, 2026, 12:10 PM'
const UNLIMITED =
  'danger: There is no limit: all of your HUSD can be taken, also what you get later.'
const FOR_EVER = 'warning: It has no end. It lasts until you take it back.'
const THIEF =
  'danger: The one who may take your tokens is a person, not an app: PERSON. That is how thieves ask. Only sign if you know them.'

const CASES: Record<string, { asked: () => Asked; reads: string[] }> = {
  'a permit with a limit': {
    asked: () => ({ primaryType: 'Permit', domain: tokenDomain(), message: permit() }),
    reads: ['Allow spending your tokens?', 'Up to: 2.5 HUSD (TOKEN)', MAY_TAKE, USE_BY],
  },
  'a permit without a limit': {
    asked: () => ({
      primaryType: 'Permit',
      domain: tokenDomain(),
      message: permit({ value: ALL, deadline: ALL }),
    }),
    reads: [
      'Allow spending your tokens?',
      'Up to: All of your HUSD (TOKEN)',
      MAY_TAKE,
      'To be used by: No end',
      UNLIMITED,
      FOR_EVER,
    ],
  },
  'a permit for a person': {
    asked: () => ({
      primaryType: 'Permit',
      domain: tokenDomain(),
      message: permit({ spender: PERSON }),
    }),
    reads: [
      'Allow spending your tokens?',
      'Up to: 2.5 HUSD (TOKEN)',
      'Who may take it: PERSON (A person’s account)',
      USE_BY,
      THIEF,
    ],
  },
  'a permit that is over': {
    asked: () => ({
      primaryType: 'Permit',
      domain: tokenDomain(),
      message: permit({ deadline: SOON - 86_400 }),
    }),
    reads: [
      'Allow spending your tokens?',
      'Up to: 2.5 HUSD (TOKEN)',
      MAY_TAKE,
      'To be used by: Feb 28, 2026, 12:10 PM',
      'warning: Its time is over already. Your signature will have no effect.',
    ],
  },
  'a permit that takes one back': {
    asked: () => ({ primaryType: 'Permit', domain: tokenDomain(), message: permit({ value: 0 }) }),
    reads: [
      'Take back a permission?',
      'No longer allowed: APP (A contract that calls itself Exchange)',
      'Token: HUSD (TOKEN)',
    ],
  },
  'a permit of another account, for a year': {
    asked: () => ({
      primaryType: 'Permit',
      domain: tokenDomain(),
      message: permit({ owner: PERSON, deadline: NEXT_YEAR }),
    }),
    reads: [
      'Allow spending your tokens?',
      'Up to: 2.5 HUSD (TOKEN)',
      MAY_TAKE,
      'To be used by: Mar 1, 2027, 12:10 PM',
      'warning: It is about another account than the one that signs: PERSON.',
      'warning: It lasts longer than a month.',
    ],
  },
  'a permit that lies about the token’s name': {
    asked: () => ({
      primaryType: 'Permit',
      domain: { ...tokenDomain(), name: 'Worthless Points' },
      message: permit(),
    }),
    reads: [
      'Allow spending your tokens?',
      'Up to: 2.5 HUSD (TOKEN)',
      MAY_TAKE,
      USE_BY,
      'danger: It says that it is for Worthless Points, but the contract calls itself Harbour Dollar.',
    ],
  },
  'a permit of a token that is a person': {
    asked: () => ({
      primaryType: 'Permit',
      domain: { ...tokenDomain(), verifyingContract: PERSON },
      message: permit(),
    }),
    reads: [
      'Allow spending your tokens?',
      'Up to: 2500000 smallest units of a token (PERSON)',
      MAY_TAKE,
      USE_BY,
      'danger: There is no contract at PERSON on this chain. What you sign may be meant for something else than it says.',
    ],
  },
  'a permit as DAI has it': {
    asked: () => ({
      primaryType: 'Permit',
      types: DAI_TYPES,
      domain: tokenDomain(),
      message: { holder: ACCOUNT, spender: app, nonce: 0, expiry: 0, allowed: true },
    }),
    reads: [
      'Allow spending your tokens?',
      'Up to: All of your HUSD (TOKEN)',
      MAY_TAKE,
      'Until: No end',
      UNLIMITED,
      FOR_EVER,
    ],
  },
  'Permit2, one token': {
    asked: () => ({
      primaryType: 'PermitSingle',
      domain: permit2,
      message: {
        details: { token, amount: '1000000', expiration: SOON, nonce: 0 },
        spender: app,
        sigDeadline: SOON,
      },
    }),
    reads: ['Allow spending your tokens?', 'Up to: 1 HUSD (TOKEN)', UNTIL, MAY_TAKE, USE_BY],
  },
  'Permit2, several tokens without a limit, for a person': {
    asked: () => ({
      primaryType: 'PermitBatch',
      domain: permit2,
      message: {
        details: [token, app].map((one) => ({
          ...{ token: one, amount: (2n ** 160n - 1n).toString() },
          ...{ expiration: NEXT_YEAR, nonce: 0 },
        })),
        spender: PERSON,
        sigDeadline: SOON,
      },
    }),
    reads: [
      'Allow spending your tokens?',
      'Up to: All of your HUSD (TOKEN)',
      'Until: Mar 1, 2027, 12:10 PM',
      'Up to: All of your EX (APP)',
      'Until: Mar 1, 2027, 12:10 PM',
      'Who may take it: PERSON (A person’s account)',
      USE_BY,
      THIEF,
      UNLIMITED,
      'warning: It lasts longer than a month.',
    ],
  },
  'Permit2, once': {
    asked: () => ({
      primaryType: 'PermitTransferFrom',
      domain: permit2,
      message: { permitted: { token, amount: 5 }, spender: app, nonce: 1, deadline: SOON },
    }),
    reads: ['Allow taking tokens once?', 'Up to: 0.000005 HUSD (TOKEN)', MAY_TAKE, UNTIL],
  },
  'Permit2, once, several, with a witness': {
    asked: () => ({
      primaryType: 'PermitBatchWitnessTransferFrom',
      domain: permit2,
      message: {
        permitted: [
          { token, amount: 7_000_000 },
          { token: app, amount: ETHER.toString() },
        ],
        ...{ spender: app, nonce: 1, deadline: SOON, witness: { text: 'For the concert' } },
      },
    }),
    reads: [
      'Allow taking tokens once?',
      'Up to: 7 HUSD (TOKEN)',
      'Up to: 1 EX (APP)',
      MAY_TAKE,
      UNTIL,
    ],
  },
  'what only calls itself Permit2': {
    asked: () => ({
      primaryType: 'PermitTransferFrom',
      domain: { ...permit2, verifyingContract: app },
      message: { permitted: { token, amount: 5 }, spender: app, nonce: 1, deadline: SOON },
    }),
    reads: [
      'Allow taking tokens once?',
      'Up to: 0.000005 HUSD (TOKEN)',
      MAY_TAKE,
      UNTIL,
      'danger: It says that it is for Permit2, but APP is not the contract that is known by this name.',
    ],
  },
  'a sale of an NFT': {
    asked: () => ({
      primaryType: 'OrderComponents',
      domain: seaport,
      message: order([art1()], [coin(2n * ETHER), coin(ETHER / 20n, PERSON)]),
    }),
    reads: [
      'Offer this trade?',
      'You give: Harbour Art #1 (ART)',
      'You get: 2 ETH',
      'Others get: 0.05 ETH (PERSON)',
      UNTIL,
    ],
  },
  'a sale for nothing': {
    asked: () => ({
      primaryType: 'OrderComponents',
      domain: seaport,
      message: order([art1()], [coin(2n * ETHER, PERSON)]),
    }),
    reads: [
      'Offer this trade?',
      'You give: Harbour Art #1 (ART)',
      'You get: Nothing',
      'Others get: 2 ETH (PERSON)',
      UNTIL,
      'danger: You give something away and get nothing for it.',
    ],
  },
  'a sale for next to nothing': {
    asked: () => ({
      primaryType: 'OrderComponents',
      domain: seaport,
      message: order([art1()], [coin(1n)]),
    }),
    reads: [
      'Offer this trade?',
      'You give: Harbour Art #1 (ART)',
      'You get: 0.000000000000000001 ETH',
      UNTIL,
      'danger: You give something away and get next to nothing for it.',
    ],
  },
  'a sale of which others get the most': {
    asked: () => ({
      primaryType: 'OrderComponents',
      domain: seaport,
      message: order([art1()], [coin(ETHER), coin(2n * ETHER, PERSON)]),
    }),
    reads: [
      'Offer this trade?',
      'You give: Harbour Art #1 (ART)',
      'You get: 1 ETH',
      'Others get: 2 ETH (PERSON)',
      UNTIL,
      'danger: Most of the price goes to others, not to you.',
    ],
  },
  'a price that falls: the least of it counts': {
    asked: () => ({
      primaryType: 'OrderComponents',
      domain: seaport,
      message: order([art1()], [{ ...coin(ETHER), endAmount: '0' }]),
    }),
    reads: [
      'Offer this trade?',
      'You give: Harbour Art #1 (ART)',
      'You get: 0 ETH',
      UNTIL,
      'danger: You give something away and get nothing for it.',
    ],
  },
  'an offer for any NFT of a collection': {
    asked: () => ({
      primaryType: 'OrderComponents',
      domain: seaport,
      message: order(
        [item(1, app, 0, 3n * ETHER)],
        [item(4, art, 0, 1n, ACCOUNT), item(1, app, 0, ETHER / 10n, PERSON)],
      ),
    }),
    reads: [
      'Offer this trade?',
      'You give: 3 EX (APP)',
      'You get: any item of Harbour Art (ART)',
      'Others get: 0.1 EX (PERSON)',
      UNTIL,
    ],
  },
  'a bulk order, filled up with an empty one': {
    asked: () => ({
      primaryType: 'BulkOrder',
      domain: seaport,
      message: { tree: [order([art1()], [coin(ETHER)]), EMPTY()] },
    }),
    reads: ['Offer this trade?', 'You give: Harbour Art #1 (ART)', 'You get: 1 ETH', UNTIL],
  },
  'a bulk order with a gift in it': {
    asked: () => ({
      primaryType: 'BulkOrder',
      domain: seaport,
      message: {
        tree: [order([art1()], [coin(ETHER)]), order([item(3, art, 2, 4n)], [])],
      },
    }),
    reads: [
      'Offer 2 trades?',
      'You give: Harbour Art #1 (ART)',
      'You get: 1 ETH',
      'You give: 4 × Harbour Art #2 (ART)',
      'You get: Nothing',
      UNTIL,
      'danger: You give something away and get nothing for it.',
    ],
  },
  'a payment that somebody else sends': {
    asked: () => ({
      primaryType: 'TransferWithAuthorization',
      domain: tokenDomain(),
      message: {
        ...{ from: ACCOUNT, to: PERSON, value: 1_500_000, validAfter: 0 },
        ...{ validBefore: SOON, nonce: WORD },
      },
    }),
    reads: [
      'Allow this payment?',
      'Amount: 1.5 HUSD (TOKEN)',
      'To: PERSON (A person’s account)',
      USE_BY,
    ],
  },
  'a transaction of a Safe that acts as the Safe itself': {
    asked: () => ({
      primaryType: 'SafeTx',
      domain: { chainId: CHAIN_ID, verifyingContract: app },
      message: {
        ...{ to: token, value: 0, data: '0xa9059cbb', operation: 1, safeTxGas: 0, baseGas: 0 },
        ...{ gasPrice: 1, gasToken: NOBODY, refundReceiver: NOBODY, nonce: 3 },
      },
    }),
    reads: [
      'Sign a transaction of your Safe?',
      'From: APP',
      'To: TOKEN (A contract that calls itself Harbour Dollar)',
      'Calls function: 0xa9059cbb (4 bytes)',
      'danger: The code at TOKEN would act as your Safe itself. It can take all that the Safe has, and change who owns it.',
      UNREADABLE,
      'warning: Your Safe pays whoever sends this, at a price that is part of what you sign.',
    ],
  },
  'a transaction of a Safe that lets somebody take its tokens': {
    asked: () => ({
      primaryType: 'SafeTx',
      domain: { chainId: CHAIN_ID, verifyingContract: app },
      message: {
        ...{ to: token, value: 0, operation: 0, safeTxGas: 0, baseGas: 0, gasPrice: 0 },
        ...{ gasToken: NOBODY, refundReceiver: NOBODY, nonce: 3 },
        data: encodeCall('approve(address,uint256)', [PERSON, 2n ** 256n - 1n]),
      },
    }),
    reads: [
      'Sign a transaction of your Safe?',
      'From: APP',
      'To: TOKEN (A contract that calls itself Harbour Dollar)',
      'Calls function: 0x095ea7b3 (68 bytes)',
      'Who may take it: PERSON (A person’s account)',
      'danger: This lets somebody take all of these tokens that you have, now and later.',
      'danger: Who may take is no contract but somebody’s account. Thieves ask for that.',
    ],
  },
  'a call that somebody else sends': {
    asked: () => ({
      primaryType: 'ForwardRequest',
      domain: { ...seaport, name: 'Forwarder', verifyingContract: app },
      message: {
        ...{ from: ACCOUNT, to: token, value: ETHER.toString(), gas: 100_000, nonce: 0 },
        ...{ deadline: SOON, data: '0xa9059cbb' },
      },
    }),
    reads: [
      'Let somebody else send this for you?',
      'From: ACCOUNT',
      'To: TOKEN (A contract that calls itself Harbour Dollar)',
      'Amount: 1 ETH',
      'Calls function: 0xa9059cbb (4 bytes)',
      UNTIL,
      UNREADABLE,
    ],
  },
  'an operation of a smart account': {
    asked: () => ({
      primaryType: 'PackedUserOperation',
      domain: { ...seaport, name: 'ERC4337', verifyingContract: app },
      message: {
        sender: PERSON,
        nonce: 0,
        initCode: '0x',
        callData: '0xb61d27f6',
        accountGasLimits: WORD,
      },
    }),
    reads: [
      'Sign an operation of your smart account?',
      'From: PERSON',
      'Calls function: 0xb61d27f6 (4 bytes)',
      UNREADABLE,
    ],
  },
  'data that the wallet does not know, good everywhere': {
    asked: () => ({
      primaryType: 'Vote',
      domain: { name: 'Votes' },
      message: { text: 'Yes', choice: 1 },
    }),
    reads: [
      '?',
      'warning: It does not say for which chain and contract it is. Your signature may be good in many places.',
    ],
  },
}

describe('typed data', () => {
  for (const [what, { asked, reads }] of Object.entries(CASES)) {
    it(`reads well: ${what}`, async () => {
      assert.deepEqual(await readBy(asked()), reads)
    })
  }

  it('that only has the name of a permit is not taken for one', () => {
    const types = { Permit: [...TYPES.Permit, { name: 'all', type: 'bool' }] }
    const data = readData({
      primaryType: 'Permit',
      types,
      domain: tokenDomain(),
      message: { ...permit(), all: true },
    })
    assert.equal(readMeaning(data), undefined)
  })

  it('is said to be unchecked where the node does not answer, and can still be read', async () => {
    const dead = new Rpc('http://node.example.test', () => Promise.reject(new Error('down')))
    const asked = { primaryType: 'Permit', domain: tokenDomain(), message: permit() }
    assert.deepEqual(await readBy(asked, dead), [
      'Allow spending your tokens?',
      'Up to: 2500000 smallest units of a token (TOKEN)',
      'Who may take it: APP (The network did not say who this is.)',
      USE_BY,
      'warning: The network did not say what TOKEN is. The wallet could not check it for you.',
    ])
  })

  it('signed as a permit is what the real token takes, for exactly what was read', async () => {
    const deadline = 9_000_000_000
    const data = readData({
      primaryType: 'Permit',
      domain: tokenDomain(),
      message: permit({ deadline }),
    })
    const meaning = readMeaning(data)
    assert.equal(meaning?.kind, 'permit')
    const signature = signTypedData(data.value, KEY) as Hex
    const [r, s] = [signature.slice(0, 66), `0x${signature.slice(66, 130)}`]
    const v = Number.parseInt(signature.slice(130), 16)
    const [{ amount }] = meaning.kind === 'permit' ? meaning.grants : [{ amount: -1n }]
    const args = [ACCOUNT, app, amount, BigInt(deadline), v, r, s]
    const { status } = await chain.send({
      from: ACCOUNT,
      to: token,
      data: callData('Token', 'permit', args),
    })
    assert.equal(status, '0x1')
    const allowance = await callView(
      chain.rpc,
      token,
      callData('Token', 'allowance', [ACCOUNT, app]),
    )
    assert.equal(BigInt(allowance!), 2_500_000n)
    const signer = await recoverTypedDataAddress({
      ...(data.value as never as object),
      signature,
    } as never)
    assert.equal(signer, ACCOUNT)
  })
})

describe('what an address is', () => {
  it('is asked once, and again after the node did not say', async () => {
    let asked = 0
    let isDown = true
    const node = new Rpc('http://node.example.test', async () => {
      asked++
      if (isDown) throw new Error('down')
      return '0x'
    })
    await assert.rejects(readAddress(node, PERSON))
    isDown = false
    assert.deepEqual(await readAddress(node, PERSON), { isContract: false })
    assert.deepEqual(await readAddress(node, PERSON.toLowerCase()), { isContract: false })
    assert.equal(asked, 2)
  })

  it('is a person where the code only lends them a contract’s', async () => {
    await chain.rpc.request('anvil_setCode', [PERSON, `0xef0100${app.slice(2)}`])
    assert.deepEqual(await readAddress(new Rpc(chain.url), PERSON), { isContract: false })
    await chain.rpc.request('anvil_setCode', [PERSON, '0x'])
  })
})
