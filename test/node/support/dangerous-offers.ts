/** Offers that take away from people, as markets publish their types: each has to take a second step. */
import { ANYTHING, E, LESS, M, NOTHING, type Signed, STRANGER, USDC, WETH } from './judged.js'
import { of, SEAPORT, signs } from './requests.js'
import { APP, type Hex, ME, SOON } from './signed-calls.js'

const ART: Hex = '0x4646464646464646464646464646464646464600'
const ROUTER: Hex = '0x5656565656565656565656565656565656565600'
const HASH: Hex = `0x${'9f'.repeat(32)}`
const art = { itemType: 2, token: ART, identifierOrCriteria: 7, startAmount: 1, endAmount: 1 }
const sea = (price: bigint) => ({
  ...{ offerer: ME, offer: [art], endTime: SOON },
  consideration: price ? [{ startAmount: price, endAmount: price, recipient: ME }] : [],
})
const seaItems =
  'OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)OfferItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount)ConsiderationItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount,address recipient)'

/** `[what, the request, what stands on the button while the node answers]`. */
export const OFFERED_AWAY: [what: string, asked: Signed, button: string][] = [
  [
    'a root of many offers',
    signs('Root(bytes32 root)', of(APP, 'Blur Exchange'), { root: HASH }),
    ANYTHING,
  ],
  [
    'four offers, one of them for nothing',
    signs(`BulkOrder(OrderComponents[2][2] tree)${seaItems}`, of(SEAPORT, 'Seaport'), {
      tree: [
        [sea(E), sea(E)],
        [sea(E), sea(0n)],
      ],
    }),
    NOTHING,
  ],
  [
    'a sale for nothing on Blur',
    signs(
      'Order(address trader,uint8 side,address matchingPolicy,address collection,uint256 tokenId,uint256 amount,address paymentToken,uint256 price,uint256 listingTime,uint256 expirationTime,Fee[] fees,uint256 salt,bytes extraParams,uint256 nonce)Fee(uint16 rate,address recipient)',
      of(APP, 'Blur Exchange'),
      {
        trader: ME,
        side: 1,
        matchingPolicy: ROUTER,
        collection: ART,
        tokenId: 7,
        amount: 1,
        price: 0,
        expirationTime: SOON,
        extraParams: '0x01',
      },
    ),
    LESS,
  ],
  [
    'many sales on Blur',
    signs(
      'Order(address trader,address collection,bytes32 listingsRoot,uint256 numberOfListings,uint256 expirationTime,uint8 assetType,FeeRate makerFee,uint256 salt,uint8 orderType,uint256 nonce)FeeRate(address recipient,uint16 rate)',
      of(APP, 'Blur Exchange'),
      {
        trader: ME,
        collection: ART,
        listingsRoot: HASH,
        numberOfListings: 1,
        expirationTime: SOON,
      },
    ),
    LESS,
  ],
  [
    'a sale for nothing on the first LooksRare',
    signs(
      'MakerOrder(bool isOrderAsk,address signer,address collection,uint256 price,uint256 tokenId,uint256 amount,address strategy,address currency,uint256 nonce,uint256 startTime,uint256 endTime,uint256 minPercentageToAsk,bytes params)',
      of(APP, 'LooksRareExchange'),
      {
        isOrderAsk: true,
        signer: ME,
        collection: ART,
        price: 0,
        tokenId: 7,
        amount: 1,
        strategy: ROUTER,
        currency: WETH,
        endTime: SOON,
      },
    ),
    LESS,
  ],
  [
    'two sales for nothing on LooksRare',
    signs(
      'BatchOrder(Maker[2] tree)Maker(uint8 quoteType,uint256 globalNonce,uint256 subsetNonce,uint256 orderNonce,uint256 strategyId,uint8 collectionType,address collection,address currency,address signer,uint256 startTime,uint256 endTime,uint256 price,uint256[] itemIds,uint256[] amounts,bytes additionalParameters)',
      of(APP, 'LooksRareProtocol'),
      {
        tree: [
          {
            quoteType: 1,
            collection: ART,
            signer: ME,
            price: 0,
            endTime: SOON,
            itemIds: [7],
            amounts: [1],
          },
          {
            quoteType: 1,
            collection: ART,
            signer: ME,
            price: 0,
            endTime: SOON,
            itemIds: [8],
            amounts: [1],
          },
        ],
      },
    ),
    LESS,
  ],
  [
    'a collectible for nothing by 0x',
    signs(
      'ERC721Order(uint8 direction,address maker,address taker,uint256 expiry,uint256 nonce,address erc20Token,uint256 erc20TokenAmount,Fee[] fees,address erc721Token,uint256 erc721TokenId,Property[] erc721TokenProperties)Fee(address recipient,uint256 amount,bytes feeData)Property(address propertyValidator,bytes propertyData)',
      of(APP, 'ZeroEx'),
      {
        maker: ME,
        expiry: SOON,
        erc20Token: WETH,
        erc20TokenAmount: 0,
        erc721Token: ART,
        erc721TokenId: 7,
      },
    ),
    LESS,
  ],
  [
    'a collectible for nothing on Element',
    signs(
      'NFTSellOrder(address maker,address taker,uint256 expiry,uint256 nonce,address erc20Token,uint256 erc20TokenAmount,Fee[] fees,address nft,uint256 nftId,uint256 hashNonce)Fee(address recipient,uint256 amount,bytes feeData)',
      of(APP, 'ElementEx'),
      { maker: ME, expiry: SOON, erc20Token: WETH, nft: ART, nftId: 7 },
    ),
    LESS,
  ],
  [
    'a collectible for nothing by a payment processor',
    signs(
      'SaleApproval(uint8 protocol,address cosigner,address seller,address marketplace,address fallbackRoyaltyRecipient,address paymentMethod,address tokenAddress,uint256 tokenId,uint256 amount,uint256 itemPrice,uint256 expiration,uint256 marketplaceFeeNumerator,uint256 maxRoyaltyFeeNumerator,uint256 nonce,uint256 masterNonce,uint256 protocolFeeVersion)',
      of(APP, 'PaymentProcessor'),
      { seller: ME, tokenAddress: ART, tokenId: 7, amount: 1, itemPrice: 0, expiration: SOON },
    ),
    LESS,
  ],
  [
    'tokens for nothing on Bebop',
    signs(
      'SingleOrder(uint64 partner_id,uint256 expiry,address taker_address,address maker_address,uint256 maker_nonce,address taker_token,address maker_token,uint256 taker_amount,uint256 maker_amount,address receiver,uint256 packed_commands)',
      of(APP, 'BebopSettlement'),
      {
        expiry: SOON,
        taker_address: ME,
        maker_address: APP,
        taker_token: USDC,
        maker_token: WETH,
        taker_amount: 100n * M,
        maker_amount: 0,
        receiver: ME,
      },
    ),
    NOTHING,
  ],
  [
    'an order whose price others make',
    signs(
      'Order(uint256 salt,address maker,address receiver,address makerAsset,address takerAsset,uint256 makingAmount,uint256 takingAmount,uint256 makerTraits)',
      of(APP, '1inch Aggregation Router'),
      {
        maker: ME,
        makerAsset: USDC,
        takerAsset: WETH,
        makingAmount: 100n * M,
        takingAmount: E / 20n,
        makerTraits: (1n << 249n) | (1n << 251n) | (BigInt(SOON) << 80n),
      },
    ),
    LESS,
  ],
  [
    'an order of CoW’s that others get',
    signs(
      'Order(address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance)',
      of(APP, 'Gnosis Protocol'),
      {
        sellToken: USDC,
        buyToken: WETH,
        receiver: STRANGER,
        sellAmount: 100n * M,
        buyAmount: E,
        validTo: SOON,
        kind: 'sell',
        sellTokenBalance: 'erc20',
        buyTokenBalance: 'erc20',
      },
    ),
    NOTHING,
  ],
  [
    'an order at a rate on Pendle',
    signs(
      'Order(uint256 salt,uint256 expiry,uint256 nonce,uint8 orderType,address token,address YT,address maker,address receiver,uint256 makingAmount,uint256 lnImpliedRate,uint256 failSafeRate,bytes permit)',
      of(APP, 'Pendle Limit Order Protocol'),
      { expiry: SOON, token: USDC, YT: ART, maker: ME, receiver: ME, makingAmount: 100n * M },
    ),
    LESS,
  ],
  [
    'dollars of Ethena’s for a stranger',
    signs(
      'Order(string order_id,uint8 order_type,uint120 expiry,uint128 nonce,address benefactor,address beneficiary,address collateral_asset,uint128 collateral_amount,uint128 usde_amount)',
      of(APP, 'EthenaMinting'),
      {
        order_type: 1,
        expiry: SOON,
        benefactor: ME,
        beneficiary: STRANGER,
        collateral_asset: USDC,
        collateral_amount: 100n * M,
        usde_amount: 100n * E,
      },
    ),
    LESS,
  ],
  [
    'an order on a market of Aevo’s',
    signs(
      'Order(address maker,bool isBuy,uint256 limitPrice,uint256 amount,uint256 salt,uint256 instrument,uint256 timestamp)',
      { name: 'Aevo Mainnet', version: '1', chainId: 1 },
      { maker: ME, isBuy: true, limitPrice: 1n, amount: 5n },
    ),
    '⚠ May be good in many places',
  ],
  [
    'a collectible as security for no loan',
    signs(
      'LoanTerms(uint32 durationSecs,uint32 deadline,uint160 proratedInterestRate,uint256 principal,address collateralAddress,uint256 collateralId,address payableCurrency,uint160 nonce,uint8 side)',
      of(APP, 'OriginationController'),
      {
        deadline: SOON,
        principal: 0,
        collateralAddress: ART,
        collateralId: 7,
        payableCurrency: WETH,
      },
    ),
    LESS,
  ],
  [
    'a call that 0x sends',
    signs(
      'MetaTransactionData(address signer,address sender,uint256 minGasPrice,uint256 maxGasPrice,uint256 expirationTimeSeconds,uint256 salt,bytes callData,uint256 value,address feeToken,uint256 feeAmount)',
      of(APP, 'ZeroEx'),
      { signer: ME, sender: ROUTER, callData: '0x415565b0', expirationTimeSeconds: SOON },
    ),
    ANYTHING,
  ],
]
