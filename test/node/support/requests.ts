/** Requests of well-known applications, by the definitions that they publish, with values of ours. */
import { encodeCall } from '../../support/contracts.js'
import { ART, AUSDC, type Change, DAI, E, M, type Sent, type Signed, USDC, WETH } from './judged.js'
import { filled, type TypeText } from './published-types.js'
import { APP, type Hex, ME, NOBODY, PERMIT2, SAFE, SOON, WORD } from './signed-calls.js'

export const SEAPORT: Hex = '0x0000000000000068F116a894984e2DB1123eB395'
export const V2: Hex = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
export const V3: Hex = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
export const DISPERSE: Hex = '0xD152f549545093347A162Dce210e7293f1452150'
export const LATER = BigInt(SOON)
const MONTH = SOON + 30 * 86_400
export const MOST = (2n ** 160n - 1n).toString()

/** What comes and goes by a request, one after the other. */
export const changing = (...changes: Change[]): Change[] => changes
export const sent = (
  to: Hex,
  signature: string,
  args: readonly unknown[],
  changes: readonly Change[] = [],
  value = 0n,
): Sent => ({
  calls: [{ to, data: encodeCall(signature, args), value }],
  changes,
})
export const signs = (type: TypeText, domain: object, values: object): Signed => ({
  ...{ type, domain },
  message: filled(type, values),
})
/** By a type that is published. */
export const signedAs = (type: Signed['type'], domain: object, message: object): Signed => ({
  type,
  domain,
  message,
})
export const inSafe = (signature: string, args: readonly unknown[]): Sent =>
  sent(
    SAFE,
    'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
    [SAFE, 0n, encodeCall(signature, args), 0, 0n, 0n, 0n, NOBODY, NOBODY, '0x'],
  )
export const approve = (token: Hex, spender: Hex, amount: bigint) =>
  sent(token, 'approve(address,uint256)', [spender, amount])
export const SWAP =
  'exactInputSingle((address tokenIn,address tokenOut,uint24 fee,address recipient,uint256 amountIn,uint256 amountOutMinimum,uint160 sqrtPriceLimitX96) params)'
export const swapOf = (recipient: Hex) => [[USDC, WETH, 500, recipient, 100n * M, E / 25n, 0n]]
export const SWAPPED: Change[] = [
  [-100n * M, USDC],
  [E / 20n, WETH],
]

const token = (address: Hex) => ({
  name: nameOf(address),
  version: '1',
  chainId: 1,
  verifyingContract: address,
})
const nameOf = (address: Hex) =>
  ({ [USDC]: 'USDC', [DAI]: 'DAI', [AUSDC]: 'aUSDC' })[address] ?? 'Application'
export const of = (verifyingContract: Hex, name = 'Application') => ({
  name,
  version: '1',
  chainId: 1,
  verifyingContract,
})
export const item = (itemType: number, address: Hex, amount: bigint, id = 0) => ({
  ...{ itemType, token: address, identifierOrCriteria: id },
  ...{ startAmount: amount.toString(), endAmount: amount.toString() },
})
export const seaport = (offer: object[], consideration: object[]): Signed => ({
  type: 'OrderComponents',
  domain: of(SEAPORT, 'Seaport'),
  message: {
    ...{ offerer: ME, zone: NOBODY, offer, consideration, orderType: 0, startTime: 0 },
    ...{ endTime: SOON, zoneHash: WORD, salt: 1, conduitKey: WORD, counter: 0 },
  },
})
export const art = item(2, ART, 1n, 7)
export const coins = (amount: bigint, recipient: Hex) => ({ ...item(0, NOBODY, amount), recipient })
export const safeTx = (to: Hex, data: Hex, operation = 0): Signed => ({
  type: 'SafeTx',
  domain: { chainId: 1, verifyingContract: SAFE },
  message: {
    ...{ to, value: 0, data, operation, safeTxGas: 0, baseGas: 0, gasPrice: 0 },
    ...{ gasToken: NOBODY, refundReceiver: NOBODY, nonce: 3 },
  },
})
export const cow = (own: object = {}): Signed => ({
  type: 'Order',
  domain: of(APP, 'Gnosis Protocol'),
  message: {
    ...{ sellToken: USDC, buyToken: WETH, receiver: ME, sellAmount: '100000000' },
    ...{ buyAmount: '50000000000000000', validTo: SOON, appData: WORD, feeAmount: 0, kind: 'sell' },
    ...{ partiallyFillable: false, sellTokenBalance: 'erc20', buyTokenBalance: 'erc20', ...own },
  },
})
export const permit = (spender: Hex, value: bigint, asked = USDC): Signed => ({
  type: 'Permit',
  domain: token(asked),
  message: { owner: ME, spender, value: value.toString(), nonce: 0, deadline: SOON },
})
export const permitSingle = (spender: Hex, amount: string): Signed => ({
  type: 'PermitSingle',
  domain: { name: 'Permit2', chainId: 1, verifyingContract: PERMIT2 },
  message: {
    details: { token: USDC, amount, expiration: MONTH, nonce: 0 },
    spender,
    sigDeadline: SOON,
  },
})
export const hyperliquid = {
  name: 'HyperliquidSignTransaction',
  version: '1',
  chainId: 1,
  verifyingContract: NOBODY,
}

/** `[application, what, the request, the title and what stands on the button, what a person should stop at]`. */
export type Ordinary = [
  app: string,
  what: string,
  asked: Sent | Signed,
  shown: string,
  boxes?: string[],
]
