/** Calls in calls, and who has a contract. */
import { callData, deployData, encodeCall } from '../../../support/contracts.js'
import { FRIEND, type Hex, MAX, ME, MILLION, STRANGER } from '../confirmation-world.js'
import { type Case, token, unknown, WOULD_FAIL } from './case.js'

const SAFE =
  'execTransaction(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,bytes signatures)'
const ZERO: Hex = `0x${'0'.repeat(40)}`

export const contracts: Case[] = [
  {
    name: 'several calls in one',
    calls: ({ usd }) => [
      {
        to: usd,
        data: encodeCall('multicall(bytes[] data)', [
          [token('transfer', FRIEND, MILLION), token('approve', STRANGER, MAX)],
        ]),
      },
    ],
    lines: [
      '−1 USDX <usd>',
      'This person’s account can spend all of your USDX: 1,000 USDX today. <stranger>',
      'Several calls in one',
      '  Contract: Sample Dollar <usd>',
      '    Send tokens',
      '      Amount: 1 USDX',
      '      To: Sample Friend <friend>',
      '      Contract: Sample Dollar <usd>',
      '    Approve a spending cap',
      '      Spender: Account <stranger>',
      '      Spending cap: Unlimited USDX',
      '      Contract: Sample Dollar <usd>',
      'danger: This allows spending all of these tokens that you have, now and later. <stranger>',
      'danger: The spender is a person’s account, not a contract. Scammers ask for this. <stranger>',
      'danger: You would give something away and get nothing for it.',
      'button: All of your USDX for <stranger>, −1 USDX',
    ],
  },
  {
    name: 'calls of a contract that calls others',
    calls: ({ multicall, counter, usd }) => [
      {
        to: multicall,
        data: callData('Multicall3', 'aggregate3', [
          [
            { target: counter, allowFailure: false, callData: callData('Counter', 'increment') },
            { target: usd, allowFailure: true, callData: token('mint', ME, MILLION) },
          ],
        ]),
      },
    ],
    lines: [
      '+1 USDX <usd>',
      'Several calls in one',
      '  Contract: Contract <multicall>',
      '    Call function 0xd09de08a',
      '      Contract: Contract <counter>',
      '    Call function 0x40c10f19',
      '      Contract: Sample Dollar <usd>',
      unknown('counter'),
      unknown('usd'),
      'button: +1 USDX',
    ],
  },
  {
    name: 'a shared account that is told to give up control',
    calls: ({ counter, code }) => [
      {
        to: counter,
        data: encodeCall(SAFE, [code, 0n, '0x12345678', 1n, 0n, 0n, 0n, ZERO, ZERO, '0x']),
      },
    ],
    lines: [
      'The contract refuses and gives no reason.',
      'Execute a transaction of a shared account',
      '  How: With full control over the account',
      '  Contract: Contract <counter>',
      '    Call function 0x12345678',
      '      Contract: Contract <code>',
      WOULD_FAIL,
      'danger: This lets a contract act as the shared account, with all that it has. <code>',
      unknown('code'),
    ],
  },
  {
    name: 'a contract that is made',
    calls: () => [{ data: deployData('Counter', [ME]) }],
    lines: [
      'Your balances do not change.',
      'Deploy a contract',
      'note: This makes a new contract. Its code is not checked.',
    ],
  },
  {
    name: 'a contract that is given away',
    calls: ({ counter }) => [
      { to: counter, data: callData('Counter', 'transferOwnership', [STRANGER]) },
    ],
    lines: [
      'This person’s account gets control over the contract <counter>. <stranger>',
      'Transfer ownership of a contract',
      '  New owner: Account <stranger>',
      '  Contract: Contract <counter>',
      'danger: This changes who is in control of a contract. <counter>',
      'button: All of <counter> for <stranger>',
    ],
  },
  {
    name: 'code that is replaced',
    calls: ({ proxy, newCode }) => [
      { to: proxy, data: callData('Upgradeable', 'upgradeToAndCall', [newCode, '0x']) },
    ],
    lines: [
      'Your balances do not change.',
      'Upgrade a contract',
      '  New code: Contract <newCode>',
      '  Data: 0x',
      '  Contract: Contract <proxy>',
      'danger: This replaces the code of a contract, which can then do anything else. <proxy>',
    ],
  },
]
