import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  ACCOUNT,
  app,
  art,
  asks,
  type Cases,
  CHAIN_ID,
  ETHER,
  NOBODY,
  PERSON,
  readBy,
  SEAPORT,
  SOON,
  token,
  tokenDomain,
  UNTIL,
  USE_BY,
} from '../node/support/typed-data.js'
import { encodeCall } from '../support/contracts.js'

const WORD = `0x${'00'.repeat(32)}`
const seaport = { name: 'Seaport', version: '1.6', chainId: CHAIN_ID, verifyingContract: SEAPORT }

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
const safeTransaction = (to: string, data: string, own: object = {}) =>
  asks(
    'SafeTx',
    { chainId: CHAIN_ID, verifyingContract: app },
    {
      ...{ to, value: 0, data, operation: 0, safeTxGas: 0, baseGas: 0, gasPrice: 0 },
      ...{ gasToken: NOBODY, refundReceiver: NOBODY, nonce: 3, ...own },
    },
  )
const order = (offer: object[], consideration: object[], own: object = {}) => ({
  ...{ offerer: ACCOUNT, zone: NOBODY, offer, consideration, orderType: 0, startTime: 0 },
  ...{ endTime: SOON, zoneHash: WORD, salt: 1, conduitKey: WORD, counter: 0 },
  ...own,
})
const EMPTY = () => order([], [], { offerer: NOBODY })
const art1 = () => item(2, art, 1, 1n)
const coin = (amount: bigint, to: string = ACCOUNT) => item(0, NOBODY, 0, amount, to)

/** A collectible for sale, at these prices. @param reads - After what is given. */
const sale = (prices: () => object[], reads: string[]) => ({
  asked: () => asks('OrderComponents', seaport, order([art1()], prices())),
  reads: ['Offer this trade?', 'You give: Harbour Art #1 (ART)', ...reads],
})

/** @param reads - After whose transaction it is. */
const ofSafe = (asked: () => ReturnType<typeof safeTransaction>, reads: string[]) => ({
  asked,
  reads: ['Sign a transaction of your Safe?', 'From: APP', ...reads],
})

const UNREADABLE = 'danger: What this does cannot be read. It may take all that you have.'
const ORDERS: Cases = {
  'a sale of an NFT': sale(
    () => [coin(2n * ETHER), coin(ETHER / 20n, PERSON)],
    ['You get: 2 ETH', 'Others get: 0.05 ETH (PERSON)', UNTIL],
  ),
  'a sale for nothing': sale(
    () => [coin(2n * ETHER, PERSON)],
    [
      'You get: Nothing',
      'Others get: 2 ETH (PERSON)',
      UNTIL,
      'danger: You would give something away and get nothing for it.',
    ],
  ),
  'a sale for next to nothing': sale(
    () => [coin(1n)],
    [
      'You get: 0.000000000000000001 ETH',
      UNTIL,
      'danger: You would give something away and get next to nothing for it.',
    ],
  ),
  'a sale of which others get the most': sale(
    () => [coin(ETHER), coin(2n * ETHER, PERSON)],
    [
      'You get: 1 ETH',
      'Others get: 2 ETH (PERSON)',
      UNTIL,
      'danger: Most of the price goes to others, not to you.',
    ],
  ),
  'a price that falls: the least of it counts': sale(
    () => [{ ...coin(ETHER), endAmount: '0' }],
    ['You get: 0 ETH', UNTIL, 'danger: You would give something away and get nothing for it.'],
  ),
  'an offer for any NFT of a collection': {
    asked: () =>
      asks(
        'OrderComponents',
        seaport,
        order(
          [item(1, app, 0, 3n * ETHER)],
          [item(4, art, 0, 1n, ACCOUNT), item(1, app, 0, ETHER / 10n, PERSON)],
        ),
      ),
    reads: [
      'Offer this trade?',
      'You give: 3 EX (APP)',
      'You get: any item of Harbour Art (ART)',
      'Others get: 0.1 EX (PERSON)',
      UNTIL,
    ],
  },
  'a bulk order, filled up with an empty one': {
    asked: () => asks('BulkOrder', seaport, { tree: [order([art1()], [coin(ETHER)]), EMPTY()] }),
    reads: ['Offer this trade?', 'You give: Harbour Art #1 (ART)', 'You get: 1 ETH', UNTIL],
  },
  'a bulk order with a gift in it': {
    asked: () =>
      asks('BulkOrder', seaport, {
        tree: [order([art1()], [coin(ETHER)]), order([item(3, art, 2, 4n)], [])],
      }),
    reads: [
      'Offer 2 trades?',
      'You give: Harbour Art #1 (ART)',
      'You get: 1 ETH',
      'You give: 4 × Harbour Art #2 (ART)',
      'You get: Nothing',
      UNTIL,
      'danger: You would give something away and get nothing for it.',
    ],
  },
  'a payment that somebody else sends': {
    asked: () =>
      asks('TransferWithAuthorization', tokenDomain(), {
        ...{ from: ACCOUNT, to: PERSON, value: 1_500_000, validAfter: 0 },
        ...{ validBefore: SOON, nonce: WORD },
      }),
    reads: [
      'Allow this payment?',
      'Amount: 1.5 HUSD (TOKEN)',
      'To: PERSON (A person’s account)',
      USE_BY,
    ],
  },
  'a transaction of a Safe that acts as the Safe itself': ofSafe(
    () => safeTransaction(token, '0xa9059cbb', { operation: 1, gasPrice: 1 }),
    [
      'Call function 0xa9059cbb',
      'Contract: Harbour Dollar (TOKEN)',
      'danger: This lets a contract act as the shared account, with all that it has. (TOKEN)',
      UNREADABLE,
      'warning: Your Safe pays the sender of this, at a price that is part of what you sign.',
    ],
  ),
  'a transaction of a Safe that lets somebody take its tokens': ofSafe(
    () => safeTransaction(token, encodeCall('approve(address,uint256)', [PERSON, 2n ** 256n - 1n])),
    [
      'Approve a spending cap',
      'Spender: Account (PERSON)',
      'Spending cap: Unlimited HUSD',
      'Contract: Harbour Dollar (TOKEN)',
      'danger: This allows spending all of these tokens that you have, now and later. (PERSON)',
      'danger: The spender is a person’s account, not a contract. Scammers ask for this. (PERSON)',
    ],
  ),
  'a transaction of a Safe at an address without a contract': ofSafe(
    () => safeTransaction(PERSON, encodeCall('approve(address,uint256)', [app, 0n])),
    [
      'Revoke a spending cap',
      'Spender: Exchange (APP)',
      'Spending cap: 0 smallest units of 0x8617…070D',
      'Contract: Account (PERSON)',
      'danger: There is no contract at this address, so that nothing would be done there. (PERSON)',
    ],
  ),
  'a call that somebody else sends': {
    asked: () =>
      asks(
        'ForwardRequest',
        { ...seaport, name: 'Forwarder', verifyingContract: app },
        {
          ...{ from: ACCOUNT, to: token, value: ETHER.toString(), gas: 100_000, nonce: 0 },
          ...{ deadline: SOON, data: '0xa9059cbb' },
        },
      ),
    reads: [
      'Let someone else send this for you?',
      'From: ACCOUNT',
      UNTIL,
      'Call function 0xa9059cbb',
      'Amount: 1 ETH',
      'Contract: Harbour Dollar (TOKEN)',
      UNREADABLE,
    ],
  },
  'an operation of a smart account': {
    asked: () =>
      asks(
        'PackedUserOperation',
        { ...seaport, name: 'ERC4337', verifyingContract: app },
        {
          sender: PERSON,
          nonce: 0,
          initCode: '0x',
          callData: '0xb61d27f6',
          accountGasLimits: WORD,
        },
      ),
    reads: [
      'Sign an operation of your smart account?',
      'From: PERSON',
      'Call function 0xb61d27f6',
      'Contract: Account (PERSON)',
      UNREADABLE,
    ],
  },
  'a transaction of a Safe that sends tokens': ofSafe(
    () => safeTransaction(token, encodeCall('transfer(address,uint256)', [PERSON, 1_500_000n])),
    ['Send tokens', 'Amount: 1.5 HUSD', 'To: Account (PERSON)', 'Contract: Harbour Dollar (TOKEN)'],
  ),
  'a transaction of a Safe that sends a collectible': ofSafe(
    () =>
      safeTransaction(art, encodeCall('transferFrom(address,address,uint256)', [app, PERSON, 7n])),
    [
      'Send a collectible',
      'Collectible: Harbour Art #7',
      'From: Exchange (APP)',
      'To: Account (PERSON)',
      'Contract: Harbour Art (ART)',
    ],
  ),
  'an operation of a smart account that pays, in a call of a call': {
    asked: () =>
      asks(
        'PackedUserOperation',
        { ...seaport, name: 'ERC4337', verifyingContract: token },
        {
          ...{ sender: app, nonce: 0, initCode: '0x', accountGasLimits: WORD },
          callData: encodeCall('execute(address,uint256,bytes)', [PERSON, 2n * ETHER, '0x']),
        },
      ),
    reads: [
      'Sign an operation of your smart account?',
      'From: APP',
      'Execute a transaction of an account',
      'Contract: Exchange (APP)',
      'Send a payment',
      'Amount: 2 ETH',
      'To: Account (PERSON)',
    ],
  },
  'data that the wallet does not know, good everywhere': {
    asked: () => asks('Vote', { name: 'Votes' }, { text: 'Yes', choice: 1 }),
    reads: [
      'Sign this data?',
      'note: It does not say for which network and contract it is. Your signature may be good in many places.',
    ],
  },
}
describe('typed data that moves something', () => {
  for (const [what, { asked, reads }] of Object.entries(ORDERS)) {
    it(`reads well: ${what}`, async () => {
      assert.deepEqual(await readBy(asked()), reads)
    })
  }
})
