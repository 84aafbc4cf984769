/** Calls that fail, and functions that nobody knows. */
import { callData } from '../../../support/contracts.js'
import { ETHER, type Hex, MAX, ME, MILLION, STRANGER } from '../confirmation-world.js'
import { type Case, token, unknown, WOULD_FAIL } from './case.js'

/** @param says - What is told of it first. */
const failing = (name: string, data: Hex, says: string): Case => ({
  name,
  calls: ({ failing }) => [{ to: failing, data }],
  lines: [
    says,
    `Call function ${data.slice(0, 10)}`,
    '  Contract: Contract <failing>',
    WOULD_FAIL,
    unknown('failing'),
  ],
})

export const failures: Case[] = [
  failing(
    'a call that fails with a text',
    callData('Failing', 'withReason'),
    'The contract says: The shop is closed',
  ),
  failing(
    'a call that fails with a hidden character in its text',
    callData('Failing', 'withHiddenText'),
    'The contract says: Fine⟨U+202E⟩gnihton',
  ),
  failing(
    'a call that only the owner may make',
    callData('Failing', 'withCustomError'),
    'This account is not allowed to do that.',
  ),
  failing(
    'a call that divides by zero',
    callData('Failing', 'withPanic', [0n]),
    'The contract divides by zero.',
  ),
  failing(
    'a call that fails without a word',
    callData('Failing', 'silently'),
    'The contract refuses and gives no reason.',
  ),
  {
    name: 'a call of no contract',
    calls: () => [{ to: STRANGER, data: '0xdeadbeef' }],
    lines: [
      'Your balances do not change.',
      'Call function 0xdeadbeef',
      '  Contract: Account <stranger>',
      'danger: There is no contract at this address, so that nothing would be done there. <stranger>',
      unknown('stranger'),
    ],
  },
  {
    name: 'coins for a function that nobody knows',
    calls: ({ counter }) => [{ to: counter, value: ETHER, data: callData('Counter', 'increment') }],
    lines: [
      '−1 ETH',
      'Call function 0xd09de08a',
      '  Amount: 1 ETH',
      '  Contract: Contract <counter>',
      'danger: You would give something away and get nothing for it.',
      unknown('counter'),
      'button: −1 ETH',
    ],
  },
  {
    name: 'tokens and coins that a contract gives',
    calls: ({ claims, usd }) => [
      { to: claims, data: callData('Claims', 'claim', [usd, 50n * MILLION]) },
    ],
    lines: [
      '+1 ETH',
      '+50 USDX <usd>',
      'Call function 0xaad3ec96',
      '  Contract: Contract <claims>',
      unknown('claims'),
      'button: +1 ETH, +50 USDX',
    ],
  },
  {
    name: 'a function with a fair name that takes everything',
    prepare: async (world) => {
      await world.call(ME, 'usd', token('approve', world.at.claims, MAX))
    },
    calls: ({ claims, usd }) => [{ to: claims, data: callData('Claims', 'securityUpdate', [usd]) }],
    lines: [
      '−1,000 USDX <usd> That is all your USDX.',
      'Call function 0x779fe569',
      '  Contract: Contract <claims>',
      'danger: You would give something away and get nothing for it.',
      unknown('claims'),
      'button: −1,000 USDX',
    ],
  },
]
