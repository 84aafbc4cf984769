/** What takes away from people, in the ways that are known: each has to take a second step, whatever the node answers. */
import { encodeCall } from '../../support/contracts.js'
import { ACTED_AWAY } from './dangerous-accounts.js'
import { OFFERED_AWAY } from './dangerous-offers.js'
import { SENT_AWAY } from './dangerous-sent.js'
import { SIGNED_AWAY } from './dangerous-signed.js'
import { UNREAD_AWAY } from './dangerous-unread.js'
import {
  A_PERSON,
  ALL_TOKENS,
  AUSDC,
  type Change,
  CONTROL,
  E,
  LOST,
  M,
  NOTHING,
  type Sent,
  type Signed,
  STRANGER,
  USDC,
  WETH,
} from './judged.js'
import {
  art,
  coins,
  cow,
  MOST,
  of,
  permit,
  permitSingle,
  safeTx,
  seaport,
  sent,
  signedAs,
} from './requests.js'
import { ALL, APP, DEAD, type Hex, ME, NOBODY, PERMIT2, SOON, WORD } from './signed-calls.js'

const ART: Hex = '0x4646464646464646464646464646464646464600'
const TAKEN: Change[] = [[-100n * M, USDC]]
const approval = encodeCall('approve(address,uint256)', [STRANGER, ALL])
/** Ends as the friend's address does. */
const POISON: Hex = '0x777700000000000000000000000000000000ab00'

/** `[what, the request, what stands on the button while the node answers]`. */
export const DANGEROUS: [what: string, asked: Sent | Signed, button: string][] = [
  ['a cap without a limit', sent(USDC, 'approve(address,uint256)', [APP, ALL]), ALL_TOKENS],
  ['a cap for a person', sent(USDC, 'approve(address,uint256)', [STRANGER, 5n]), A_PERSON],
  [
    'a cap that is raised without a limit',
    sent(USDC, 'increaseAllowance(address,uint256)', [APP, ALL]),
    ALL_TOKENS,
  ],
  [
    'a cap of Permit2 without a limit',
    sent(PERMIT2, 'approve(address,address,uint160,uint48)', [USDC, APP, BigInt(MOST), SOON]),
    ALL_TOKENS,
  ],
  [
    'a whole collection',
    sent(ART, 'setApprovalForAll(address,bool)', [STRANGER, true]),
    '⚠ Can move the whole collection',
  ],
  [
    'loans in the person’s name',
    sent(APP, 'approveDelegation(address,uint256)', [STRANGER, ALL]),
    '⚠ Can borrow in your name',
  ],
  ['control in Compound', sent(APP, 'allow(address,bool)', [STRANGER, true]), CONTROL],
  ['control in Morpho', sent(APP, 'setAuthorization(address,bool)', [STRANGER, true]), CONTROL],
  ['a contract that is given away', sent(APP, 'transferOwnership(address)', [STRANGER]), CONTROL],
  ['code that is replaced', sent(APP, 'upgradeTo(address)', [STRANGER]), CONTROL],
  ['a module of a Safe', sent(APP, 'enableModule(address)', [STRANGER]), CONTROL],
  ['a cap in a multicall', sent(USDC, 'multicall(bytes[])', [[approval]]), ALL_TOKENS],
  [
    'tokens for their own contract',
    sent(USDC, 'transfer(address,uint256)', [USDC, 5n * M], [[-5n * M, USDC]]),
    LOST,
  ],
  [
    'tokens for nobody',
    sent(USDC, 'transfer(address,uint256)', [DEAD, 5n * M], [[-5n * M, USDC]]),
    LOST,
  ],
  [
    'coins for a poisoned address',
    { calls: [{ to: POISON, value: E }], changes: [[-E]] },
    '⚠ Not the address that you know',
  ],
  ['a claim that takes', sent(APP, 'claim()', [], TAKEN), NOTHING],
  ['an update that takes coins', sent(APP, 'securityUpdate()', [], [[-E]], E), NOTHING],
  ['a call of a person', sent(STRANGER, 'claim()', []), '⚠ There is no contract'],
  ['a permit without a limit', permit(APP, ALL), ALL_TOKENS],
  ['a permit for a person', permit(STRANGER, 5n * M), A_PERSON],
  ['a permit of Permit2 for a person', permitSingle(STRANGER, '5000000'), A_PERSON],
  [
    'an allowance that DAI has',
    signedAs('DaiPermit', of(AUSDC, 'aUSDC'), {
      holder: ME,
      spender: APP,
      nonce: 0,
      expiry: 0,
      allowed: true,
    }),
    ALL_TOKENS,
  ],
  [
    'a permit of a collectible',
    signedAs('NftPermit', of(ART, 'ART'), {
      spender: STRANGER,
      tokenId: 7,
      nonce: 0,
      deadline: SOON,
    }),
    A_PERSON,
  ],
  [
    'a loan that is signed',
    signedAs('DelegationWithSig', of(APP), {
      delegatee: STRANGER,
      value: ALL.toString(),
      nonce: 0,
      deadline: SOON,
    }),
    '⚠ Can borrow in your name',
  ],
  [
    'control in Compound that is signed',
    signedAs('CometAuthorization', of(APP), {
      owner: ME,
      manager: STRANGER,
      isAllowed: true,
      nonce: 0,
      expiry: SOON,
    }),
    CONTROL,
  ],
  [
    'control in Morpho that is signed',
    signedAs('Authorization', of(APP), {
      authorizer: ME,
      authorized: STRANGER,
      isAuthorized: true,
      nonce: 0,
      deadline: SOON,
    }),
    CONTROL,
  ],
  ['a collectible for nothing', seaport([art], []), NOTHING],
  [
    'a collectible for next to nothing',
    seaport([art], [coins(1n, ME)]),
    '⚠ You get next to nothing',
  ],
  [
    'a collectible whose price others get',
    seaport([art], [coins(E / 10n, ME), coins(E, STRANGER)]),
    '⚠ Most of it goes to others',
  ],
  ['an order for nothing', cow({ buyAmount: '0' }), NOTHING],
  ['a cap in a transaction of a Safe', safeTx(USDC, approval), ALL_TOKENS],
  ['other code in place of a Safe’s', safeTx(APP, '0x', 1), CONTROL],
  [
    'control in BentoBox, signed',
    signedAs('SetMasterContractApproval', of(APP, 'BentoBox V1'), {
      ...{ warning: 'Give FULL access to funds in (and approved to) BentoBox?', user: ME },
      ...{ masterContract: APP, approved: true, nonce: 0 },
    }),
    CONTROL,
  ],
  [
    'a payment that a poisoned address fetches',
    signedAs('ReceiveWithAuthorization', of(USDC, 'USDC'), {
      ...{ from: ME, to: POISON, value: '5000000', validAfter: 0, validBefore: SOON },
      nonce: WORD,
    }),
    '⚠ Not the address that you know',
  ],
  [
    'a cap in a meta-transaction',
    signedAs('MetaTransaction', of(WETH), { nonce: 0, from: ME, functionSignature: approval }),
    ALL_TOKENS,
  ],
  [
    'a payment that a poisoned address gets',
    signedAs('TransferWithAuthorization', of(USDC, 'USDC'), {
      from: ME,
      to: POISON,
      value: '5000000',
      validAfter: 0,
      validBefore: SOON,
      nonce: WORD,
    }),
    '⚠ Not the address that you know',
  ],
  [
    'an order on Hyperliquid',
    signedAs(
      'Agent',
      { name: 'Exchange', version: '1', chainId: 1337, verifyingContract: NOBODY },
      { source: 'a', connectionId: WORD },
    ),
    '⚠ Can stand for anything',
  ],
  ...SIGNED_AWAY,
  ...OFFERED_AWAY,
  ...SENT_AWAY,
  ...ACTED_AWAY,
  ...UNREAD_AWAY,
]
