/** What is signed every day, as protocols publish its types, beside what other lists have. */
import { word } from '../../../src/chain/values/words.js'
import { encodeCall } from '../../support/contracts.js'
import { ART, E, FRIEND, M, STETH, STRANGER, USDC, WETH } from './judged.js'
import {
  hyperliquid as hl,
  type Ordinary,
  of,
  SWAP,
  safeTx,
  signs,
  swapOf,
  V3,
} from './requests.js'
import { APP, type Hex, ME, PERMIT2, SAFE, SOON } from './signed-calls.js'

const ROUTER: Hex = '0x5656565656565656565656565656565656565600'
const HASH: Hex = `0x${'9f'.repeat(32)}`
const p2 = { name: 'Permit2', chainId: 1, verifyingContract: PERMIT2 }
const padded = (address: Hex) => `0x${word(address)}`
const PW = <Name extends string>(witness: Name) =>
  `PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,${witness} witness)` as const
const pw = (witness: object) => ({
  ...{ permitted: { token: USDC, amount: 100n * M }, spender: APP, nonce: 1, deadline: SOON },
  witness,
})
const UX =
  'OrderInfo(address reactor,address swapper,uint256 nonce,uint256 deadline,address additionalValidationContract,bytes additionalValidationData)TokenPermissions(address token,uint256 amount)'

const BATCHER: Hex = '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D'
/** One call, as Safe's `multiSend` packs it. */
const packed = (to: Hex, data: Hex): Hex => {
  const size = ((data.length - 2) / 2).toString(16).padStart(64, '0')
  return encodeCall('multiSend(bytes)', [
    `0x00${to.slice(2)}${'0'.repeat(64)}${size}${data.slice(2)}`,
  ])
}

export const SIGNED_BY_PROTOCOLS: Ordinary[] = [
  [
    'The Compact',
    'tokens that are locked for another chain',
    signs(
      'Compact(address arbiter,address sponsor,uint256 nonce,uint256 expires,bytes12 lockTag,address token,uint256 amount)',
      of(APP, 'The Compact'),
      { arbiter: APP, sponsor: ME, expires: SOON, token: USDC, amount: 100n * M },
    ),
    'Sign this data? · 100 USDC for 0x5555…5500',
  ],
  [
    'Aave',
    'who may act for a position no more',
    signs(
      'SetUserPositionManager(address positionManager,address user,bool approve,uint256 nonce,uint256 deadline)',
      of(APP, 'Spoke'),
      { positionManager: APP, user: ME, deadline: SOON },
    ),
    'Sign this data? · SetUserPositionManager',
  ],
  [
    'a market',
    'an order that is cancelled by its hash',
    signs('CancelOrder(bytes32 orderId)', of(APP), { orderId: HASH }),
    'Sign this data? · CancelOrder',
  ],
  [
    'Biconomy',
    'a message of 32 bytes',
    signs('PersonalSign(bytes prefixed)', of(SAFE, 'Nexus'), {
      // "\x19Ethereum Signed Message:\n5Hello"
      prefixed: '0x19457468657265756d205369676e6564204d6573736167653a0a3548656c6c6f',
    }),
    'Sign this data? · PersonalSign',
  ],
  [
    'Safe',
    'a swap in a batch, for the Safe',
    safeTx(BATCHER, packed(V3, encodeCall(SWAP, swapOf(SAFE))), 1),
    'Sign a transaction of your Safe? · Several calls in one',
  ],
  [
    'Uniswap',
    'an order whose price falls',
    signs(
      `${PW('ExclusiveDutchOrder')}DutchOutput(address token,uint256 startAmount,uint256 endAmount,address recipient)ExclusiveDutchOrder(OrderInfo info,uint256 decayStartTime,uint256 decayEndTime,address exclusiveFiller,uint256 exclusivityOverrideBps,address inputToken,uint256 inputStartAmount,uint256 inputEndAmount,DutchOutput[] outputs)${UX}`,
      p2,
      pw({
        info: { reactor: APP, swapper: ME, deadline: SOON },
        inputToken: USDC,
        inputStartAmount: 100n * M,
        inputEndAmount: 100n * M,
        outputs: [{ token: WETH, startAmount: E / 20n, endAmount: E / 25n, recipient: ME }],
      }),
    ),
    'Allow taking tokens once? · 100 USDC for 0x5555…5500',
  ],
  [
    'Uniswap',
    'an order with a price by others',
    signs(
      `${PW('V2DutchOrder')}DutchOutput(address token,uint256 startAmount,uint256 endAmount,address recipient)V2DutchOrder(OrderInfo info,address cosigner,address baseInputToken,uint256 baseInputStartAmount,uint256 baseInputEndAmount,DutchOutput[] baseOutputs)${UX}`,
      p2,
      pw({
        info: { reactor: APP, swapper: ME, deadline: SOON },
        cosigner: ROUTER,
        baseInputToken: USDC,
        baseInputStartAmount: 100n * M,
        baseInputEndAmount: 100n * M,
        baseOutputs: [{ token: WETH, startAmount: E / 20n, endAmount: E / 25n, recipient: ME }],
      }),
    ),
    'Allow taking tokens once? · 100 USDC for 0x5555…5500',
  ],
  [
    'Uniswap',
    'an order by priority',
    signs(
      `${PW('PriorityOrder')}PriorityInput(address token,uint256 amount,uint256 mpsPerPriorityFeeWei)PriorityOutput(address token,uint256 amount,uint256 mpsPerPriorityFeeWei,address recipient)PriorityOrder(OrderInfo info,address cosigner,uint256 auctionStartBlock,uint256 baselinePriorityFeeWei,PriorityInput input,PriorityOutput[] outputs)${UX}`,
      p2,
      pw({
        info: { reactor: APP, swapper: ME, deadline: SOON },
        cosigner: ROUTER,
        input: { token: USDC, amount: 100n * M },
        outputs: [{ token: WETH, amount: E / 20n, recipient: ME }],
      }),
    ),
    'Allow taking tokens once? · 100 USDC for 0x5555…5500',
  ],
  [
    'Across',
    'tokens for another chain by signature',
    signs(
      `${PW('GaslessCrossChainOrder')}GaslessCrossChainOrder(address originSettler,address user,uint256 nonce,uint256 originChainId,uint32 openDeadline,uint32 fillDeadline,bytes32 orderDataType,AcrossOrderData orderData)AcrossOrderData(address inputToken,uint256 inputAmount,address outputToken,uint256 outputAmount,uint256 destinationChainId,bytes32 recipient,address exclusiveRelayer,uint256 depositNonce,uint32 exclusivityPeriod,bytes message)TokenPermissions(address token,uint256 amount)`,
      p2,
      pw({
        originSettler: APP,
        user: ME,
        openDeadline: SOON,
        fillDeadline: SOON,
        orderData: {
          inputToken: USDC,
          inputAmount: 100n * M,
          outputToken: USDC,
          outputAmount: 99n * M,
          destinationChainId: 10,
          recipient: padded(ME),
        },
      }),
    ),
    'Allow taking tokens once? · 100 USDC for 0x5555…5500',
  ],
  [
    'Bebop',
    'an order by a permit',
    signs(
      'PermitBatchWitnessTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline,JamOrder witness)JamOrder(address taker,address receiver,uint256 expiry,uint256 exclusivityDeadline,uint256 nonce,address executor,uint256 partnerInfo,address[] sellTokens,address[] buyTokens,uint256[] sellAmounts,uint256[] buyAmounts,bytes32 hooksHash)TokenPermissions(address token,uint256 amount)',
      p2,
      {
        permitted: [{ token: USDC, amount: 100n * M }],
        spender: APP,
        nonce: 1,
        deadline: SOON,
        witness: {
          taker: ME,
          receiver: ME,
          expiry: SOON,
          executor: ROUTER,
          sellTokens: [USDC],
          buyTokens: [WETH],
          sellAmounts: [100n * M],
          buyAmounts: [E / 20n],
        },
      },
    ),
    'Allow taking tokens once? · 100 USDC for 0x5555…5500',
  ],
  [
    '0x',
    'an order between two',
    signs(
      'OtcOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,address maker,address taker,address txOrigin,uint256 expiryAndNonce)',
      of(APP, 'ZeroEx'),
      {
        makerToken: USDC,
        takerToken: WETH,
        makerAmount: 100n * M,
        takerAmount: E / 20n,
        maker: ME,
        taker: APP,
        txOrigin: ROUTER,
        expiryAndNonce: (BigInt(SOON) << 192n) | 5n,
      },
    ),
    'Offer this trade? · Give 100 USDC, get 0.05 WETH',
  ],
  [
    'ParaSwap',
    'an order between two',
    signs(
      'Order(uint256 nonceAndMeta,uint128 expiry,address makerAsset,address takerAsset,address maker,address taker,uint256 makerAmount,uint256 takerAmount)',
      of(APP, 'AUGUSTUS RFQ'),
      {
        nonceAndMeta: 5,
        expiry: SOON,
        makerAsset: USDC,
        takerAsset: WETH,
        maker: ME,
        makerAmount: 100n * M,
        takerAmount: E / 20n,
      },
    ),
    'Offer this trade? · Give 100 USDC, get 0.05 WETH',
  ],
  [
    'ParaSwap',
    'an order',
    signs(
      'Order(address owner,address beneficiary,address srcToken,address destToken,uint256 srcAmount,uint256 destAmount,uint256 deadline,uint256 nonce,bytes permit)',
      of(APP, 'Portikus'),
      {
        owner: ME,
        beneficiary: ME,
        srcToken: USDC,
        destToken: WETH,
        srcAmount: 100n * M,
        destAmount: E / 20n,
        deadline: SOON,
      },
    ),
    'Offer this trade? · Give 100 USDC, get 0.05 WETH',
  ],
  [
    'AirSwap',
    'an order',
    signs(
      'OrderERC20(uint256 nonce,uint256 expiry,address signerWallet,address signerToken,uint256 signerAmount,uint256 protocolFee,address senderWallet,address senderToken,uint256 senderAmount)',
      of(APP, 'SWAP_ERC20'),
      {
        nonce: 1,
        expiry: SOON,
        signerWallet: ME,
        signerToken: USDC,
        signerAmount: 100n * M,
        protocolFee: 7,
        senderToken: WETH,
        senderAmount: E / 20n,
      },
    ),
    'Offer this trade? · Give 100 USDC, get 0.05 WETH',
  ],
  [
    'EigenLayer',
    'a deposit by signature',
    signs(
      'Deposit(address staker,address strategy,address token,uint256 amount,uint256 nonce,uint256 expiry)',
      of(APP, 'EigenLayer'),
      { staker: ME, strategy: ROUTER, token: STETH, amount: E, expiry: SOON },
    ),
    'Sign this data? · Deposit',
  ],
  [
    'GMX',
    'an account that trades no more',
    signs(
      'RemoveSubaccount(address subaccount,bytes32 relayParams)',
      of(APP, 'GmxBaseGelatoRelayRouter'),
      { subaccount: STRANGER, relayParams: HASH },
    ),
    'Sign this data? · RemoveSubaccount',
  ],
  [
    'Farcaster',
    'a name',
    signs(
      'UserNameProof(string name,uint256 timestamp,address owner)',
      { name: 'Farcaster name verification', version: '1', chainId: 1, verifyingContract: APP },
      { name: 'sample', timestamp: SOON, owner: ME },
    ),
    'Sign this data? · UserNameProof',
  ],
  [
    'Farcaster',
    'a key',
    signs(
      'Add(address owner,uint32 keyType,bytes key,uint8 metadataType,bytes metadata,uint256 nonce,uint256 deadline)',
      of(APP, 'Farcaster KeyGateway'),
      { owner: ME, keyType: 1, key: HASH, metadataType: 1, metadata: '0x1234', deadline: SOON },
    ),
    'Sign this data? · Add',
  ],
  [
    'Lens',
    'a profile to follow',
    signs(
      'FollowWithSig(uint256[] profileIds,bytes[] datas,uint256 nonce,uint256 deadline)',
      of(APP, 'Lens Protocol Profiles'),
      { profileIds: [7], datas: ['0x'], deadline: SOON },
    ),
    'Sign this data? · FollowWithSig',
  ],
  [
    'Snapshot',
    'an account that votes',
    signs(
      'Alias(address from,address alias,uint64 timestamp)',
      { name: 'snapshot', version: '0.1.4' },
      { from: ME, alias: STRANGER, timestamp: SOON },
    ),
    'Sign this data? · Alias',
  ],
  [
    'Zora',
    'a collectible that others make',
    signs(
      'CreatorAttribution(TokenCreationConfig tokenConfig,uint32 uid,uint32 version,bool deleted)TokenCreationConfig(string tokenURI,uint256 maxSupply,uint64 maxTokensPerAddress,uint96 pricePerToken,uint64 mintStart,uint64 mintDuration,uint32 royaltyMintSchedule,uint32 royaltyBPS,address royaltyRecipient,address fixedPriceMinter)',
      of(APP, 'Preminter'),
      {
        tokenConfig: {
          tokenURI: 'ipfs://x',
          pricePerToken: 5,
          royaltyRecipient: ME,
          fixedPriceMinter: APP,
        },
        uid: 1,
      },
    ),
    'Sign this data? · CreatorAttribution',
  ],
  [
    'Rarible',
    'a collectible that its buyer makes',
    signs(
      'Mint721(uint256 tokenId,string tokenURI,Part[] creators,Part[] royalties)Part(address account,uint96 value)',
      of(ART, 'Mint721'),
      { tokenId: 7, tokenURI: '/ipfs/x', creators: [{ account: ME, value: 10000 }] },
    ),
    'Sign this data? · Mint721',
  ],
  [
    'thirdweb',
    'a collectible for a friend',
    signs(
      'MintRequest(address to,address royaltyRecipient,uint256 royaltyBps,address primarySaleRecipient,string uri,uint256 price,address currency,uint128 validityStartTimestamp,uint128 validityEndTimestamp,bytes32 uid)',
      of(ART, 'TokenERC721'),
      { to: FRIEND, uri: 'ipfs://x', price: 5, currency: WETH, validityEndTimestamp: SOON },
    ),
    'Sign this data? · MintRequest',
  ],
  [
    'Aave',
    'a delegate for all votes',
    signs(
      'Delegate(address delegator,address delegatee,uint256 nonce,uint256 deadline)',
      of(APP, 'Aave'),
      { delegator: ME, delegatee: FRIEND, deadline: SOON },
    ),
    'Sign this data? · Delegate',
  ],
  [
    'dYdX',
    'a sign-in',
    signs(
      'dYdX(string action,string onlySignOn)',
      { name: 'dYdX', version: '1.0', chainId: 1 },
      { action: 'dYdX STARK Key', onlySignOn: 'https://sample.example' },
    ),
    'Sign this data? · dYdX',
  ],
  [
    'Safe',
    'a batch of calls',
    signs(
      'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)',
      { chainId: 1, verifyingContract: SAFE },
      {
        to: '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
        operation: 1,
        data: encodeCall('multiSend(bytes)', [
          `0x00${USDC.slice(2)}${'00'.repeat(32)}${(68).toString(16).padStart(64, '0')}${encodeCall('transfer(address,uint256)', [FRIEND, 5n]).slice(2)}`,
        ]),
      },
    ),
    'Sign a transaction of your Safe? · 0.000005 USDC to 0x7777…Ab00',
  ],
  [
    'Hyperliquid',
    'a withdrawal',
    signs(
      'HyperliquidTransaction:Withdraw(string hyperliquidChain,string destination,string amount,uint64 time)',
      hl,
      { hyperliquidChain: 'Mainnet', destination: FRIEND, amount: '5', time: SOON },
    ),
    'Sign this data? · HyperliquidTransaction:Withdraw',
    ['noContract'],
  ],
]
