/** Coins and tokens that are sent. */
import { callData } from '../../../support/contracts.js'
import {
  ETHER,
  FRIEND,
  type Hex,
  MAKER,
  ME,
  MILLION,
  POISON,
  STRANGER,
} from '../confirmation-world.js'
import { type Case, stranger, token, unknown, WOULD_FAIL } from './case.js'

const ZERO: Hex = `0x${'0'.repeat(40)}`

export const payments: Case[] = [
  {
    name: 'a payment to somebody known',
    calls: () => [{ to: FRIEND, value: ETHER }],
    lines: [
      '−1 ETH',
      'Send a payment',
      '  Amount: 1 ETH',
      '  To: Sample Friend <friend>',
      'button: 1 ETH to Sample Friend',
    ],
  },
  {
    name: 'a payment to a stranger',
    calls: () => [{ to: STRANGER, value: ETHER / 4n }],
    lines: [
      '−0.25 ETH',
      'Send a payment',
      '  Amount: 0.25 ETH',
      '  To: Account <stranger>',
      stranger('stranger'),
      'button: 0.25 ETH to <stranger>',
    ],
  },
  {
    name: 'a payment to nobody',
    calls: () => [{ to: ZERO, value: ETHER }],
    lines: [
      '−1 ETH',
      'Send a payment',
      '  Amount: 1 ETH',
      '  To: Account <0x0000000000000000000000000000000000000000>',
      'danger: No one owns this address. What you send there is lost. <0x0000000000000000000000000000000000000000>',
      'button: 1 ETH to 0x0000…0000',
    ],
  },
  {
    name: 'a payment to a poisoned address',
    calls: () => [{ to: POISON, value: ETHER }],
    lines: [
      '−1 ETH',
      'Send a payment',
      '  Amount: 1 ETH',
      '  To: Account <poison>',
      'danger: This is NOT the address that you know. Scammers copy its first and last characters. <poison> <friend>',
      'button: 1 ETH to <friend>',
    ],
  },
  {
    name: 'a payment to a contract that takes none',
    calls: ({ usd }) => [{ to: usd, value: ETHER }],
    lines: [
      'The contract refuses and gives no reason.',
      'Send a payment',
      '  Amount: 1 ETH',
      '  To: Contract <usd>',
      WOULD_FAIL,
      'button: 1 ETH to <usd>',
    ],
  },
  {
    name: 'a payment to an account with a contract’s code',
    prepare: async ({ chain, at }) => {
      await chain.rpc.request('anvil_setCode', [STRANGER, `0xef0100${at.claims.slice(2)}`])
    },
    calls: () => [{ to: STRANGER, value: ETHER }],
    lines: [
      '−1 ETH',
      'Send a payment',
      '  Amount: 1 ETH',
      '  To: Account with a contract’s code <stranger>',
      stranger('stranger'),
      'button: 1 ETH to <stranger>',
    ],
  },
  {
    name: 'tokens that are sent',
    calls: ({ usd }) => [{ to: usd, data: token('transfer', FRIEND, 5n * MILLION) }],
    lines: [
      '−5 USDX <usd>',
      'Send tokens',
      '  Amount: 5 USDX',
      '  To: Sample Friend <friend>',
      '  Contract: Sample Dollar <usd>',
      'button: 5 USDX to Sample Friend',
    ],
  },
  {
    name: 'tokens that are sent to a stranger',
    calls: ({ gold }) => [{ to: gold, data: token('transfer', STRANGER, ETHER / 2n) }],
    lines: [
      '−0.5 GOLD <gold>',
      'Send tokens',
      '  Amount: 0.5 GOLD',
      '  To: Account <stranger>',
      '  Contract: Sample Gold <gold>',
      stranger('stranger'),
      'button: 0.5 GOLD to <stranger>',
    ],
  },
  {
    name: 'tokens that are sent to their own contract',
    calls: ({ usd }) => [{ to: usd, data: token('transfer', usd, 5n * MILLION) }],
    lines: [
      '−5 USDX <usd>',
      'Send tokens',
      '  Amount: 5 USDX',
      '  To: Sample Dollar <usd>',
      '  Contract: Sample Dollar <usd>',
      'danger: You would send this to a token’s contract itself. It would be lost. <usd>',
      'button: 5 USDX to 0xf9ee…a5eA',
    ],
  },
  {
    name: 'more tokens than there are',
    calls: ({ usd }) => [{ to: usd, data: token('transfer', FRIEND, 5000n * MILLION) }],
    lines: [
      'There are not enough tokens for this.',
      'Send tokens',
      '  Amount: 5,000 USDX',
      '  To: Sample Friend <friend>',
      '  Contract: Sample Dollar <usd>',
      WOULD_FAIL,
      'button: 5,000 USDX to Sample Friend',
    ],
  },
  {
    name: 'a transfer of nothing to a poisoned address',
    calls: ({ usd }) => [{ to: usd, data: token('transfer', POISON, 0n) }],
    lines: [
      'Your balances do not change.',
      'Send tokens',
      '  Amount: 0 USDX',
      '  To: Account <poison>',
      '  Contract: Sample Dollar <usd>',
      'danger: This is NOT the address that you know. Scammers copy its first and last characters. <poison> <friend>',
      'warning: This transfers nothing. Scammers use empty transfers to make you notice an address. <poison>',
      'button: 0 USDX to <friend>',
    ],
  },
  {
    name: 'tokens of somebody else that are fetched',
    prepare: async (world) => {
      await world.call(MAKER, 'gold', token('approve', ME, ETHER))
    },
    calls: ({ gold }) => [{ to: gold, data: token('transferFrom', MAKER, ME, ETHER) }],
    lines: [
      '+1 GOLD <gold>',
      'Move tokens',
      '  Amount: 1 GOLD',
      '  From: Account <0x4444444444444444444444444444444444444444>',
      '  To: Your account <me>',
      '  Contract: Sample Gold <gold>',
      'button: +1 GOLD',
    ],
  },
  {
    name: 'a token that keeps a part of what moves',
    calls: ({ fee }) => [{ to: fee, data: token('transfer', FRIEND, 10n * ETHER) }],
    lines: [
      '−10 FEE <fee>',
      'Send tokens',
      '  Amount: 10 FEE',
      '  To: Sample Friend <friend>',
      '  Contract: Fee Token <fee>',
      'button: 10 FEE to Sample Friend',
    ],
  },
  {
    name: 'a token that only says that it came',
    calls: ({ liar }) => [
      { to: liar, data: callData('LyingToken', 'airdrop', [ME, 1000n * ETHER]) },
    ],
    lines: [
      'Your balances do not change.',
      'Call function 0x8ba4cc3c',
      '  Contract: Lying Token <liar>',
      unknown('liar'),
    ],
  },
  {
    name: 'a token with the name of the coin',
    calls: ({ fakeEther }) => [{ to: fakeEther, data: token('transfer', FRIEND, ETHER) }],
    lines: [
      '−1 ETH <fakeEther>',
      'Send tokens',
      '  Amount: 1 ETH',
      '  To: Sample Friend <friend>',
      '  Contract: Ether <fakeEther>',
      'danger: This token imitates ETH. It is a different token. <fakeEther>',
      'button: 1 ETH to Sample Friend',
    ],
  },
  {
    name: 'a token with letters of another alphabet',
    calls: ({ homoglyph }) => [{ to: homoglyph, data: token('transfer', FRIEND, MILLION) }],
    lines: [
      '−1 UЅDC <homoglyph>',
      'Send tokens',
      '  Amount: 1 UЅDC',
      '  To: Sample Friend <friend>',
      '  Contract: USD Coin <homoglyph>',
      'danger: This token imitates USDC. It is a different token. <homoglyph>',
      'button: 1 UЅDC to Sample Friend',
    ],
  },
  {
    name: 'a token with a hidden character',
    calls: ({ hidden }) => [{ to: hidden, data: token('transfer', FRIEND, ETHER) }],
    lines: [
      '−1 GO⟨U+200B⟩LD <hidden>',
      'Send tokens',
      '  Amount: 1 GO⟨U+200B⟩LD',
      '  To: Sample Friend <friend>',
      '  Contract: Hidden <hidden>',
      'button: 1 GO⟨U+200B⟩LD to Sample Friend',
    ],
  },
]
