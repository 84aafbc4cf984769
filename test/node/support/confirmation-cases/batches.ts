/** Several transactions at once. */
import { callData } from '../../../support/contracts.js'
import { ETHER, FRIEND, ME, MILLION, STRANGER } from '../confirmation-world.js'
import { type Case, dateOf, LATER, stranger, swap, token, unknown, WOULD_FAIL } from './case.js'

export const batches: Case[] = [
  {
    name: 'a batch that approves and swaps',
    prepare: async (world) => {
      await world.call(ME, 'weth', token('approve', world.at.pool, 0n))
    },
    calls: ({ pool, weth, gold }) => [
      { to: weth, data: token('approve', pool, ETHER) },
      { to: pool, data: swap(ETHER, ETHER, [weth, gold]) },
    ],
    lines: [
      '−1 WETH <weth>',
      '+2 GOLD <gold>',
      'Approve a spending cap',
      '  Spender: Contract <pool>',
      '  Spending cap: 1 WETH',
      '  Contract: Wrapped Ether <weth>',
      'Swap',
      '  You pay: 1 WETH',
      '  You get at least: 1 GOLD',
      '  Who gets it: Your account <me>',
      `  Valid until: ${dateOf(LATER)}`,
      '  Contract: Contract <pool>',
      'button: −1 WETH, +2 GOLD',
    ],
  },
  {
    name: 'a batch of which the second call fails',
    calls: ({ usd, failing }) => [
      { to: usd, data: token('transfer', FRIEND, MILLION) },
      { to: failing, data: callData('Failing', 'withReason') },
    ],
    lines: [
      // It is sent all the same.
      '−1 USDX <usd>',
      'The contract says: The shop is closed',
      'Send tokens',
      '  Amount: 1 USDX',
      '  To: Sample Friend <friend>',
      '  Contract: Sample Dollar <usd>',
      'Call function 0x75f19a5d',
      '  Contract: Contract <failing>',
      WOULD_FAIL,
      unknown('failing'),
    ],
  },
  {
    name: 'a batch with payments to several',
    calls: ({ gold }) => [
      { to: FRIEND, value: ETHER },
      { to: STRANGER, value: ETHER },
      { to: gold, data: token('transfer', FRIEND, ETHER) },
    ],
    lines: [
      '−2 ETH',
      '−1 GOLD <gold>',
      'Send a payment',
      '  Amount: 1 ETH',
      '  To: Sample Friend <friend>',
      'Send a payment',
      '  Amount: 1 ETH',
      '  To: Account <stranger>',
      'Send tokens',
      '  Amount: 1 GOLD',
      '  To: Sample Friend <friend>',
      '  Contract: Sample Gold <gold>',
      stranger('stranger'),
      'button: −2 ETH, −1 GOLD',
    ],
  },
]
