/** Transactions that people meet, and what they read of each. */
import { withAllowance } from '../../../src/chain/risks/approvals.js'
import { callData, deployData, encodeCall } from '../../support/contracts.js'
import {
  ETHER,
  FRIEND,
  type Hex,
  MAKER,
  MAX,
  ME,
  MILLION,
  type Places,
  POISON,
  STRANGER,
  type World,
} from './confirmation-world.js'

/** Seconds after 1970, long after the test. */
const LATER = 4_000_000_000n
const LONG_AGO = 1_000_000_000n

export interface Case {
  name: string
  /** What has happened on the chain before. */
  prepare?: (world: World) => Promise<void>
  calls: (at: Places) => { to?: Hex; value?: bigint; data?: Hex }[]
  /** Addresses are in angle brackets, by name. */
  lines: string[]
}

const token = (method: string, ...args: unknown[]) => callData('Token', method, args)
const swapArgs = (amount: bigint, least: bigint, path: Hex[], to: Hex = ME, until = LATER) => [
  amount,
  least,
  path,
  to,
  until,
]
const swap = (...args: Parameters<typeof swapArgs>) =>
  callData('Pool', 'swapExactTokensForTokens', swapArgs(...args))
const SEND_1155 = 'safeTransferFrom(address from,address to,uint256 id,uint256 amount,bytes data)'
const SEND_1155S =
  'safeBatchTransferFrom(address from,address to,uint256[] ids,uint256[] amounts,bytes data)'
const SAFE =
  'execTransaction(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,bytes signatures)'
const dateOf = (seconds: bigint) =>
  new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }).format(
    Number(seconds) * 1000,
  )
const ZERO: Hex = `0x${'0'.repeat(40)}`

export const CASES: Case[] = [
  {
    name: 'a payment to somebody known',
    calls: () => [{ to: FRIEND, value: ETHER }],
    lines: ['−1 ETH', 'Send coins', '  Amount: 1 ETH', '  To: Sample Friend <friend>'],
  },
  {
    name: 'a payment to a stranger',
    calls: () => [{ to: STRANGER, value: ETHER / 4n }],
    lines: [
      '−0.25 ETH',
      'Send coins',
      '  Amount: 0.25 ETH',
      '  To: Account <stranger>',
      'note: You have not sent anything to this address from here before. <stranger>',
    ],
  },
  {
    name: 'a payment to nobody',
    calls: () => [{ to: ZERO, value: ETHER }],
    lines: [
      '−1 ETH',
      'Send coins',
      '  Amount: 1 ETH',
      '  To: Account <0x0000000000000000000000000000000000000000>',
      'danger: Nobody has this address. What you send there is lost. <0x0000000000000000000000000000000000000000>',
    ],
  },
  {
    name: 'a payment to a poisoned address',
    calls: () => [{ to: POISON, value: ETHER }],
    lines: [
      '−1 ETH',
      'Send coins',
      '  Amount: 1 ETH',
      '  To: Account <poison>',
      'danger: This address looks like one that you know, and is another. Thieves make such addresses. <poison> <friend>',
    ],
  },
  {
    name: 'a payment to a contract that takes none',
    calls: ({ usd }) => [{ to: usd, value: ETHER }],
    lines: [
      'The contract refuses and gives no reason.',
      'Send coins',
      '  Amount: 1 ETH',
      '  To: Contract <usd>',
      'danger: This would fail, and the network fee would be lost.',
      'note: You have not used this contract from here before. <usd>',
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
      'Send coins',
      '  Amount: 1 ETH',
      '  To: Account with a contract’s code <stranger>',
      'note: You have not sent anything to this address from here before. <stranger>',
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
      'note: You have not sent anything to this address from here before. <stranger>',
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
      'note: You have not used this contract from here before. <usd>',
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
      'danger: This would fail, and the network fee would be lost.',
    ],
  },
  {
    name: 'a transfer of nothing to a poisoned address',
    calls: ({ usd }) => [{ to: usd, data: token('transfer', POISON, 0n) }],
    lines: [
      'Nothing that you have changes.',
      'Send tokens',
      '  Amount: 0 USDX',
      '  To: Account <poison>',
      '  Contract: Sample Dollar <usd>',
      'danger: This address looks like one that you know, and is another. Thieves make such addresses. <poison> <friend>',
      'warning: This moves nothing. Thieves do it to bring an address to your notice. <poison>',
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
    ],
  },
  {
    name: 'a token that only says that it came',
    calls: ({ liar }) => [
      { to: liar, data: callData('LyingToken', 'airdrop', [ME, 1000n * ETHER]) },
    ],
    lines: [
      'Nothing that you have changes.',
      'Call function 0x8ba4cc3c',
      '  Contract: Lying Token <liar>',
      'note: The wallet does not know this function. What changes is from a simulation. <liar>',
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
      'danger: This token passes for ETH, and is not. <fakeEther>',
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
      'danger: This token passes for USDC, and is not. <homoglyph>',
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
    ],
  },
  {
    name: 'a limited approval',
    calls: ({ usd, pool }) => [{ to: usd, data: token('approve', pool, 25n * MILLION) }],
    lines: [
      'Nothing that you have changes.',
      'Let somebody take tokens',
      '  Who may take: Contract <pool>',
      '  May take up to: 25 USDX',
      '  Contract: Sample Dollar <usd>',
    ],
  },
  {
    name: 'an unlimited approval',
    calls: ({ usd, pool }) => [{ to: usd, data: token('approve', pool, MAX) }],
    lines: [
      'Nothing that you have changes.',
      'Let somebody take tokens',
      '  Who may take: Contract <pool>',
      '  May take up to: Unlimited USDX',
      '  Contract: Sample Dollar <usd>',
      'danger: This lets somebody take all of these tokens that you have, now and later. <pool>',
    ],
  },
  {
    name: 'an unlimited approval that the person limited',
    calls: ({ usd, pool }) => [
      { to: usd, data: withAllowance(token('approve', pool, MAX), 1, 12_500_000n) },
    ],
    lines: [
      'Nothing that you have changes.',
      'Let somebody take tokens',
      '  Who may take: Contract <pool>',
      '  May take up to: 12.5 USDX',
      '  Contract: Sample Dollar <usd>',
    ],
  },
  {
    name: 'an approval of more than there is',
    calls: ({ usd, pool }) => [{ to: usd, data: token('approve', pool, 10n ** 15n) }],
    lines: [
      'Nothing that you have changes.',
      'Let somebody take tokens',
      '  Who may take: Contract <pool>',
      '  May take up to: 1,000,000,000 USDX',
      '  Contract: Sample Dollar <usd>',
      'danger: This lets somebody take all of these tokens that you have, now and later. <pool>',
    ],
  },
  {
    name: 'an approval for somebody’s account',
    calls: ({ usd }) => [{ to: usd, data: token('approve', STRANGER, 25n * MILLION) }],
    lines: [
      'Nothing that you have changes.',
      'Let somebody take tokens',
      '  Who may take: Account <stranger>',
      '  May take up to: 25 USDX',
      '  Contract: Sample Dollar <usd>',
      'danger: Who may take is no contract but somebody’s account. Thieves ask for that. <stranger>',
    ],
  },
  {
    name: 'a larger approval',
    calls: ({ usd, pool }) => [{ to: usd, data: token('increaseAllowance', pool, 25n * MILLION) }],
    lines: [
      'Nothing that you have changes.',
      'Let somebody take more tokens',
      '  Who may take: Contract <pool>',
      '  As much more: 25 USDX',
      '  Contract: Sample Dollar <usd>',
    ],
  },
  {
    name: 'an approval that is taken back',
    calls: ({ gold, pool }) => [{ to: gold, data: token('approve', pool, 0n) }],
    lines: [
      'Nothing that you have changes.',
      'Let somebody take tokens',
      '  Who may take: Contract <pool>',
      '  May take up to: 0 GOLD',
      '  Contract: Sample Gold <gold>',
    ],
  },
  {
    name: 'control over a whole collection',
    calls: ({ apes, market }) => [
      { to: apes, data: callData('Collectible', 'setApprovalForAll', [market, true]) },
    ],
    lines: [
      'Nothing that you have changes.',
      'Give or withdraw control over a whole collection',
      '  Who gets control: Contract <market>',
      '  May move all of them: Yes, all of them',
      '  Collection: Sample Apes <apes>',
      '  Contract: Sample Apes <apes>',
      'danger: This lets somebody take every collectible of this collection that you have. <market>',
    ],
  },
  {
    name: 'control over a whole collection for somebody’s account',
    calls: ({ items }) => [
      { to: items, data: callData('Items', 'setApprovalForAll', [STRANGER, true]) },
    ],
    lines: [
      'Nothing that you have changes.',
      'Give or withdraw control over a whole collection',
      '  Who gets control: Account <stranger>',
      '  May move all of them: Yes, all of them',
      '  Collection: Token <items>',
      '  Contract: Token <items>',
      'danger: This lets somebody take every collectible of this collection that you have. <stranger>',
      'danger: Who may take is no contract but somebody’s account. Thieves ask for that. <stranger>',
    ],
  },
  {
    name: 'control over a whole collection that is taken back',
    calls: ({ apes, market }) => [
      { to: apes, data: callData('Collectible', 'setApprovalForAll', [market, false]) },
    ],
    lines: [
      'Nothing that you have changes.',
      'Give or withdraw control over a whole collection',
      '  Who gets control: Contract <market>',
      '  May move all of them: No, not any more',
      '  Collection: Sample Apes <apes>',
      '  Contract: Sample Apes <apes>',
    ],
  },
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
      'danger: This would fail, and the network fee would be lost.',
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
      'danger: This would fail, and the network fee would be lost.',
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
      'warning: You would give something away and get nothing for it.',
      'warning: What comes out of this does not go to you. <stranger>',
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
    ],
  },
  {
    name: 'a collectible that is sent',
    calls: ({ apes }) => [
      { to: apes, data: callData('Collectible', 'transferFrom', [ME, FRIEND, 1n]) },
    ],
    lines: [
      '−Sample Apes #1 <apes>',
      'Send a collectible',
      '  Collectible: Sample Apes #1',
      '  From: Your account <me>',
      '  To: Sample Friend <friend>',
      '  Contract: Sample Apes <apes>',
    ],
  },
  {
    name: 'an approval for one collectible',
    calls: ({ apes, market }) => [
      { to: apes, data: callData('Collectible', 'approve', [market, 2n]) },
    ],
    lines: [
      'Nothing that you have changes.',
      'Let somebody take a collectible',
      '  Who may take: Contract <market>',
      '  Collectible: Sample Apes #2',
      '  Contract: Sample Apes <apes>',
    ],
  },
  {
    name: 'a collectible that is bought',
    calls: ({ apes, market }) => [
      { to: market, value: 2n * ETHER, data: callData('Market', 'buy', [apes, 3n]) },
    ],
    lines: [
      '−2 ETH',
      '+Sample Apes #3 <apes>',
      'Call function 0xcce7ec13',
      '  Amount: 2 ETH',
      '  Contract: Contract <market>',
      'warning: This sends ETH along to a function that the wallet does not know. <market>',
      'note: You have not used this contract from here before. <market>',
    ],
  },
  {
    name: 'a collectible that is bought for the wrong price',
    calls: ({ apes, market }) => [
      { to: market, value: ETHER, data: callData('Market', 'buy', [apes, 3n]) },
    ],
    lines: [
      'The contract says: Wrong price',
      'Call function 0xcce7ec13',
      '  Amount: 1 ETH',
      '  Contract: Contract <market>',
      'danger: This would fail, and the network fee would be lost.',
      'warning: This sends ETH along to a function that the wallet does not know. <market>',
      'note: You have not used this contract from here before. <market>',
    ],
  },
  {
    name: 'a collectible that is sold',
    prepare: async (world) => {
      await world.call(
        ME,
        'apes',
        callData('Collectible', 'setApprovalForAll', [world.at.market, true]),
      )
    },
    calls: ({ apes, market, gold }) => [
      { to: market, data: callData('Market', 'sell', [apes, 1n, gold, MAKER, 3n * ETHER]) },
    ],
    lines: [
      '−Sample Apes #1 <apes>',
      '+3 GOLD <gold>',
      'Call function 0x58d057bf',
      '  Contract: Contract <market>',
      'note: You have not used this contract from here before. <market>',
      'note: The wallet does not know this function. What changes is from a simulation. <market>',
    ],
  },
  {
    name: 'several of a collectible that are sent',
    calls: ({ items }) => [{ to: items, data: encodeCall(SEND_1155, [ME, FRIEND, 4n, 3n, '0x']) }],
    lines: [
      '−3 × 0x6968…e05b #4 <items>',
      'Send collectibles',
      '  Collectible: 0x6968…e05b #4',
      '  How many: 3',
      '  From: Your account <me>',
      '  To: Sample Friend <friend>',
      '  Contract: Token <items>',
    ],
  },
  {
    name: 'several collectibles that are sent at once',
    calls: ({ items }) => [
      { to: items, data: encodeCall(SEND_1155S, [ME, FRIEND, [1n, 2n], [1n, 5n], '0x']) },
    ],
    lines: [
      '−0x6968…e05b #1 <items>',
      '−5 × 0x6968…e05b #2 <items>',
      'Send collectibles',
      '  Collectible: 0x6968…e05b #1',
      '  Collectible: 0x6968…e05b #2',
      '  How many: 1',
      '  How many: 5',
      '  From: Your account <me>',
      '  To: Sample Friend <friend>',
      '  Contract: Token <items>',
    ],
  },
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
      'Several calls in one',
      '  Contract: Sample Dollar <usd>',
      '    Send tokens',
      '      Amount: 1 USDX',
      '      To: Sample Friend <friend>',
      '      Contract: Sample Dollar <usd>',
      '    Let somebody take tokens',
      '      Who may take: Account <stranger>',
      '      May take up to: Unlimited USDX',
      '      Contract: Sample Dollar <usd>',
      'danger: This lets somebody take all of these tokens that you have, now and later. <stranger>',
      'danger: Who may take is no contract but somebody’s account. Thieves ask for that. <stranger>',
      'warning: You would give something away and get nothing for it.',
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
      'note: You have not used this contract from here before. <multicall>',
      'note: You have not used this contract from here before. <counter>',
      'note: The wallet does not know this function. What changes is from a simulation. <counter>',
      'note: The wallet does not know this function. What changes is from a simulation. <usd>',
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
      'Have a shared account do something',
      '  How: With full control over the account',
      '  Contract: Contract <counter>',
      '    Call function 0x12345678',
      '      Contract: Contract <code>',
      'danger: This would fail, and the network fee would be lost.',
      'danger: This lets a contract act as the shared account, with all that it has. <code>',
      'note: You have not used this contract from here before. <counter>',
      'note: You have not used this contract from here before. <code>',
      'note: The wallet does not know this function. What changes is from a simulation. <code>',
    ],
  },
  {
    name: 'a contract that is made',
    calls: () => [{ data: deployData('Counter', [ME]) }],
    lines: [
      'Nothing that you have changes.',
      'Create a contract',
      'note: This makes a new contract. Its code is not checked.',
    ],
  },
  {
    name: 'a contract that is given away',
    calls: ({ counter }) => [
      { to: counter, data: callData('Counter', 'transferOwnership', [STRANGER]) },
    ],
    lines: [
      'Nothing that you have changes.',
      'Give away a contract',
      '  New owner: Account <stranger>',
      '  Contract: Contract <counter>',
      'danger: This changes who is in control of a contract. <counter>',
      'note: You have not used this contract from here before. <counter>',
    ],
  },
  {
    name: 'code that is replaced',
    calls: ({ proxy, newCode }) => [
      { to: proxy, data: callData('Upgradeable', 'upgradeToAndCall', [newCode, '0x']) },
    ],
    lines: [
      'Nothing that you have changes.',
      'Replace the code of a contract',
      '  New code: Contract <newCode>',
      '  Data: 0x',
      '  Contract: Contract <proxy>',
      'danger: This replaces the code of a contract, which can then do anything else. <proxy>',
      'note: You have not used this contract from here before. <proxy>',
    ],
  },
  {
    name: 'a call that fails with a text',
    calls: ({ failing }) => [{ to: failing, data: callData('Failing', 'withReason') }],
    lines: [
      'The contract says: The shop is closed',
      'Call function 0x75f19a5d',
      '  Contract: Contract <failing>',
      'danger: This would fail, and the network fee would be lost.',
      'note: You have not used this contract from here before. <failing>',
      'note: The wallet does not know this function. What changes is from a simulation. <failing>',
    ],
  },
  {
    name: 'a call that fails with a hidden character in its text',
    calls: ({ failing }) => [{ to: failing, data: callData('Failing', 'withHiddenText') }],
    lines: [
      'The contract says: Fine⟨U+202E⟩gnihton',
      'Call function 0xec334c50',
      '  Contract: Contract <failing>',
      'danger: This would fail, and the network fee would be lost.',
      'note: You have not used this contract from here before. <failing>',
      'note: The wallet does not know this function. What changes is from a simulation. <failing>',
    ],
  },
  {
    name: 'a call that only the owner may make',
    calls: ({ failing }) => [{ to: failing, data: callData('Failing', 'withCustomError') }],
    lines: [
      'This account is not allowed to do that.',
      'Call function 0x62c7d080',
      '  Contract: Contract <failing>',
      'danger: This would fail, and the network fee would be lost.',
      'note: You have not used this contract from here before. <failing>',
      'note: The wallet does not know this function. What changes is from a simulation. <failing>',
    ],
  },
  {
    name: 'a call that divides by zero',
    calls: ({ failing }) => [{ to: failing, data: callData('Failing', 'withPanic', [0n]) }],
    lines: [
      'The contract divides by zero.',
      'Call function 0xaa409736',
      '  Contract: Contract <failing>',
      'danger: This would fail, and the network fee would be lost.',
      'note: You have not used this contract from here before. <failing>',
      'note: The wallet does not know this function. What changes is from a simulation. <failing>',
    ],
  },
  {
    name: 'a call that fails without a word',
    calls: ({ failing }) => [{ to: failing, data: callData('Failing', 'silently') }],
    lines: [
      'The contract refuses and gives no reason.',
      'Call function 0x8244ff4e',
      '  Contract: Contract <failing>',
      'danger: This would fail, and the network fee would be lost.',
      'note: You have not used this contract from here before. <failing>',
      'note: The wallet does not know this function. What changes is from a simulation. <failing>',
    ],
  },
  {
    name: 'a call of no contract',
    calls: () => [{ to: STRANGER, data: '0xdeadbeef' }],
    lines: [
      'Nothing that you have changes.',
      'Call function 0xdeadbeef',
      '  Contract: Account <stranger>',
      'danger: There is no contract at this address, so that nothing would be done there. <stranger>',
      'note: The wallet does not know this function. What changes is from a simulation. <stranger>',
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
      'warning: You would give something away and get nothing for it.',
      'warning: This sends ETH along to a function that the wallet does not know. <counter>',
      'note: You have not used this contract from here before. <counter>',
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
      'note: You have not used this contract from here before. <claims>',
      'note: The wallet does not know this function. What changes is from a simulation. <claims>',
    ],
  },
  {
    name: 'a function with a fair name that takes everything',
    prepare: async (world) => {
      await world.call(ME, 'usd', token('approve', world.at.claims, MAX))
    },
    calls: ({ claims, usd }) => [{ to: claims, data: callData('Claims', 'securityUpdate', [usd]) }],
    lines: [
      '−1,000 USDX <usd>',
      'Call function 0x779fe569',
      '  Contract: Contract <claims>',
      'warning: You would give something away and get nothing for it.',
      'note: You have not used this contract from here before. <claims>',
      'note: The wallet does not know this function. What changes is from a simulation. <claims>',
    ],
  },
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
      'Let somebody take tokens',
      '  Who may take: Contract <pool>',
      '  May take up to: 1 WETH',
      '  Contract: Wrapped Ether <weth>',
      'Swap',
      '  You pay: 1 WETH',
      '  You get at least: 1 GOLD',
      '  Who gets it: Your account <me>',
      `  Valid until: ${dateOf(LATER)}`,
      '  Contract: Contract <pool>',
    ],
  },
  {
    name: 'a batch of which the second call fails',
    calls: ({ usd, failing }) => [
      { to: usd, data: token('transfer', FRIEND, MILLION) },
      { to: failing, data: callData('Failing', 'withReason') },
    ],
    lines: [
      'The contract says: The shop is closed',
      'Send tokens',
      '  Amount: 1 USDX',
      '  To: Sample Friend <friend>',
      '  Contract: Sample Dollar <usd>',
      'Call function 0x75f19a5d',
      '  Contract: Contract <failing>',
      'danger: This would fail, and the network fee would be lost.',
      'note: You have not used this contract from here before. <failing>',
      'note: The wallet does not know this function. What changes is from a simulation. <failing>',
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
      'Send coins',
      '  Amount: 1 ETH',
      '  To: Sample Friend <friend>',
      'Send coins',
      '  Amount: 1 ETH',
      '  To: Account <stranger>',
      'Send tokens',
      '  Amount: 1 GOLD',
      '  To: Sample Friend <friend>',
      '  Contract: Sample Gold <gold>',
      'note: You have not sent anything to this address from here before. <stranger>',
    ],
  },
]
