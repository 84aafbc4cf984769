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
  Follow: fields('address from, string space'),
  CancelProposal: fields('address from, string space, uint64 timestamp, bytes32 proposal'),
  // Polymarket.
  ClobAuth: fields('address address, string timestamp, uint256 nonce, string message'),
  ClobOrder: fields(
    'uint256 salt, address maker, address signer, address taker, uint256 tokenId, uint256 makerAmount, uint256 takerAmount, uint256 expiration, uint256 nonce, uint256 feeRateBps, uint8 side, uint8 signatureType',
  ),
  // Axie's market. Its asset has the name of Rarible's.
  AxieOrder: fields(
    'address maker, uint8 kind, AxieAsset[] assets, uint256 expiredAt, address paymentToken, uint256 startedAt, uint256 basePrice, uint256 endedAt, uint256 endedPrice, uint256 expectedState, uint256 nonce, uint256 marketFeePercentage',
  ),
  AxieAsset: fields('uint8 erc, address addr, uint256 id, uint256 quantity'),
  // 0x, version 4.
  RfqOrder: fields(
    'address makerToken, address takerToken, uint128 makerAmount, uint128 takerAmount, address maker, address taker, address txOrigin, bytes32 pool, uint64 expiry, uint256 salt',
  ),
  // Rarible.
  RaribleOrder: fields(
    'address maker, Asset makeAsset, address taker, Asset takeAsset, uint256 salt, uint256 start, uint256 end, bytes4 dataType, bytes data',
  ),
  Asset: fields('AssetType assetType, uint256 value'),
  AssetType: fields('bytes4 assetClass, bytes data'),
  // CoW Protocol.
  OrderCancellations: fields('bytes[] orderUids'),
  // Vertex.
  VertexOrder: fields(
    'bytes32 sender, int128 priceX18, int128 amount, uint64 expiration, uint64 nonce',
  ),
  WithdrawCollateral: fields('bytes32 sender, uint32 productId, uint128 amount, uint64 nonce'),
  LinkSigner: fields('bytes32 sender, bytes32 signer, uint64 nonce'),
  TransferQuote: fields('bytes32 sender, bytes32 recipient, uint128 amount, uint64 nonce'),
  // Wyvern, version 2 as OpenSea had it, and version 3.
  WyvernOrder: fields(
    'address exchange, address maker, address taker, uint256 makerRelayerFee, uint256 takerRelayerFee, uint256 makerProtocolFee, uint256 takerProtocolFee, address feeRecipient, uint8 feeMethod, uint8 side, uint8 saleKind, address target, uint8 howToCall, bytes calldata, bytes replacementPattern, address staticTarget, bytes staticExtradata, address paymentToken, uint256 basePrice, uint256 extra, uint256 listingTime, uint256 expirationTime, uint256 salt, uint256 nonce',
  ),
  Wyvern3Order: fields(
    'address registry, address maker, address staticTarget, bytes4 staticSelector, bytes staticExtradata, uint256 maximumFill, uint256 listingTime, uint256 expirationTime, uint256 salt',
  ),
  // Blend.
  LoanOffer: fields(
    'address lender, address collection, uint256 totalAmount, uint256 minAmount, uint256 maxAmount, uint256 auctionDuration, uint256 salt, uint256 expirationTime, uint256 rate, address oracle, uint256 nonce',
  ),
  SellOffer: fields(
    'address borrower, uint256 lienId, uint256 price, uint256 expirationTime, uint256 salt, address oracle, Fee[] fees, uint256 nonce',
  ),
  Fee: fields('uint16 rate, address recipient'),
  // Permit2.
  PermitBatchTransferFrom: fields(
    'TokenPermissions[] permitted, address spender, uint256 nonce, uint256 deadline',
  ),
  // dYdX.
  dYdX: fields('string action'),
  // Safe.
  SafeMessage: fields('bytes message'),
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
  Register: fields('address to, address recovery, uint256 nonce, uint256 deadline'),
  Remove: fields('address owner, bytes key, uint256 nonce, uint256 deadline'),
  // Ethereum Attestation Service.
  Attest: fields(
    'address attester, bytes32 schema, address recipient, uint64 expirationTime, bool revocable, bytes32 refUID, bytes data, uint256 value, uint256 nonce, uint64 deadline',
  ),
  Revoke: fields(
    'address revoker, bytes32 schema, bytes32 uid, uint256 value, uint256 nonce, uint64 deadline',
  ),
  // Governor, and Compound's.
  ExtendedBallot: fields(
    'uint256 proposalId, uint8 support, address voter, uint256 nonce, string reason, bytes params',
  ),
  BravoBallot: fields('uint256 proposalId, uint8 support'),
  Ballot: fields('uint256 proposalId, uint8 support, address voter, uint256 nonce'),
  // Aave's token.
  DelegateByType: fields(
    'address delegator, address delegatee, uint8 delegationType, uint256 nonce, uint256 deadline',
  ),
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
  // BentoBox.
  SetMasterContractApproval: fields(
    'string warning, address user, address masterContract, bool approved, uint256 nonce',
  ),
  // Circle's tokens.
  ReceiveWithAuthorization: COMMON.TransferWithAuthorization,
  CancelAuthorization: fields('address authorizer, bytes32 nonce'),
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
  RaribleOrder: 'Order',
  VertexOrder: 'Order',
  WyvernOrder: 'Order',
  Wyvern3Order: 'Order',
  BravoBallot: 'Ballot',
  CometAuthorization: 'Authorization',
}

type Types = Record<string, { type: string; name: string }[]>

/** Types as EIP-712's `encodeType` writes them, with all that they refer to. */
export type TypeText = `${string}(${string}`

const typesOf = (text: TypeText): Types =>
  Object.fromEntries(
    [...text.matchAll(/([\w:]+)\(([^)]*)\)/g)].map(([, name = '', inner = '']) => [
      name,
      fields(inner.replaceAll(',', ', ')),
    ]),
  )

/** What a request has as `types` and `primaryType`. */
export const typed = (
  type: keyof typeof TYPES | TypeText,
): { primaryType: string; types: Types } => {
  if (type.includes('(')) {
    return { primaryType: type.replace(/\(.*/, ''), types: typesOf(type as TypeText) }
  }
  const name = type as keyof typeof TYPES
  const primaryType = NAMES[name] ?? name
  return { primaryType, types: { ...TYPES, [primaryType]: TYPES[name] } }
}

/** A message with these values; all others are zeros, or nothing. */
export function filled(text: TypeText, values: object): object {
  const types = typesOf(text)
  const fill = (type: string, value: unknown): unknown => {
    const [, item, size] = /^(.*)\[(\d*)\]$/.exec(type) ?? []
    if (item) {
      const list = Array.isArray(value) ? value : Array(Number(size)).fill(value)
      return list.map((one: unknown) => fill(item, one))
    }
    const struct = types[type]
    if (struct) {
      const own = (value ?? {}) as Record<string, unknown>
      return Object.fromEntries(struct.map(({ name, type }) => [name, fill(type, own[name])]))
    }
    if (value !== undefined) return typeof value === 'bigint' ? value.toString() : value
    if (type === 'bool') return false
    if (type === 'string') return ''
    const bytes = type === 'address' ? '20' : /^bytes(\d*)$/.exec(type)?.[1]
    return bytes === undefined ? 0 : `0x${'00'.repeat(Number(bytes))}`
  }
  const name = text.replace(/\(.*/, '')
  return fill(name, values) as object
}
