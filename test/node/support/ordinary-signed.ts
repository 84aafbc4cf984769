/** What is signed every day, beside what applications of other lists ask for. */
import { word } from '../../../src/chain/values/words.js'
import { encodeCall } from '../../support/contracts.js'
import { ART, AUSDC, DAI, E, FRIEND, M, USDC, WETH } from './judged.js'
import {
  art,
  coins,
  item,
  type Ordinary,
  of,
  permit,
  SEAPORT,
  seaport,
  signedAs,
  signs,
} from './requests.js'
import { APP, type Hex, ME, NOBODY, PERMIT2, SAFE, SOON, WORD } from './signed-calls.js'

const transfer = encodeCall('transfer(address,uint256)', [FRIEND, 5n * M])
const payment = { from: ME, to: FRIEND, value: '5000000', validAfter: 0, validBefore: SOON }
const permit2 = { name: 'Permit2', chainId: 1, verifyingContract: PERMIT2 }
const inUsdc = { token: USDC, amount: '100000000' }
const inWeth = { token: WETH, amount: '50000000000000000' }
const asset = (assetClass: Hex, value: string, ...words: (Hex | bigint)[]) => ({
  assetType: { assetClass, data: `0x${words.map(word).join('')}` },
  value,
})
const vertex = of(APP, 'Vertex')
/** An account of Vertex: the person's address, and a name. */
const subaccount = `${ME}${'0'.repeat(24)}`
const snapshot = { name: 'snapshot', version: '0.1.4' }
const order = seaport([art], [coins(E, ME)]).message

export const SIGNED_DAILY: Ordinary[] = [
  [
    'a token on Polygon',
    'a payment by others, for the chain that the salt names',
    signs(
      'MetaTransaction(uint256 nonce,address from,bytes functionSignature)',
      { name: 'USDC', version: '1', verifyingContract: USDC, salt: `0x${'1'.padStart(64, '0')}` },
      { from: ME, functionSignature: encodeCall('transfer(address,uint256)', [FRIEND, 5n * M]) },
    ),
    'Sign this data? · 5 USDC to 0x7777…Ab00',
  ],
  [
    'Permit2',
    'a witness beside a transfer of nothing, which revokes nothing',
    signs(
      'PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,Consent witness)Consent(bytes32 root,uint256 size)TokenPermissions(address token,uint256 amount)',
      { name: 'Permit2', chainId: 1, verifyingContract: PERMIT2 },
      {
        permitted: { token: USDC, amount: 0n },
        spender: APP,
        deadline: SOON,
        witness: { size: 5 },
      },
    ),
    'Allow taking tokens once? · 0 USDC for 0x5555…5500',
  ],
  [
    'USDC',
    'a payment that somebody else sends',
    signedAs('TransferWithAuthorization', of(USDC, 'USDC'), { ...payment, nonce: WORD }),
    'Allow this payment? · 5 USDC to 0x7777…ab00',
  ],
  [
    'USDC',
    'a payment that its receiver fetches',
    signedAs('ReceiveWithAuthorization', of(USDC, 'USDC'), { ...payment, nonce: WORD }),
    'Allow this payment? · 5 USDC to 0x7777…ab00',
  ],
  [
    'USDC',
    'a payment that is called off',
    signedAs('CancelAuthorization', of(USDC, 'USDC'), { authorizer: ME, nonce: WORD }),
    'Sign this data? · CancelAuthorization',
  ],
  [
    'Uniswap',
    'a permit that is taken back',
    permit(APP, 0n),
    'Revoke a permission? · Nothing more for 0x5555…5500',
  ],
  [
    'DAI',
    'a permit that is taken back',
    signedAs('DaiPermit', of(DAI, 'DAI'), {
      holder: ME,
      spender: APP,
      nonce: 0,
      expiry: SOON,
      allowed: false,
    }),
    'Revoke a permission? · Nothing more for 0x5555…5500',
  ],
  [
    'Aave',
    'a permit for what is lent',
    permit(APP, 20n * M, AUSDC),
    'Allow spending your tokens? · 20 aUSDC for 0x5555…5500',
  ],
  [
    'Uniswap',
    'a permit for two tokens',
    signedAs('PermitBatch', permit2, {
      details: [inUsdc, inWeth].map((one) => ({ ...one, expiration: SOON, nonce: 0 })),
      ...{ spender: APP, sigDeadline: SOON },
    }),
    'Allow spending your tokens? · 100 USDC, 0.05 WETH for 0x5555…5500',
  ],
  [
    'Uniswap',
    'a permit for two tokens and one trade',
    signedAs('PermitBatchTransferFrom', permit2, {
      permitted: [inUsdc, inWeth],
      spender: APP,
      nonce: 1,
      deadline: SOON,
    }),
    'Allow taking tokens once? · 100 USDC, 0.05 WETH for 0x5555…5500',
  ],
  [
    'Uniswap',
    'a permit for a position',
    signedAs('NftPermit', of(ART, 'ART'), { spender: APP, tokenId: 7, nonce: 0, deadline: SOON }),
    'Sign this data? · ART #7 for 0x5555…5500',
  ],
  [
    'CoW Swap',
    'orders that are cancelled',
    signedAs('OrderCancellations', of(APP, 'Gnosis Protocol'), {
      orderUids: [`0x${'9f'.repeat(56)}`],
    }),
    'Sign this data? · OrderCancellations',
  ],
  [
    '0x',
    'an answer to a request for a price',
    signedAs('RfqOrder', of(APP, 'ZeroEx'), {
      ...{ makerToken: WETH, takerToken: USDC, makerAmount: inWeth.amount },
      ...{ takerAmount: inUsdc.amount, maker: ME, taker: APP, txOrigin: APP, pool: WORD },
      ...{ expiry: SOON, salt: 7 },
    }),
    'Offer this trade? · Give 0.05 WETH, get 100 USDC',
  ],
  [
    'Rarible',
    'an offer to sell',
    signedAs('RaribleOrder', of(APP, 'Exchange'), {
      ...{ maker: ME, makeAsset: asset('0x73ad2146', '1', ART, 7n), taker: NOBODY },
      ...{ takeAsset: asset('0xaaaebeba', E.toString()), salt: 1, start: 0, end: SOON },
      ...{ dataType: '0xffffffff', data: '0x' },
    }),
    'Offer this trade? · Give ART #7, get 1 ETH',
  ],
  [
    'Axie',
    'an offer to sell',
    signedAs('AxieOrder', of(APP, 'MarketGateway'), {
      ...{ maker: ME, kind: 1, assets: [{ erc: 1, addr: ART, id: 7, quantity: 0 }], nonce: 0 },
      ...{ expiredAt: SOON, paymentToken: WETH, startedAt: 0, basePrice: E.toString() },
      ...{ endedAt: 0, endedPrice: 0, expectedState: 0, marketFeePercentage: 425 },
    }),
    'Offer this trade? · Give ART #7, get 0.9575 WETH',
  ],
  [
    'OpenSea',
    'many offers at once',
    signedAs('BulkOrder', of(SEAPORT, 'Seaport'), { tree: [order, order] }),
    'Offer 2 trades? · 2 trades',
  ],
  [
    'OpenSea',
    'an offer to buy with coins that are wrapped',
    seaport([item(1, WETH, E)], [{ ...art, recipient: ME }]),
    'Offer this trade? · Give 1 WETH, get ART #7',
  ],
  [
    'LooksRare',
    'an offer to buy',
    signedAs('Maker', of(APP, 'LooksRareProtocol'), {
      ...{ quoteType: 0, globalNonce: 0, subsetNonce: 0, orderNonce: 0, strategyId: 0 },
      ...{ collectionType: 0, collection: ART, currency: WETH, signer: ME, startTime: 0 },
      ...{ endTime: SOON, price: E.toString(), itemIds: [7], amounts: [1] },
      additionalParameters: '0x',
    }),
    'Offer this trade? · Give 1 WETH, get ART #7',
  ],
  [
    'OpenZeppelin',
    'a transfer that a forwarder sends',
    signedAs('ForwardRequest', of(APP, 'ERC2771Forwarder'), {
      ...{ from: ME, to: USDC, value: 0, gas: 90_000, nonce: 0, deadline: SOON },
      data: transfer,
    }),
    'Let someone else send this for you? · 5 USDC to 0x7777…Ab00',
  ],
  [
    'Polygon',
    'a transfer that somebody else sends',
    signedAs('MetaTransaction', of(USDC, 'USDC'), {
      nonce: 0,
      from: ME,
      functionSignature: transfer,
    }),
    'Sign this data? · 5 USDC to 0x7777…Ab00',
  ],
  [
    'Safe',
    'a message',
    signedAs('SafeMessage', { chainId: 1, verifyingContract: SAFE }, { message: '0x48656c6c6f' }),
    'Sign this data? · SafeMessage',
  ],
  [
    'Compound',
    'a right that is taken back',
    signedAs('CometAuthorization', of(APP, 'Compound'), {
      owner: ME,
      manager: APP,
      isAllowed: false,
      nonce: 0,
      expiry: SOON,
    }),
    'Sign this data? · Authorization',
  ],
  [
    'Morpho',
    'a right that is taken back',
    signedAs('Authorization', of(APP, 'Morpho'), {
      authorizer: ME,
      authorized: APP,
      isAuthorized: false,
      nonce: 0,
      deadline: SOON,
    }),
    'Sign this data? · Authorization',
  ],
  [
    'Aave',
    'a right to borrow that is taken back',
    signedAs('DelegationWithSig', of(APP, 'Aave'), {
      delegatee: APP,
      value: 0,
      nonce: 0,
      deadline: SOON,
    }),
    'Sign this data? · DelegationWithSig',
  ],
  [
    'Aave',
    'a delegate for votes',
    signedAs('DelegateByType', of(APP, 'Aave token V3'), {
      ...{ delegator: ME, delegatee: FRIEND, delegationType: 0, nonce: 0, deadline: SOON },
    }),
    'Sign this data? · DelegateByType',
  ],
  [
    'Compound',
    'a vote that is signed',
    signedAs('BravoBallot', of(APP, 'Compound Governor Bravo'), { proposalId: 7, support: 1 }),
    'Sign this data? · Ballot',
  ],
  [
    'a governor',
    'a vote with a reason',
    signedAs('ExtendedBallot', of(APP, 'Governor'), {
      ...{ proposalId: 7, support: 1, voter: ME, nonce: 0, reason: 'Yes', params: '0x' },
    }),
    'Sign this data? · ExtendedBallot',
  ],
  [
    'Snapshot',
    'a space to follow',
    signedAs('Follow', snapshot, { from: ME, space: 'sample.example' }),
    'Sign this data? · Follow',
  ],
  [
    'Snapshot',
    'a proposal that is taken back',
    signedAs('CancelProposal', snapshot, {
      from: ME,
      space: 'sample.example',
      timestamp: SOON,
      proposal: WORD,
    }),
    'Sign this data? · CancelProposal',
  ],
  [
    'Farcaster',
    'a name for a number',
    signedAs('Register', of(APP, 'Farcaster IdGateway'), {
      to: ME,
      recovery: APP,
      nonce: 0,
      deadline: SOON,
    }),
    'Sign this data? · Register',
  ],
  [
    'Farcaster',
    'a key that is taken back',
    signedAs('Remove', of(APP, 'Farcaster KeyRegistry'), {
      owner: ME,
      key: `0x${'9f'.repeat(32)}`,
      nonce: 0,
      deadline: SOON,
    }),
    'Sign this data? · Remove',
  ],
  [
    'EAS',
    'an attestation',
    signedAs('Attest', of(APP, 'EAS'), {
      ...{ attester: ME, schema: WORD, recipient: FRIEND, expirationTime: 0, revocable: true },
      ...{ refUID: WORD, data: WORD, value: 0, nonce: 0, deadline: SOON },
    }),
    'Sign this data? · Attest',
  ],
  [
    'EAS',
    'an attestation that is taken back',
    signedAs('Revoke', of(APP, 'EAS'), {
      revoker: ME,
      schema: WORD,
      uid: WORD,
      value: 0,
      nonce: 0,
      deadline: SOON,
    }),
    'Sign this data? · Revoke',
  ],
  [
    'dYdX',
    'a key that is made',
    signedAs('dYdX', { name: 'dYdX Chain', chainId: 1 }, { action: 'dYdX Chain Onboarding' }),
    'Sign this data? · dYdX',
  ],
  [
    'Vertex',
    'an order',
    signedAs('VertexOrder', vertex, {
      ...{ sender: subaccount, priceX18: E.toString(), amount: E.toString() },
      ...{ expiration: SOON, nonce: 1 },
    }),
    'Offer this trade? · ⚠ You may get less than it says',
    ['openOrder'],
  ],
  [
    'Vertex',
    'a withdrawal',
    signedAs('WithdrawCollateral', vertex, {
      sender: subaccount,
      productId: 0,
      amount: '5000000',
      nonce: 1,
    }),
    'Sign this data? · WithdrawCollateral',
  ],
]
