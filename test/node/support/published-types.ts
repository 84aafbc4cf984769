/** Types of typed data that well-known applications ask to have signed, as they publish them. */
import { TYPES as COMMON, fields } from '../../support/typed-data-types.js'

export const TYPES = {
  ...COMMON,
  // DAI's permit, which has the name of ERC-2612's.
  DaiPermit: fields('address holder, address spender, uint256 nonce, uint256 expiry, bool allowed'),
  // CoW Protocol.
  Order: fields(
    'address sellToken, address buyToken, address receiver, uint256 sellAmount, uint256 buyAmount, uint32 validTo, bytes32 appData, uint256 feeAmount, string kind, bool partiallyFillable, string sellTokenBalance, string buyTokenBalance',
  ),
  // 1inch, version 4.
  Fourth: fields(
    'uint256 salt, address maker, address receiver, address makerAsset, address takerAsset, uint256 makingAmount, uint256 takingAmount, uint256 makerTraits',
  ),
  // LooksRare, version 2.
  Maker: fields(
    'uint8 quoteType, uint256 globalNonce, uint256 subsetNonce, uint256 orderNonce, uint256 strategyId, uint8 collectionType, address collection, address currency, address signer, uint256 startTime, uint256 endTime, uint256 price, uint256[] itemIds, uint256[] amounts, bytes additionalParameters',
  ),
  // 0x, version 4.
  LimitOrder: fields(
    'address makerToken, address takerToken, uint128 makerAmount, uint128 takerAmount, uint128 takerTokenFeeAmount, address maker, address taker, address sender, address feeRecipient, bytes32 pool, uint64 expiry, uint256 salt',
  ),
  // Snapshot.
  SnapshotVote: fields(
    'address from, string space, uint64 timestamp, bytes32 proposal, uint32 choice, string reason, string app, string metadata',
  ),
  // Polymarket.
  ClobAuth: fields('address address, string timestamp, uint256 nonce, string message'),
  ClobOrder: fields(
    'uint256 salt, address maker, address signer, address taker, uint256 tokenId, uint256 makerAmount, uint256 takerAmount, uint256 expiration, uint256 nonce, uint256 feeRateBps, uint8 side, uint8 signatureType',
  ),
  // Axie's market.
  AxieOrder: fields(
    'address maker, uint8 kind, AxieAsset[] assets, uint256 expiredAt, address paymentToken, uint256 startedAt, uint256 basePrice, uint256 endedAt, uint256 endedPrice, uint256 expectedState, uint256 nonce, uint256 marketFeePercentage',
  ),
  AxieAsset: fields('uint8 erc, address addr, uint256 id, uint256 quantity'),
  // Hyperliquid.
  'HyperliquidTransaction:UsdSend': fields(
    'string hyperliquidChain, string destination, string amount, uint64 time',
  ),
  'HyperliquidTransaction:ApproveAgent': fields(
    'string hyperliquidChain, address agentAddress, string agentName, uint64 nonce',
  ),
  Agent: fields('string source, bytes32 connectionId'),
  // Farcaster.
  SignedKeyRequest: fields('uint256 requestFid, bytes key, uint256 deadline'),
  // Governor.
  Ballot: fields('uint256 proposalId, uint8 support, address voter, uint256 nonce'),
  // Compound's COMP and others.
  Delegation: fields('address delegatee, uint256 nonce, uint256 expiry'),
  // Aave's debt tokens, Compound III, Morpho.
  DelegationWithSig: fields('address delegatee, uint256 value, uint256 nonce, uint256 deadline'),
  CometAuthorization: fields(
    'address owner, address manager, bool isAllowed, uint256 nonce, uint256 expiry',
  ),
  Authorization: fields(
    'address authorizer, address authorized, bool isAuthorized, uint256 nonce, uint256 deadline',
  ),
  // ERC-4494.
  NftPermit: fields('address spender, uint256 tokenId, uint256 nonce, uint256 deadline'),
}

/** The application's own name of a type, where two applications have the same. */
const NAMES: Partial<Record<keyof typeof TYPES, string>> = {
  DaiPermit: 'Permit',
  NftPermit: 'Permit',
  Fourth: 'Order',
  SnapshotVote: 'Vote',
  ClobOrder: 'Order',
  AxieOrder: 'Order',
  CometAuthorization: 'Authorization',
}

/** What a request has as `types` and `primaryType`. */
export const typed = (type: keyof typeof TYPES) => {
  const primaryType = NAMES[type] ?? type
  return { primaryType, types: { ...TYPES, [primaryType]: TYPES[type] } }
}
