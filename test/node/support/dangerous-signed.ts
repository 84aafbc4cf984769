/** What takes away from people by a signature, as protocols publish its types: each has to take a second step. */
import { word } from '../../../src/chain/values/words.js'
import { encodeCall } from '../../support/contracts.js'
import {
  A_PERSON,
  ALL_TOKENS,
  ANYTHING,
  CONTROL,
  FRIEND,
  LOST,
  M,
  NOTHING,
  type Signed,
  STRANGER,
  USDC,
} from './judged.js'
import { of, SWAP, safeTx, signs, swapOf, V3 } from './requests.js'
import { ALL, APP, DEAD, type Hex, ME, SAFE, SOON } from './signed-calls.js'

const ART: Hex = '0x4646464646464646464646464646464646464600'
const ROUTER: Hex = '0x5656565656565656565656565656565656565600'
const BATCHER: Hex = '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D'
const HASH: Hex = `0x${'9f'.repeat(32)}`
const approve = encodeCall('approve(address,uint256)', [STRANGER, ALL])
const padded = (address: Hex) => `0x${word(address)}`

/** `[what, the request, what stands on the button while the node answers]`. */
export const SIGNED_AWAY: [what: string, asked: Signed, button: string][] = [
  ['a swap by a Safe that others get', safeTx(V3, encodeCall(SWAP, swapOf(STRANGER))), NOTHING],
  [
    'a payment between chains by Circle',
    signs(
      'BurnIntent(uint256 maxBlockHeight,uint256 maxFee,TransferSpec spec)TransferSpec(uint32 version,uint32 sourceDomain,uint32 destinationDomain,bytes32 sourceContract,bytes32 destinationContract,bytes32 sourceToken,bytes32 destinationToken,bytes32 sourceDepositor,bytes32 destinationRecipient,bytes32 sourceSigner,bytes32 destinationCaller,uint256 value,bytes32 salt,bytes hookData)',
      { name: 'GatewayWallet', version: '1' },
      {
        spec: {
          ...{ sourceDepositor: padded(ME), destinationRecipient: padded(STRANGER) },
          ...{ sourceSigner: padded(ME), value: 5n * M },
        },
      },
    ),
    '⚠ May be good in many places',
  ],
  [
    'tokens that are locked, for a person who decides',
    signs(
      'BatchCompact(address arbiter,address sponsor,uint256 nonce,uint256 expires,Lock[] commitments)Lock(bytes12 lockTag,address token,uint256 amount)',
      of(APP, 'The Compact'),
      {
        ...{ arbiter: STRANGER, sponsor: ME, expires: SOON },
        commitments: [{ token: USDC, amount: 100n * M }],
      },
    ),
    A_PERSON,
  ],
  [
    'streams of tokens, which others may change',
    signs(
      'FlowOperatorPermit(address flowOperator,address superToken,uint8 permissions,int96 flowRateAllowance,uint256 deadline)',
      of(APP, 'Superfluid'),
      {
        ...{ flowOperator: STRANGER, superToken: USDC, permissions: 7 },
        ...{ flowRateAllowance: 1000, deadline: SOON },
      },
    ),
    CONTROL,
  ],
  [
    'who trades for an account',
    signs('ApproveSigner(address trader,address tradingSigner,bool approved)', of(APP, 'Perps'), {
      ...{ trader: ME, tradingSigner: STRANGER, approved: true },
    }),
    CONTROL,
  ],
  [
    'who gets the rewards from now on',
    signs('SetClaimer(address claimer,uint256 nonce)', of(APP, 'Rewards'), { claimer: STRANGER }),
    CONTROL,
  ],
  [
    'who may recover a vault',
    signs('SetGuardian(address guardian,uint256 nonce)', of(APP, 'Vault'), { guardian: STRANGER }),
    CONTROL,
  ],
  [
    'owners of a Safe, by who may recover it',
    signs(
      'ExecuteRecovery(address wallet,address[] newOwners,uint256 newThreshold,uint256 nonce)',
      of(APP, 'Social Recovery Module'),
      { wallet: SAFE, newOwners: [STRANGER], newThreshold: 1 },
    ),
    CONTROL,
  ],
  [
    'who may act for a position on Aave',
    signs(
      'SetUserPositionManager(address positionManager,address user,bool approve,uint256 nonce,uint256 deadline)',
      of(APP, 'Spoke'),
      { positionManager: STRANGER, user: ME, approve: true, deadline: SOON },
    ),
    CONTROL,
  ],
  [
    'a batch of a Safe that is not whole',
    safeTx(BATCHER, encodeCall('multiSend(bytes)', ['0x0012']), 1),
    ANYTHING,
  ],
  [
    'a key of a session that Kernel takes',
    signs(
      'Enable(bytes32 validationId,uint32 nonce,address hook,bytes validatorData,bytes hookData,bytes selectorData)',
      of(SAFE, 'Kernel'),
      {
        validationId: `0x01${STRANGER.slice(2)}${'00'.repeat(11)}`,
        validatorData: STRANGER,
        selectorData: '0xe9ae5c53',
      },
    ),
    ANYTHING,
  ],
  [
    'the same by its version before',
    signs(
      'ValidatorApproved(bytes4 sig,uint256 validatorData,address executor,bytes enableData)',
      of(SAFE, 'Kernel'),
      { sig: '0x51945447', validatorData: BigInt(STRANGER), executor: APP, enableData: STRANGER },
    ),
    ANYTHING,
  ],
  [
    'a module of a smart account of Biconomy’s',
    signs(
      'ModuleEnableMode(address module,uint256 moduleType,bytes32 userOpHash,bytes initData)',
      of(SAFE, 'Nexus'),
      { module: APP, moduleType: 1, userOpHash: HASH, initData: '0x1234' },
    ),
    CONTROL,
  ],
  [
    'the same, with a hash of its data',
    signs(
      'ModuleEnableMode(address module,uint256 moduleType,bytes32 userOpHash,bytes32 initDataHash)',
      of(SAFE, 'Nexus'),
      { module: APP, moduleType: 1, userOpHash: HASH, initDataHash: HASH },
    ),
    CONTROL,
  ],
  [
    'a session of Rhinestone’s, for no contract',
    signs(
      'MultiChainSession(ChainSession[] sessionsAndChainIds)ChainSession(uint64 chainId,SignedSession session)SignedSession(address account,SignedPermissions permissions,address sessionValidator,bytes sessionValidatorInitData,bytes32 salt,address smartSession,uint256 nonce)SignedPermissions(bool permitGenericPolicy,bool permitAdminAccess,bool ignoreSecurityAttestations,ActionData[] actions,ERC7739Data erc7739Policies,PolicyData[] userOpPolicies)PolicyData(address policy,bytes initData)ActionData(bytes4 actionTargetSelector,address actionTarget,PolicyData[] actionPolicies)ERC7739Data(ERC7739Context[] allowedERC7739Content,PolicyData[] erc1271Policies)ERC7739Context(bytes32 appDomainSeparator,string[] contentName)',
      { name: 'SmartSession', version: '1' },
      {
        sessionsAndChainIds: [
          {
            chainId: 1,
            session: {
              account: SAFE,
              sessionValidator: APP,
              sessionValidatorInitData: STRANGER,
              smartSession: ROUTER,
            },
          },
        ],
      },
    ),
    '⚠ May be good in many places',
  ],
  [
    'a delegation of another account, with a harmless call in a caveat',
    signs(
      'Delegation(address delegate,address delegator,bytes32 authority,Caveat[] caveats,uint256 salt)Caveat(address enforcer,bytes terms)',
      of(APP, 'DelegationManager'),
      {
        delegate: STRANGER,
        delegator: SAFE,
        authority: HASH,
        caveats: [
          { enforcer: ROUTER, terms: encodeCall('transfer(address,uint256)', [FRIEND, 5n]) },
        ],
      },
    ),
    CONTROL,
  ],
  [
    'a signer of an account of thirdweb’s',
    signs(
      'SignerPermissionRequest(address signer,uint8 isAdmin,address[] approvedTargets,uint256 nativeTokenLimitPerTransaction,uint128 permissionStartTimestamp,uint128 permissionEndTimestamp,uint128 reqValidityStartTimestamp,uint128 reqValidityEndTimestamp,bytes32 uid)',
      of(SAFE, 'Account'),
      { signer: STRANGER, isAdmin: 1 },
    ),
    CONTROL,
  ],
  [
    'an allowance of Coinbase’s without a limit',
    signs(
      'SpendPermission(address account,address spender,address token,uint160 allowance,uint48 period,uint48 start,uint48 end,uint256 salt,bytes extraData)',
      of(APP, 'Spend Permission Manager'),
      {
        account: SAFE,
        spender: APP,
        token: USDC,
        allowance: 2n ** 160n - 1n,
        period: 86400,
        end: SOON,
      },
    ),
    ALL_TOKENS,
  ],
  [
    'an allowance of Coinbase’s for a person, in a list',
    signs(
      'SpendPermissionBatch(address account,uint48 period,uint48 start,uint48 end,PermissionDetails[] permissions)PermissionDetails(address spender,address token,uint160 allowance,uint256 salt,bytes extraData)',
      of(APP, 'Spend Permission Manager'),
      {
        account: SAFE,
        period: 86400,
        end: SOON,
        permissions: [{ spender: STRANGER, token: USDC, allowance: 5n * M }],
      },
    ),
    A_PERSON,
  ],
  [
    'a hash for an account of Coinbase’s',
    signs('CoinbaseSmartWalletMessage(bytes32 hash)', of(SAFE, 'Coinbase Smart Wallet'), {
      hash: HASH,
    }),
    ANYTHING,
  ],
  [
    'a hash for an account of Kernel’s',
    signs('Kernel(bytes32 hash)', of(SAFE, 'Kernel'), { hash: HASH }),
    ANYTHING,
  ],
  [
    'a hash of an action on GMX',
    signs('Minified(bytes32 digest)', of(APP, 'GmxBaseGelatoRelayRouter'), { digest: HASH }),
    ANYTHING,
  ],
  [
    'an account that trades on GMX',
    signs(
      'SubaccountApproval(address subaccount,bool shouldAdd,uint256 expiresAt,uint256 maxAllowedCount,bytes32 actionType,uint256 nonce,uint256 desChainId,uint256 deadline,bytes32 integrationId)',
      of(APP, 'GmxBaseGelatoRelayRouter'),
      {
        subaccount: STRANGER,
        shouldAdd: true,
        expiresAt: SOON,
        maxAllowedCount: 100,
        deadline: SOON,
      },
    ),
    CONTROL,
  ],
  [
    'a stake that a person decides about',
    signs(
      'StakerDelegation(address staker,address operator,uint256 nonce,uint256 expiry)',
      of(APP, 'EigenLayer'),
      { staker: ME, operator: FRIEND, expiry: SOON },
    ),
    CONTROL,
  ],
  [
    'a number of Farcaster’s',
    signs(
      'Transfer(uint256 fid,address to,uint256 nonce,uint256 deadline)',
      of(APP, 'Farcaster IdRegistry'),
      { fid: 7, to: STRANGER, deadline: SOON },
    ),
    CONTROL,
  ],
  [
    'a number of Farcaster’s, and who gets it back',
    signs(
      'TransferAndChangeRecovery(uint256 fid,address to,address recovery,uint256 nonce,uint256 deadline)',
      of(APP, 'Farcaster IdRegistry'),
      { fid: 7, to: STRANGER, recovery: STRANGER, deadline: SOON },
    ),
    CONTROL,
  ],
  [
    'all positions of Uniswap’s',
    signs(
      'PermitForAll(address operator,bool approved,uint256 nonce,uint256 deadline)',
      of(ART, 'ART'),
      { operator: APP, approved: true, deadline: SOON },
    ),
    '⚠ Can move the whole collection',
  ],
  [
    'a permit of a vault of Yearn’s',
    signs(
      'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 expiry)',
      of(USDC, 'USDC'),
      { owner: ME, spender: APP, value: ALL, expiry: SOON },
    ),
    ALL_TOKENS,
  ],
  [
    'an operator in a permit of Euler’s',
    signs(
      'Permit(address signer,address sender,uint256 nonceNamespace,uint256 nonce,uint256 deadline,uint256 value,bytes data)',
      of(APP, 'Ethereum Vault Connector'),
      {
        signer: ME,
        sender: STRANGER,
        deadline: SOON,
        data: encodeCall('setAccountOperator(address,address,bool)', [ME, STRANGER, true]),
      },
    ),
    CONTROL,
  ],
  [
    'a deposit that Balancer is told by others',
    signs(
      'JoinAuth(bytes calldata,address sender,uint256 nonce,uint256 deadline)',
      of(APP, 'Balancer V2 Vault'),
      { calldata: `0xb95cac28${'00'.repeat(128)}`, sender: ROUTER, deadline: SOON },
    ),
    ANYTHING,
  ],
  [
    'a cap that Gelato sends',
    signs(
      'SponsoredCallERC2771(uint256 chainId,address target,bytes data,address user,uint256 userNonce,uint256 userDeadline)',
      of(APP, 'GelatoRelay1BalanceERC2771'),
      { chainId: 1, target: USDC, data: approve, user: ME, userDeadline: SOON },
    ),
    ALL_TOKENS,
  ],
  [
    'an allowance of a Safe, to be lost',
    signs(
      'AllowanceTransfer(address safe,address token,address to,uint96 amount,address paymentToken,uint96 payment,uint16 nonce)',
      { chainId: 1, verifyingContract: APP },
      { safe: SAFE, token: USDC, to: DEAD, amount: 5n * M },
    ),
    LOST,
  ],
  [
    'a new owner of a Safe, signed',
    signs(
      'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)',
      { chainId: 1, verifyingContract: SAFE },
      { to: SAFE, data: encodeCall('addOwnerWithThreshold(address,uint256)', [STRANGER, 1n]) },
    ),
    CONTROL,
  ],
  [
    'who acts for a profile on Lens',
    signs(
      'ChangeDelegatedExecutorsConfig(uint256 delegatorProfileId,address[] delegatedExecutors,bool[] approvals,uint64 configNumber,bool switchToGivenConfig,uint256 nonce,uint256 deadline)',
      of(APP, 'Lens Protocol Profiles'),
      { delegatorProfileId: 7, delegatedExecutors: [STRANGER], approvals: [true], deadline: SOON },
    ),
    CONTROL,
  ],
  [
    'who posts for a profile on Lens',
    signs(
      'SetDispatcherWithSig(uint256 profileId,address dispatcher,uint256 nonce,uint256 deadline)',
      of(APP, 'Lens Protocol Profiles'),
      { profileId: 7, dispatcher: STRANGER, deadline: SOON },
    ),
    CONTROL,
  ],
  [
    'an operator beside a small payment',
    signs(
      'Consent(address operator,Payment fee)Payment(address from,address to,uint256 value)',
      of(USDC, 'USDC'),
      { operator: APP, fee: { from: ME, to: FRIEND, value: 1 } },
    ),
    CONTROL,
  ],
  [
    'a payment that the token fetches',
    signs(
      'ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)',
      of(USDC, 'USDC'),
      { from: ME, to: USDC, value: 5n * M, validBefore: SOON },
    ),
    LOST,
  ],
]
