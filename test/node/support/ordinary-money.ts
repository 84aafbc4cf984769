/** What is asked every day where money is sent and swapped. */
import { encodeCall } from '../../support/contracts.js'
import { ART, E, FRIEND, M, SHARE, USDC, WETH } from './judged.js'
import {
  approve,
  LATER,
  MOST,
  type Ordinary,
  permitSingle,
  SWAP,
  SWAPPED,
  sent,
  signedAs,
  swapOf,
  V2,
  V3,
} from './requests.js'
import { APP, ME, PERMIT2, SOON } from './signed-calls.js'
export const WITH_MONEY: Ordinary[] = [
  [
    'a person',
    'a payment to a friend',
    { calls: [{ to: FRIEND, value: E }], changes: [[-E]] },
    'Send a payment · 1 ETH to Sample Friend',
  ],
  [
    'a person',
    'tokens for a friend',
    sent(USDC, 'transfer(address,uint256)', [FRIEND, 5n * M], [[-5n * M, USDC]]),
    'Send tokens · 5 USDC to Sample Friend',
  ],
  [
    'a person',
    'a collectible for a friend',
    sent(ART, 'safeTransferFrom(address,address,uint256)', [ME, FRIEND, 7n], [[-1n, ART, 7n]]),
    'Send a collectible · ART #7 to Sample Friend',
  ],
  [
    'a person',
    'a cap that is revoked',
    approve(USDC, APP, 0n),
    'Revoke a spending cap · Nothing more for 0x5555…5500',
  ],
  [
    'Uniswap',
    'a cap for what is swapped',
    approve(USDC, V3, 100n * M),
    'Approve a spending cap · 100 USDC for 0x68b3…Fc45',
  ],
  [
    'Uniswap',
    'a cap for Permit2',
    approve(USDC, PERMIT2, 100n * M),
    'Approve a spending cap · 100 USDC for 0x0000…8BA3',
  ],
  ['Uniswap', 'a swap', sent(V3, SWAP, swapOf(ME), SWAPPED), 'Swap · −100 USDC, +0.05 WETH'],
  [
    'Uniswap',
    'a swap for coins',
    sent(
      V3,
      'multicall(uint256 deadline,bytes[] data)',
      [
        LATER,
        [
          encodeCall(SWAP, swapOf('0x0000000000000000000000000000000000000002')),
          encodeCall('unwrapWETH9(uint256,address)', [E / 25n, ME]),
        ],
      ],
      [[-100n * M, USDC], [E / 20n]],
    ),
    'Several calls in one · −100 USDC, +0.05 ETH',
  ],
  [
    'Uniswap',
    'a swap by the universal router',
    sent(
      APP,
      'execute(bytes,bytes[],uint256)',
      ['0x0b00', ['0x', '0x'], LATER],
      [[-E], [2000n * M, USDC]],
      E,
    ),
    'Run a list of commands · −1 ETH, +2,000 USDC',
  ],
  [
    'Uniswap',
    'a swap by version 2',
    sent(
      V2,
      'swapExactETHForTokens(uint256,address[],address,uint256)',
      [1900n * M, [WETH, USDC], ME, LATER],
      [[-E], [2000n * M, USDC]],
      E,
    ),
    'Swap · −1 ETH, +2,000 USDC',
  ],
  [
    'Uniswap',
    'a deposit into a pool',
    sent(
      V2,
      'addLiquidityETH(address,uint256,uint256,uint256,address,uint256)',
      [USDC, 2000n * M, 1900n * M, E, ME, LATER],
      [[-2000n * M, USDC], [-E], [3n * E, SHARE]],
      E,
    ),
    'Deposit into a pool · −2,000 USDC, −1 ETH, +3 POOL',
  ],
  [
    'Uniswap',
    'fees of a position',
    sent(
      APP,
      'collect((uint256 tokenId,address recipient,uint128 amount0Max,uint128 amount1Max) params)',
      [[7n, ME, 1n, 1n]],
      [[3n * M, USDC]],
    ),
    'Withdraw · +3 USDC',
  ],
  [
    'Uniswap',
    'a permit for an exact amount',
    permitSingle(APP, '100000000'),
    'Allow spending your tokens? · 100 USDC for 0x5555…5500',
  ],
  [
    'Uniswap',
    'the permit that it asks for',
    permitSingle(APP, MOST),
    'Allow spending your tokens? · ⚠ Can spend all of these tokens',
    ['unlimitedApproval'],
  ],
  [
    'Uniswap',
    'a permit for one trade',
    signedAs(
      'PermitTransferFrom',
      { name: 'Permit2', chainId: 1, verifyingContract: PERMIT2 },
      {
        permitted: { token: USDC, amount: '100000000' },
        spender: APP,
        nonce: 1,
        deadline: SOON,
      },
    ),
    'Allow taking tokens once? · 100 USDC for 0x5555…5500',
  ],
]
