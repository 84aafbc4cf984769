/** Calls that fail, and functions that nobody knows. */
import { callData } from '../../../support/contracts.js'
import { ETHER, MAX, ME, MILLION, STRANGER } from '../confirmation-world.js'
import { type Case, token, unknown, WOULD_FAIL } from './case.js'

export const failures: Case[] = [
  {
    name: 'a call that fails with a text',
    calls: ({ failing }) => [{ to: failing, data: callData('Failing', 'withReason') }],
    lines: [
      'The contract says: The shop is closed',
      'Call function 0x75f19a5d',
      '  Contract: Contract <failing>',
      WOULD_FAIL,
      unknown('failing'),
    ],
  },
  {
    name: 'a call that fails with a hidden character in its text',
    calls: ({ failing }) => [{ to: failing, data: callData('Failing', 'withHiddenText') }],
    lines: [
      'The contract says: Fine⟨U+202E⟩gnihton',
      'Call function 0xec334c50',
      '  Contract: Contract <failing>',
      WOULD_FAIL,
      unknown('failing'),
    ],
  },
  {
    name: 'a call that only the owner may make',
    calls: ({ failing }) => [{ to: failing, data: callData('Failing', 'withCustomError') }],
    lines: [
      'This account is not allowed to do that.',
      'Call function 0x62c7d080',
      '  Contract: Contract <failing>',
      WOULD_FAIL,
      unknown('failing'),
    ],
  },
  {
    name: 'a call that divides by zero',
    calls: ({ failing }) => [{ to: failing, data: callData('Failing', 'withPanic', [0n]) }],
    lines: [
      'The contract divides by zero.',
      'Call function 0xaa409736',
      '  Contract: Contract <failing>',
      WOULD_FAIL,
      unknown('failing'),
    ],
  },
  {
    name: 'a call that fails without a word',
    calls: ({ failing }) => [{ to: failing, data: callData('Failing', 'silently') }],
    lines: [
      'The contract refuses and gives no reason.',
      'Call function 0x8244ff4e',
      '  Contract: Contract <failing>',
      WOULD_FAIL,
      unknown('failing'),
    ],
  },
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
