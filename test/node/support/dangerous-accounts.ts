/** What takes away by an account that acts for the person, such as a Safe: the play shows only what the person's own account loses. */
import * as AbiParameters from 'ox/AbiParameters'

import { encodeCall } from '../../support/contracts.js'
import {
  ALL_TOKENS,
  ANYTHING,
  CONTROL,
  E,
  type Sent,
  type Signed,
  STRANGER,
  USDC,
} from './judged.js'
import { of, sent, signs } from './requests.js'
import { ALL, APP, type Hex, ME, NOBODY, SAFE, WORD } from './signed-calls.js'

const EXECUTE =
  'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)'
const SAFE_TX =
  'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)'
const UNREAD: Hex = '0x12345678'
const SMALL = encodeCall('approve(address,uint256)', [APP, 5n])
/** Gas, its price, the token, and who gets it. */
type Refund = [gas: bigint, price: bigint, token: Hex, to: Hex]
const NO_REFUND: Refund = [0n, 0n, NOBODY, NOBODY]
const inSafe = (to: Hex, data: Hex, value = 0n, refund = NO_REFUND): Sent =>
  sent(SAFE, EXECUTE, [to, value, data, 0, 0n, ...refund, '0x'])
const signedRefund = ([gas, price, token, to]: Refund): Signed =>
  signs(
    SAFE_TX,
    { chainId: 1, verifyingContract: SAFE },
    { to: USDC, data: SMALL, baseGas: gas, gasPrice: price, gasToken: token, refundReceiver: to },
  )
const TOKENS_PAID: Refund = [50_000n, 10n ** 12n, USDC, STRANGER]
const COINS_PAID: Refund = [10n ** 12n, 10n ** 9n, NOBODY, STRANGER]

const CAP = encodeCall('approve(address,uint256)', [STRANGER, ALL])
/** Ways to make calls of others, by the functions that are published. */
const CARRIERS: [signature: string, args: unknown[]][] = [
  ['batch((address,address,uint256,bytes)[])', [[[USDC, ME, 0n, CAP]]]],
  ['multicall((address,bytes,uint256,bool,bytes32)[])', [[[USDC, CAP, 0n, false, WORD]]]],
  ['blockAndAggregate((address,bytes)[])', [[[USDC, CAP]]]],
  ['tryBlockAndAggregate(bool,(address,bytes)[])', [true, [[USDC, CAP]]]],
  ['execute(address,uint256,bytes,uint8)', [USDC, 0n, CAP, 0]],
  ['executeUserOp(address,uint256,bytes,uint8)', [USDC, 0n, CAP, 0]],
  ['executeUserOpWithErrorString(address,uint256,bytes,uint8)', [USDC, 0n, CAP, 0]],
  [
    'executeBatch(address[],bytes[])',
    [
      [APP, USDC],
      [SMALL, CAP],
    ],
  ],
  [
    'executeBatch(address[],uint256[],bytes[])',
    [
      [APP, USDC],
      [0n, 0n],
      [SMALL, CAP],
    ],
  ],
]

/** A batch of one call, and the call alone, as ERC-7579 and ERC-7821 take them. */
const EXECUTIONS: [mode: string, calls: Hex][] = [
  [
    '01',
    AbiParameters.encode(AbiParameters.from('(address,uint256,bytes)[]'), [[[USDC, 0n, CAP]]]),
  ],
  ['00', AbiParameters.encodePacked(['address', 'uint256', 'bytes'], [USDC, 0n, CAP])],
]

/** `[what, the request, what stands on the button while the node answers]`. */
export const ACTED_AWAY: [what: string, asked: Sent | Signed, button: string][] = [
  ...CARRIERS.map(([signature, args]): [string, Sent, string] => [
    `a cap by ${signature}`,
    sent(SAFE, signature, args),
    ALL_TOKENS,
  ]),
  ...EXECUTIONS.map(([mode, calls]): [string, Sent, string] => [
    `a cap by mode ${mode} of a smart account`,
    sent(SAFE, 'execute(bytes32,bytes)', [`0x${mode.padEnd(64, '0')}`, calls]),
    ALL_TOKENS,
  ]),
  [
    'code that a smart account borrows',
    sent(SAFE, 'execute(bytes32,bytes)', [
      `0x${'ff'.padEnd(64, '0')}`,
      AbiParameters.encodePacked(['address', 'bytes'], [APP, SMALL]),
    ]),
    ANYTHING,
  ],
  ...['execute', 'executeUserOp', 'executeUserOpWithErrorString'].map(
    (name): [string, Sent, string] => [
      `other code by ${name}`,
      sent(SAFE, `${name}(address,uint256,bytes,uint8)`, [APP, 0n, SMALL, 1]),
      CONTROL,
    ],
  ),
  ['a call of a Safe that cannot be read', inSafe(APP, UNREAD, 10n * E), ANYTHING],
  [
    'a call of a smart account that cannot be read',
    sent(SAFE, 'execute(address,uint256,bytes)', [APP, 10n * E, UNREAD]),
    ANYTHING,
  ],
  [
    'a list of commands that a Safe runs',
    inSafe(APP, encodeCall('execute(bytes,bytes[])', ['0x00', ['0x']])),
    ANYTHING,
  ],
  ['tokens of a Safe for who sends for it', inSafe(USDC, SMALL, 0n, TOKENS_PAID), ANYTHING],
  ['coins of a Safe for who sends for it', inSafe(USDC, SMALL, 0n, COINS_PAID), ANYTHING],
  ['tokens of a Safe for who sends for it, signed', signedRefund(TOKENS_PAID), ANYTHING],
  ['coins of a Safe for who sends for it, signed', signedRefund(COINS_PAID), ANYTHING],
  [
    'other code in place of a smart account’s',
    signs(
      'AccountTx(address to,uint256 value,bytes data,uint8 operation,uint256 targetTxGas,uint256 baseGas,uint256 gasPrice,uint256 tokenGasPriceFactor,address gasToken,address refundReceiver,uint256 nonce)',
      of(SAFE, 'Biconomy Smart Account'),
      { to: APP, operation: 1 },
    ),
    CONTROL,
  ],
  [
    'other code in place of a Safe’s, signed for an owner that is a contract',
    signs(
      `TypedDataSign(SafeTx contents,string name,string version,uint256 chainId,address verifyingContract,bytes32 salt)${SAFE_TX}`,
      of(SAFE),
      { contents: { to: APP, data: SMALL, operation: 1 }, verifyingContract: APP },
    ),
    CONTROL,
  ],
  [
    'other code in one of the calls of a wallet',
    {
      type: 'Calls(Call[] calls,uint256 space,uint256 nonce,address[] wallets)Call(address to,uint256 value,bytes data,uint256 gasLimit,bool delegateCall,bool onlyFallback,uint256 behaviorOnError)' as never,
      domain: of(SAFE, 'Sequence Wallet'),
      message: {
        ...{ space: 0, nonce: 0, wallets: [] },
        calls: [
          {
            ...{ to: APP, value: 0, data: SMALL, gasLimit: 0 },
            ...{ delegateCall: true, onlyFallback: false, behaviorOnError: 0 },
          },
        ],
      },
    },
    CONTROL,
  ],
  [
    'a call in a forward request of other fields',
    signs(
      'ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,bytes callData)',
      of(APP),
      { from: ME, to: USDC, callData: encodeCall('approve(address,uint256)', [APP, ALL]) },
    ),
    ALL_TOKENS,
  ],
]
