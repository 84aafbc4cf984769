/** What takes away from people by functions of protocols, as these publish them: each has to take a second step. */
import * as AbiParameters from 'ox/AbiParameters'
import { word } from '../../../src/chain/values/words.js'
import { encodeCall } from '../../support/contracts.js'
import {
  ALL_TOKENS,
  ANYTHING,
  CONTROL,
  E,
  M,
  NOTHING,
  type Sent,
  SHARE,
  STRANGER,
  USDC,
  WETH,
} from './judged.js'
import { inSafe, SWAP, sent, swapOf, V3 } from './requests.js'
import { ALL, APP, type Hex, ME, NOBODY, SAFE, SOON } from './signed-calls.js'

const ART: Hex = '0x4646464646464646464646464646464646464600'
const HASH: Hex = `0x${'9f'.repeat(32)}`
const MP =
  '(address loanToken,address collateralToken,address oracle,address irm,uint256 lltv) marketParams'
const mp = [USDC, WETH, APP, APP, 8n * 10n ** 17n]

/** Functions by which others get what is paid out of an account's deposits: no balance of the account changes. */
const PAID_TO_OTHERS: [signature: string, args: unknown[]][] = [
  ['claimAllRewards(address[],address)', [[USDC], STRANGER]],
  ['claimRewards(address[],uint256,address,address)', [[USDC], E, STRANGER, WETH]],
  ['claimRewards(address,uint256)', [STRANGER, E]],
  ['claimTo(address,address,address,bool)', [APP, ME, STRANGER, true]],
  ['unstake(address)', [STRANGER]],
  ['harvest(uint256,address)', [7n, STRANGER]],
  ['withdraw(uint256,address)', [7n, STRANGER]],
  ['withdraw(uint256,uint256,address)', [7n, E, STRANGER]],
  ['withdrawAndHarvest(uint256,uint256,address)', [7n, E, STRANGER]],
  ['withdraw(address,uint256,address)', [USDC, M, STRANGER]],
  ['claimReward(address,address,uint256)', [WETH, STRANGER, E]],
  ['withdrawToken(uint256,address,bytes)', [7n, STRANGER, '0x']],
  ['set_rewards_receiver(address)', [STRANGER]],
  ['setClaimRecipient(address,address)', [STRANGER, WETH]],
]
/** A position of Uniswap's newest version: its liquidity is taken out, and a stranger gets both tokens. */
const takenOut = (actions: Hex, to: Hex): Sent => {
  const params = [`0x${'00'.repeat(160)}`, `0x${word(USDC)}${word(WETH)}${word(to)}`] as Hex[]
  const list = AbiParameters.encode(AbiParameters.from('bytes, bytes[]'), [actions, params])
  return sent(APP, 'modifyLiquidities(bytes,uint256)', [list, BigInt(SOON)])
}
/** Functions that let others act, or decide, by the names that protocols give them. */
const GIVEN_AWAY: [signature: string, args: unknown[]][] = [
  ['setRecord(bytes32,address,address,uint64)', [HASH, STRANGER, APP, 0n]],
  ['grantRole(uint64,address,uint32)', [0n, STRANGER, 0]],
  ['updateAuthority(address,address)', [APP, STRANGER]],
  ['nominateNewOwner(address)', [STRANGER]],
  ['setPendingAdmin(address)', [STRANGER]],
  ['transferAdmin(address)', [STRANGER]],
  ['setClaimerFor(address)', [STRANGER]],
  ['toggleOperator(address,address)', [ME, STRANGER]],
]

/** What a person takes out of their own position. */
export const TAKEN_OUT = takenOut('0x0111', `0x${'0'.repeat(39)}1`)

/** `[what, the request, what stands on the button while the node answers]`. */
export const SENT_AWAY: [what: string, asked: Sent, button: string][] = [
  ...PAID_TO_OTHERS.map(([signature, args]): [string, Sent, string] => [
    `what others get by ${signature}`,
    sent(APP, signature, args),
    NOTHING,
  ]),
  ...GIVEN_AWAY.map(([signature, args]): [string, Sent, string] => [
    `control by ${signature}`,
    sent(APP, signature, args),
    CONTROL,
  ]),
  ['a position of Uniswap 4 that others get', takenOut('0x0111', STRANGER), NOTHING],
  ['a position of Uniswap 4 by actions that are not known', takenOut('0x01ff', ME), ANYTHING],
  [
    'an allowance for tokens of a Safe',
    inSafe('setAllowance(address,address,uint96,uint16,uint32)', [
      ...[STRANGER, USDC, 2n ** 96n - 1n, 0, 0],
    ]),
    ALL_TOKENS,
  ],
  [
    'a key that owns a smart account',
    sent(SAFE, 'addOwnerPublicKey(bytes32,bytes32)', [HASH, HASH]),
    CONTROL,
  ],
  [
    'code that acts as a proxy of MakerDAO’s',
    sent(SAFE, 'execute(address,bytes)', [
      APP,
      encodeCall('transfer(address,uint256)', [STRANGER, 5n]),
    ]),
    CONTROL,
  ],
  [
    'security in Compound that nobody gets',
    sent(APP, 'withdrawTo(address,address,uint256)', [NOBODY, WETH, E]),
    NOTHING,
  ],
  ['a swap that others get', sent(V3, SWAP, swapOf(STRANGER), [[-100n * M, USDC]]), NOTHING],
  [
    'a new owner of a Safe',
    inSafe('addOwnerWithThreshold(address,uint256)', [STRANGER, 1n]),
    CONTROL,
  ],
  [
    'an owner of a Safe in place of the person',
    inSafe('swapOwner(address,address,address)', [APP, ME, STRANGER]),
    CONTROL,
  ],
  [
    'an owner less of a Safe',
    inSafe('removeOwner(address,address,uint256)', [APP, ME, 1n]),
    CONTROL,
  ],
  ['fewer who have to agree in a Safe', inSafe('changeThreshold(uint256)', [1n]), CONTROL],
  ['a guard of a Safe', inSafe('setGuard(address)', [APP]), CONTROL],
  ['code that answers for a Safe', inSafe('setFallbackHandler(address)', [APP]), CONTROL],
  ['a guard of a Safe’s modules', inSafe('setModuleGuard(address)', [APP]), CONTROL],
  ['new code of a Safe', inSafe('changeMasterCopy(address)', [APP]), CONTROL],
  [
    'a yes to a hash in a Safe',
    sent(SAFE, 'approveHash(bytes32)', [HASH]),
    '⚠ May take all that you have',
  ],
  [
    'a proxy that is given away',
    sent(APP, 'changeProxyAdmin(address,address)', [SHARE, STRANGER]),
    CONTROL,
  ],
  [
    'code that is replaced in part',
    sent(
      APP,
      'diamondCut((address facetAddress,uint8 action,bytes4[] functionSelectors)[],address,bytes)',
      [[[STRANGER, 0, ['0x12345678']]], NOBODY, '0x'],
    ),
    CONTROL,
  ],
  ['code of a proxy', sent(APP, 'setImplementation(address)', [STRANGER]), CONTROL],
  [
    'all roles that are given away',
    sent(APP, 'beginDefaultAdminTransfer(address)', [STRANGER]),
    CONTROL,
  ],
  ['roles by their bits', sent(APP, 'grantRoles(address,uint256)', [STRANGER, 1n]), CONTROL],
  [
    'a contract that is handed over',
    sent(APP, 'completeOwnershipHandover(address)', [STRANGER]),
    CONTROL,
  ],
  ['a contract that others decide about', sent(APP, 'setAuthority(address)', [STRANGER]), CONTROL],
  ['a contract that relies on a stranger', sent(APP, 'rely(address)', [STRANGER]), CONTROL],
  ['an owner of a smart account', sent(SAFE, 'addOwnerAddress(address)', [STRANGER]), CONTROL],
  [
    'a module of a smart account',
    sent(SAFE, 'installModule(uint256,address,bytes)', [1n, STRANGER, '0x']),
    CONTROL,
  ],
  [
    'some of many tokens for a person',
    sent(APP, 'approve(address,uint256,uint256)', [STRANGER, 7n, ALL]),
    '⚠ The spender is a person',
  ],
  [
    'tokens for their own contract, with a call',
    sent(USDC, 'transferAndCall(address,uint256)', [USDC, 5n * M], [[-5n * M, USDC]]),
    '⚠ Would be lost',
  ],
  ['a deposit that others get', sent(APP, 'withdrawTo(address,uint256)', [STRANGER, E]), NOTHING],
  [
    'a cap in a list of calls with coins',
    sent(
      APP,
      'aggregate3Value((address target,bool allowFailure,uint256 value,bytes callData)[] calls)',
      [[[USDC, false, 0n, encodeCall('approve(address,uint256)', [STRANGER, ALL])]]],
    ),
    '⚠ Can spend all of these tokens',
  ],
  [
    'security in Compound that others get',
    sent(APP, 'withdrawTo(address,address,uint256)', [STRANGER, WETH, E]),
    NOTHING,
  ],
  [
    'a loan on Morpho that others get',
    sent(APP, `borrow(${MP},uint256,uint256,address,address)`, [mp, 50n * M, 0n, ME, STRANGER]),
    NOTHING,
  ],
  [
    'what is lent on Morpho, for others',
    sent(APP, `withdraw(${MP},uint256,uint256,address,address)`, [mp, 50n * M, 0n, ME, STRANGER]),
    NOTHING,
  ],
  [
    'security on Morpho that others get',
    sent(APP, `withdrawCollateral(${MP},uint256,address,address)`, [mp, E, ME, STRANGER]),
    NOTHING,
  ],
  ['a vault of MakerDAO’s', sent(APP, 'give(uint256,address)', [7n, STRANGER]), CONTROL],
  [
    'control over a vault of MakerDAO’s',
    sent(APP, 'cdpAllow(uint256,address,uint256)', [7n, STRANGER, 1n]),
    CONTROL,
  ],
  [
    'control over what a vault leaves',
    sent(APP, 'urnAllow(address,uint256)', [STRANGER, 1n]),
    CONTROL,
  ],
  [
    'an operator of all accounts on Euler',
    sent(APP, 'setOperator(bytes19,address,uint256)', [ME.slice(0, 40), STRANGER, 1n]),
    CONTROL,
  ],
  [
    'streams of Superfluid’s',
    sent(APP, 'updateFlowOperatorPermissions(address,address,uint8,int96)', [
      ...[USDC, STRANGER],
      ...[7n, 1000n],
    ]),
    CONTROL,
  ],
  [
    'all streams of a token',
    sent(APP, 'grantPermissions(address,address)', [USDC, STRANGER]),
    CONTROL,
  ],
  [
    'what one may claim, by delegate.xyz',
    sent(APP, 'delegateAll(address,bytes32,bool)', [STRANGER, HASH, true]),
    CONTROL,
  ],
  [
    'what one may claim of a collection',
    sent(APP, 'delegateForContract(address,address,bool)', [STRANGER, USDC, true]),
    CONTROL,
  ],
  ['a name of ENS', sent(APP, 'reclaim(uint256,address)', [7n, STRANGER]), CONTROL],
  ['a plugin of GMX', sent(APP, 'approvePlugin(address)', [STRANGER]), CONTROL],
  ['all that is staked on GMX', sent(APP, 'signalTransfer(address)', [STRANGER]), CONTROL],
  ['control over loans of Curve’s', sent(APP, 'approve(address,bool)', [STRANGER, true]), CONTROL],
  [
    'an operator on Euler',
    sent(APP, 'setAccountOperator(address,address,bool)', [ME, STRANGER, true]),
    CONTROL,
  ],
  [
    'operators on dYdX',
    sent(APP, 'setOperators((address operator,bool trusted)[])', [[[STRANGER, true]]]),
    CONTROL,
  ],
  ['all powers on Synthetix', sent(APP, 'approveAllDelegatePowers(address)', [STRANGER]), CONTROL],
  [
    'a permission on Synthetix',
    sent(APP, 'grantPermission(uint128,bytes32,address)', [7n, HASH, STRANGER]),
    CONTROL,
  ],
  ['a name of ENS', sent(APP, 'setOwner(bytes32,address)', [HASH, STRANGER]), CONTROL],
  [
    'what a name of ENS stands for',
    sent(APP, 'approve(bytes32,address,bool)', [HASH, STRANGER, true]),
    CONTROL,
  ],
  [
    'fees of a position, for others',
    sent(
      APP,
      'collect((uint256 tokenId,address recipient,uint128 amount0Max,uint128 amount1Max) params)',
      [[7n, STRANGER, 1n, 1n]],
    ),
    NOTHING,
  ],
  [
    'a position of Uniswap’s, for others',
    sent(APP, 'multicall(bytes[])', [
      [
        encodeCall(
          'decreaseLiquidity((uint256 tokenId,uint128 liquidity,uint256 amount0Min,uint256 amount1Min,uint256 deadline) params)',
          [[7n, 5n, 0n, 0n, BigInt(SOON)]],
        ),
        encodeCall(
          'collect((uint256 tokenId,address recipient,uint128 amount0Max,uint128 amount1Max) params)',
          [[7n, STRANGER, 1n, 1n]],
        ),
      ],
    ]),
    NOTHING,
  ],
  [
    'a withdrawal from Lido that others get',
    sent(
      APP,
      'claimWithdrawalsTo(uint256[],uint256[],address)',
      [[7n], [1n], STRANGER],
      [[-1n, ART, 7n]],
    ),
    NOTHING,
  ],
]
