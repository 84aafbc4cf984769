/** Tokens that become others. */
import { callData } from '../../../support/contracts.js'
import { ETHER, MAX, ME, MILLION, STRANGER } from '../confirmation-world.js'
import { type Case, dateOf, LATER, swap, swapArgs, token, WOULD_FAIL } from './case.js'

const LONG_AGO = 1_000_000_000n

export const swaps: Case[] = [
  {
    name: 'a swap of tokens',
    calls: ({ pool, weth, gold }) => [{ to: pool, data: swap(ETHER, ETHER, [weth, gold]) }],
    lines: [
      '−1 WETH <weth>',
      '+2 GOLD <gold>',
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
    name: 'a swap of coins for tokens',
    calls: ({ pool, weth, gold }) => [
      {
        to: pool,
        value: 3n * ETHER,
        data: callData('Pool', 'swapExactETHForTokens', [ETHER, [weth, gold], ME, LATER]),
      },
    ],
    lines: [
      '−3 ETH',
      '+6 GOLD <gold>',
      'Swap',
      '  You pay: 3 ETH',
      '  You get at least: 1 GOLD',
      '  Who gets it: Your account <me>',
      `  Valid until: ${dateOf(LATER)}`,
      '  Contract: Contract <pool>',
      'button: −3 ETH, +6 GOLD',
    ],
  },
  {
    name: 'a swap of tokens for coins',
    calls: ({ pool, weth, gold }) => [
      {
        to: pool,
        data: callData('Pool', 'swapExactTokensForETH', swapArgs(4n * ETHER, ETHER, [gold, weth])),
      },
    ],
    lines: [
      '−4 GOLD <gold>',
      '+2 ETH',
      'Swap',
      '  You pay: 4 GOLD',
      '  You get at least: 1 ETH',
      '  Who gets it: Your account <me>',
      `  Valid until: ${dateOf(LATER)}`,
      '  Contract: Contract <pool>',
      'button: −4 GOLD, +2 ETH',
    ],
  },
  {
    name: 'a swap that is too late',
    calls: ({ pool, weth, gold }) => [
      { to: pool, data: swap(ETHER, ETHER, [weth, gold], ME, LONG_AGO) },
    ],
    lines: [
      'The contract says: UniswapV2Router: EXPIRED',
      'Swap',
      '  You pay: 1 WETH',
      '  You get at least: 1 GOLD',
      '  Who gets it: Your account <me>',
      `  Valid until: ${dateOf(LONG_AGO)}`,
      '  Contract: Contract <pool>',
      WOULD_FAIL,
    ],
  },
  {
    name: 'a swap at a price that is gone',
    calls: ({ pool, weth, gold }) => [{ to: pool, data: swap(ETHER, 9n * ETHER, [weth, gold]) }],
    lines: [
      'The contract refuses with an error that has no name here: 0x618bc7c9',
      'Swap',
      '  You pay: 1 WETH',
      '  You get at least: 9 GOLD',
      '  Who gets it: Your account <me>',
      `  Valid until: ${dateOf(LATER)}`,
      '  Contract: Contract <pool>',
      WOULD_FAIL,
    ],
  },
  {
    name: 'a swap whose proceeds go to somebody else',
    calls: ({ pool, weth, gold }) => [
      { to: pool, data: swap(ETHER, ETHER, [weth, gold], STRANGER) },
    ],
    lines: [
      '−1 WETH <weth>',
      'Swap',
      '  You pay: 1 WETH',
      '  You get at least: 1 GOLD',
      '  Who gets it: Account <stranger>',
      `  Valid until: ${dateOf(LATER)}`,
      '  Contract: Contract <pool>',
      'danger: You would give something away and get nothing for it.',
      'danger: The result goes to a different address, not to you. <stranger>',
      'button: −1 WETH',
    ],
  },
  {
    name: 'coins that are wrapped',
    calls: ({ weth }) => [
      { to: weth, value: 2n * ETHER, data: callData('WrappedEther', 'deposit') },
    ],
    lines: [
      '−2 ETH',
      '+2 WETH <weth>',
      'Deposit',
      '  Amount: 2 ETH',
      '  Contract: Wrapped Ether <weth>',
      'button: −2 ETH, +2 WETH',
    ],
  },
  {
    name: 'coins that are unwrapped',
    calls: ({ weth }) => [{ to: weth, data: callData('WrappedEther', 'withdraw', [ETHER]) }],
    lines: [
      '−1 WETH <weth>',
      '+1 ETH',
      'Withdraw',
      '  Amount: 1 WETH',
      '  Contract: Wrapped Ether <weth>',
      'button: −1 WETH, +1 ETH',
    ],
  },
  {
    name: 'tokens that are put into a vault',
    prepare: async (world) => {
      await world.call(ME, 'usd', token('approve', world.at.vault, MAX))
    },
    calls: ({ vault }) => [{ to: vault, data: callData('Vault', 'deposit', [100n * MILLION, ME]) }],
    lines: [
      '−100 USDX <usd>',
      '+100 vSHR <vault>',
      'Deposit',
      '  Amount in smallest units: 100,000,000',
      '  Who gets the shares: Your account <me>',
      '  Contract: Vault Share <vault>',
      'button: −100 USDX, +100 vSHR',
    ],
  },
]
