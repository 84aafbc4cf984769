/** The types of typed data that tests ask to have signed, and what a second step is for. */

/** `type name` pairs as the format has them. */
export const fields = (text: string) =>
  text.split(', ').map((field) => ({ type: field.split(' ')[0]!, name: field.split(' ')[1]! }))

export const TYPES = {
  Permit: fields('address owner, address spender, uint256 value, uint256 nonce, uint256 deadline'),
  PermitDetails: fields('address token, uint160 amount, uint48 expiration, uint48 nonce'),
  PermitSingle: fields('PermitDetails details, address spender, uint256 sigDeadline'),
  PermitBatch: fields('PermitDetails[] details, address spender, uint256 sigDeadline'),
  TokenPermissions: fields('address token, uint256 amount'),
  PermitTransferFrom: fields(
    'TokenPermissions permitted, address spender, uint256 nonce, uint256 deadline',
  ),
  Reason: fields('string text'),
  PermitBatchWitnessTransferFrom: fields(
    'TokenPermissions[] permitted, address spender, uint256 nonce, uint256 deadline, Reason witness',
  ),
  OfferItem: fields(
    'uint8 itemType, address token, uint256 identifierOrCriteria, uint256 startAmount, uint256 endAmount',
  ),
  ConsiderationItem: fields(
    'uint8 itemType, address token, uint256 identifierOrCriteria, uint256 startAmount, uint256 endAmount, address recipient',
  ),
  OrderComponents: fields(
    'address offerer, address zone, OfferItem[] offer, ConsiderationItem[] consideration, uint8 orderType, uint256 startTime, uint256 endTime, bytes32 zoneHash, uint256 salt, bytes32 conduitKey, uint256 counter',
  ),
  BulkOrder: fields('OrderComponents[2] tree'),
  SafeTx: fields(
    'address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce',
  ),
  TransferWithAuthorization: fields(
    'address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce',
  ),
  ForwardRequest: fields(
    'address from, address to, uint256 value, uint256 gas, uint256 nonce, uint48 deadline, bytes data',
  ),
  PackedUserOperation: fields(
    'address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits',
  ),
  UserOperation: fields('address sender, uint256 nonce, bytes initCode, bytes callData'),
  MetaTransaction: fields('uint256 nonce, address from, bytes functionSignature'),
  Vote: fields('string text, uint256 choice'),
}

interface Risk {
  severity: string
  code: string
  address?: string
}

/** Dangers, which need a second confirmation, each with its address. */
export const dangersIn = (risks: readonly Risk[]): string[] =>
  risks.flatMap(({ severity, code, address }) =>
    severity === 'danger' ? [`${code} ${address?.toLowerCase()}`] : [],
  )
