/** What is sent every day to protocols, by the functions that these publish, beside what other lists have. */
import * as AbiParameters from 'ox/AbiParameters'

import { encodeCall } from '../../support/contracts.js'
import { TAKEN_OUT } from './dangerous-sent.js'
import { ART, E, FRIEND, M, SHARE, STRANGER, USDC, WETH } from './judged.js'
import {
  changing,
  DISPERSE,
  inSafe,
  type Ordinary,
  SWAP,
  SWAPPED,
  sent,
  swapOf,
  V3,
} from './requests.js'
import { APP, type Hex, ME, NOBODY, SAFE, SOON, WORD } from './signed-calls.js'

const HASH: Hex = `0x${'9f'.repeat(32)}`

const COLLECT =
  'collect((uint256 tokenId,address recipient,uint128 amount0Max,uint128 amount1Max) params)'

export const SENT_TO_PROTOCOLS: Ordinary[] = [
  [
    'Uniswap',
    'what is taken out of a position of version 4',
    { ...TAKEN_OUT, changes: changing([50n * M, USDC], [E / 50n, WETH]) },
    'Run a list of commands · +50 USDC, +0.02 WETH',
  ],
  [
    'Euler',
    'a deposit and a loan in one',
    sent(
      APP,
      'batch((address,address,uint256,bytes)[])',
      [
        [
          [APP, ME, 0n, encodeCall('deposit(uint256,address)', [E, ME])],
          [APP, ME, 0n, encodeCall('borrow(uint256,address)', [100n * M, ME])],
        ],
      ],
      changing([-E, WETH], [100n * M, USDC]),
    ),
    'Several calls in one · −1 WETH, +100 USDC',
  ],
  [
    'Uniswap',
    'fees of a position, in coins',
    sent(
      APP,
      'multicall(bytes[])',
      [
        [
          encodeCall(COLLECT, [[7n, NOBODY, 1n, 1n]]),
          encodeCall('unwrapWETH9(uint256,address)', [1n, ME]),
        ],
      ],
      [[E / 100n]],
    ),
    'Several calls in one · +0.01 ETH',
  ],
  [
    'a router',
    'a swap that goes on in another contract',
    sent(V3, SWAP, swapOf(APP), SWAPPED),
    'Swap · −100 USDC, +0.05 WETH',
    ['othersGet'],
  ],
  [
    'Safe',
    'a module that is taken out',
    inSafe('disableModule(address,address)', [APP, APP]),
    'Execute a transaction of a shared account · ',
  ],
  [
    'Safe',
    'a batch of calls that is sent',
    sent(
      SAFE,
      'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
      [
        '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
        0n,
        encodeCall('multiSend(bytes)', [
          `0x00${USDC.slice(2)}${'00'.repeat(32)}${(68).toString(16).padStart(64, '0')}${encodeCall('transfer(address,uint256)', [FRIEND, 5n]).slice(2)}`,
        ]),
        1,
        0n,
        0n,
        0n,
        NOBODY,
        NOBODY,
        '0x',
      ],
    ),
    'Execute a transaction of a shared account · 0.000005 USDC to Sample Friend',
  ],
  [
    'a smart account',
    'a payment in a batch, by ERC-7579',
    sent(SAFE, 'execute(bytes32,bytes)', [
      `0x01${'0'.repeat(62)}`,
      AbiParameters.encode(AbiParameters.from('(address,uint256,bytes)[]'), [
        [[USDC, 0n, encodeCall('transfer(address,uint256)', [FRIEND, 5n * M])]],
      ]),
    ]),
    'Execute a transaction of an account · 5 USDC to Sample Friend',
  ],
  [
    'a token',
    'one of many tokens for a friend',
    sent(APP, 'transfer(address,uint256,uint256)', [FRIEND, 7n, 5n]),
    'Send collectibles · 0x5555…5500 #7 to Sample Friend',
  ],
  [
    'a token',
    'tokens with a message',
    sent(USDC, 'send(address,uint256,bytes)', [FRIEND, 5n * M, '0x'], [[-5n * M, USDC]]),
    'Send tokens · 5 USDC to Sample Friend',
  ],
  [
    'a token',
    'an operator that is taken back',
    sent(USDC, 'revokeOperator(address)', [APP]),
    'Revoke permission to act for you · ',
  ],
  [
    'a token',
    'tokens with a call',
    sent(USDC, 'transferAndCall(address,uint256,bytes)', [APP, 5n * M, '0x'], [[-5n * M, USDC]]),
    'Send tokens · 5 USDC to 0x5555…5500',
  ],
  [
    'an airdrop',
    'a claim',
    sent(APP, 'claim(uint256,address,uint256,bytes32[])', [1n, ME, E, [HASH]], [[E, SHARE]]),
    'Call function 0x2e7ba6ef · +1 POOL',
  ],
  ['Aave', 'a mode of loans', sent(APP, 'setUserEMode(uint8)', [1]), 'Call function 0x28530a47 · '],
  [
    'Aave',
    'a token as security',
    sent(APP, 'setUserUseReserveAsCollateral(address,bool)', [USDC, true]),
    'Call function 0x5a3b74b9 · ',
  ],
  [
    'MakerDAO',
    'a permission that is taken back',
    sent(APP, 'nope(address)', [STRANGER]),
    'Revoke permission to act for you · ',
  ],
  [
    'Curve',
    'a swap',
    sent(
      APP,
      'exchange(int128,int128,uint256,uint256)',
      [0n, 1n, 50n * M, 49n * M],
      changing([-50n * M, USDC], [49n * E, SHARE]),
    ),
    'Call function 0x3df02124 · −50 USDC, +49 POOL',
  ],
  [
    'ENS',
    'a name for the account',
    sent(APP, 'setName(string)', ['sample.eth']),
    'Call function 0xc47f0027 · ',
  ],
  [
    'EigenLayer',
    'who decides about a stake',
    sent(APP, 'delegateTo(address,(bytes signature,uint256 expiry),bytes32)', [
      APP,
      ['0x', 0n],
      WORD,
    ]),
    'Call function 0xeea9064b · ',
  ],
  [
    'Farcaster',
    'a key that is sent',
    sent(APP, 'add(uint32,bytes,uint8,bytes)', [1, HASH, 1, '0x']),
    'Call function 0x22b1a414 · ',
  ],
  [
    'Sudoswap',
    'a collectible from a pool',
    sent(
      APP,
      'swapTokenForSpecificNFTs(uint256[],uint256,address,bool,address)',
      [[7n], E, ME, false, NOBODY],
      [[-E], [1n, ART, 7n]],
      E,
    ),
    'Call function 0x6d8b99f7 · −1 ETH, +ART #7',
  ],
  [
    'Pendle',
    'a withdrawal',
    sent(
      APP,
      'redeemPyToToken(address,address,uint256,(address tokenOut,uint256 minTokenOut,address tokenRedeemSy,address pendleSwap,(uint8 swapType,address extRouter,bytes extCalldata,bool needScale) swapData) output)',
      [ME, APP, E, [USDC, 1n, USDC, NOBODY, [0, NOBODY, '0x', false]]],
      changing([-E, SHARE], [50n * M, USDC]),
    ),
    'Call function 0x47f1de22 · −1 POOL, +50 USDC',
  ],
  [
    'Balancer',
    'a deposit into a pool',
    sent(
      APP,
      'joinPool(bytes32,address,address,(address[] assets,uint256[] maxAmountsIn,bytes userData,bool fromInternalBalance) request)',
      [HASH, ME, ME, [[USDC], [50n * M], '0x', false]],
      changing([-50n * M, USDC], [E, SHARE]),
    ),
    'Call function 0xb95cac28 · −50 USDC, +1 POOL',
  ],
  [
    'Curve',
    'tokens that are locked for votes',
    sent(APP, 'create_lock(uint256,uint256)', [E, BigInt(SOON)], [[-E, SHARE]]),
    'Call function 0x65fc3873 · ⚠ You get nothing',
    ['givesForNothing'],
  ],
  [
    'LayerZero',
    'tokens for another chain',
    sent(
      APP,
      'send((uint32 dstEid,bytes32 to,uint256 amountLD,uint256 minAmountLD,bytes extraOptions,bytes composeMsg,bytes oftCmd) p,(uint256 nativeFee,uint256 lzTokenFee) fee,address refundAddress)',
      [[30101, WORD, 5n, 5n, '0x', '0x', '0x'], [1n, 0n], ME],
      [[-50n * M, USDC], [-1n]],
      1n,
    ),
    'Call function 0xc7c7f5b3 · ⚠ You get nothing',
    ['givesForNothing'],
  ],
  [
    'Optimism',
    'coins for the second layer',
    sent(APP, 'bridgeETHTo(address,uint32,bytes)', [ME, 200000, '0x'], [[-E]], E),
    'Call function 0xe11013dd · ⚠ You get nothing',
    ['givesForNothing'],
  ],
  [
    'Arbitrum',
    'coins for the second layer',
    sent(APP, 'depositEth()', [], [[-E]], E),
    'Call function 0x439370b1 · ⚠ You get nothing',
    ['givesForNothing'],
  ],
  [
    'disperse',
    'tokens for several people',
    sent(
      DISPERSE,
      'disperseToken(address,address[],uint256[])',
      [USDC, [FRIEND], [5n * M]],
      [[-5n * M, USDC]],
    ),
    'Send to several recipients · 5 USDC to Sample Friend',
  ],
]
