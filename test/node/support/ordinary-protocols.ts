import { ART, AUSDC, DEBT, E, FRIEND, M, SHARE, STETH, USDC, WETH } from './judged.js'
import { approve, type Ordinary, of, permit, SWAPPED, sent, signedAs } from './requests.js'
import { APP, ME, NOBODY, SOON, WORD } from './signed-calls.js'
export const BY_PROTOCOLS: Ordinary[] = [
  [
    'Aave',
    'a supply',
    sent(
      APP,
      'supply(address,uint256,address,uint16)',
      [USDC, 50n * M, ME, 0],
      [
        [-50n * M, USDC],
        [50n * M, AUSDC],
      ],
    ),
    'Call function 0x617ba037 · −50 USDC, +50 aUSDC',
  ],
  [
    'Aave',
    'a withdrawal',
    sent(
      APP,
      'withdraw(address,uint256,address)',
      [USDC, 50n * M, ME],
      [
        [50n * M, USDC],
        [-50n * M, AUSDC],
      ],
    ),
    'Call function 0x69328dec · −50 aUSDC, +50 USDC',
  ],
  [
    'Aave',
    'a loan',
    sent(
      APP,
      'borrow(address,uint256,uint256,uint16,address)',
      [USDC, 20n * M, 2n, 0, ME],
      [
        [20n * M, USDC],
        [20n * M, DEBT],
      ],
    ),
    'Call function 0xa415bcad · +20 USDC, +20 debtUSDC',
  ],
  [
    'Aave',
    'a loan that is paid back',
    sent(
      APP,
      'repay(address,uint256,uint256,address)',
      [USDC, 20n * M, 2n, ME],
      [
        [-20n * M, USDC],
        [-20n * M, DEBT],
      ],
    ),
    'Call function 0x573ade81 · ⚠ You get nothing',
    ['givesForNothing'],
  ],
  [
    'Aave',
    'rewards',
    sent(APP, 'claimAllRewards(address[],address)', [[AUSDC], ME], [[2n * E, SHARE]]),
    'Call function 0xbb492bf5 · +2 POOL',
  ],
  [
    'Aave',
    'a permit for a withdrawal',
    permit(APP, 50n * M, AUSDC),
    'Allow spending your tokens? · 50 aUSDC for 0x5555…5500',
  ],
  [
    'Lido',
    'a stake',
    sent(STETH, 'submit(address)', [NOBODY], [[-E], [E, STETH]], E),
    'Call function 0xa1903eab · −1 ETH, +1 stETH',
  ],
  [
    'Lido',
    'a withdrawal',
    sent(
      APP,
      'requestWithdrawals(uint256[],address)',
      [[E], ME],
      [
        [-E, STETH],
        [1n, ART, 9n],
      ],
    ),
    'Call function 0xd6681042 · −1 stETH, +ART #9',
  ],
  [
    'Lido',
    'stETH that is wrapped',
    sent(
      APP,
      'wrap(uint256)',
      [E],
      [
        [-E, STETH],
        [E, SHARE],
      ],
    ),
    'Call function 0xea598cb0 · −1 stETH, +1 POOL',
  ],
  ['ENS', 'a commitment', sent(APP, 'commit(bytes32)', [WORD]), 'Call function 0xf14fcbc8 · '],
  [
    'CoW Swap',
    'a cap for its relayer',
    approve(WETH, APP, E),
    'Approve a spending cap · 1 WETH for 0x5555…5500',
  ],
  [
    'CoW Swap',
    'an order that is cancelled',
    sent(APP, 'invalidateOrder(bytes)', [WORD]),
    'Call function 0x15337bc0 · ',
  ],
  [
    '1inch',
    'a swap',
    sent(
      APP,
      'swap(address,(address srcToken,address dstToken,address srcReceiver,address dstReceiver,uint256 amount,uint256 minReturnAmount,uint256 flags) desc,bytes)',
      [APP, [USDC, WETH, APP, ME, 100n * M, E / 25n, 0n], '0x'],
      SWAPPED,
    ),
    'Call function 0x07ed2379 · −100 USDC, +0.05 WETH',
  ],
  [
    '1inch',
    'an order',
    signedAs('Fourth', of(APP, '1inch Aggregation Router'), {
      salt: 7,
      maker: ME,
      receiver: NOBODY,
      makerAsset: USDC,
      takerAsset: WETH,
      makingAmount: '100000000',
      takingAmount: '50000000000000000',
      makerTraits: (BigInt(SOON) << 80n).toString(),
    }),
    'Offer this trade? · Give 100 USDC, get 0.05 WETH',
  ],
  [
    '0x',
    'an order',
    signedAs('LimitOrder', of(APP, 'ZeroEx'), {
      makerToken: USDC,
      takerToken: WETH,
      makerAmount: '100000000',
      takerAmount: '50000000000000000',
      takerTokenFeeAmount: 0,
      maker: ME,
      taker: NOBODY,
      sender: NOBODY,
      feeRecipient: NOBODY,
      pool: WORD,
      expiry: SOON,
      salt: 7,
    }),
    'Offer this trade? · Give 100 USDC, get 0.05 WETH',
  ],
  [
    'Across',
    'tokens for another chain',
    sent(
      APP,
      'depositV3(address,address,address,address,uint256,uint256,uint256,address,uint32,uint32,uint32,bytes)',
      [ME, ME, USDC, USDC, 50n * M, 49n * M, 10n, NOBODY, 1, 2, 0, '0x'],
      [[-50n * M, USDC]],
    ),
    'Call function 0x7b939232 · ⚠ You get nothing',
    ['givesForNothing'],
  ],
  [
    'Compound',
    'a supply',
    sent(
      APP,
      'supply(address,uint256)',
      [USDC, 50n * M],
      [
        [-50n * M, USDC],
        [50n * M, AUSDC],
      ],
    ),
    'Call function 0xf2b9fdb8 · −50 USDC, +50 aUSDC',
  ],
  [
    'Compound',
    'a delegate for votes',
    signedAs('Delegation', of(SHARE, 'POOL'), { delegatee: FRIEND, nonce: 0, expiry: SOON }),
    'Sign this data? · Delegation',
  ],
  [
    'wrapped Ether',
    'coins that are wrapped',
    sent(WETH, 'deposit()', [], [[-E], [E, WETH]], E),
    'Deposit · −1 ETH, +1 WETH',
  ],
  [
    'wrapped Ether',
    'coins that are unwrapped',
    sent(WETH, 'withdraw(uint256)', [E], [[E], [-E, WETH]]),
    'Withdraw · −1 WETH, +1 ETH',
  ],
  [
    'Morpho',
    'a supply',
    sent(
      APP,
      'supply((address loanToken,address collateralToken,address oracle,address irm,uint256 lltv) marketParams,uint256,uint256,address,bytes)',
      [[USDC, WETH, APP, APP, 8n * 10n ** 17n], 50n * M, 0n, ME, '0x'],
      [
        [-50n * M, USDC],
        [49n * E, SHARE],
      ],
    ),
    'Call function 0xa99aad89 · −50 USDC, +49 POOL',
  ],
  [
    'a vault',
    'a deposit',
    sent(
      SHARE,
      'deposit(uint256,address)',
      [50n * M, ME],
      [
        [-50n * M, USDC],
        [49n * E, SHARE],
      ],
    ),
    'Deposit · −50 USDC, +49 POOL',
  ],
  [
    'a vault',
    'a withdrawal',
    sent(
      SHARE,
      'redeem(uint256,address,address)',
      [49n * E, ME, ME],
      [
        [50n * M, USDC],
        [-49n * E, SHARE],
      ],
    ),
    'Withdraw · −49 POOL, +50 USDC',
  ],
]
