/** Seaport: collectibles bought and sold by signed orders. */
import type { Descriptor, Field, Format } from '../descriptor.js'
import { address, beneficiary, date, nft, raw, tokens } from './fields.js'

const BASIC =
  '(address considerationToken,uint256 considerationIdentifier,uint256 considerationAmount,address offerer,address zone,address offerToken,uint256 offerIdentifier,uint256 offerAmount,uint8 basicOrderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 offererConduitKey,bytes32 fulfillerConduitKey,uint256 totalOriginalAdditionalRecipients,(uint256 amount,address recipient)[] additionalRecipients,bytes signature) parameters'
const ITEM =
  'uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount'
const ORDER_PARAMETERS = `(address offerer,address zone,(${ITEM})[] offer,(${ITEM},address recipient)[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 totalOriginalConsiderationItems)`
const ORDER = `(${ORDER_PARAMETERS} parameters,bytes signature)`
const ADVANCED = `(${ORDER_PARAMETERS} parameters,uint120 numerator,uint120 denominator,bytes signature,bytes extraData)`
const CRITERIA =
  '(uint256 orderIndex,uint8 side,uint256 index,uint256 identifier,bytes32[] criteriaProof)[] criteriaResolvers'

/** Amounts of coins, tokens or collectibles: the simulation shows which. */
const item: Field[] = [
  address('token', 'Token or collection'),
  raw('identifierOrCriteria', 'Number'),
  raw('startAmount', 'Amount in smallest units'),
]
const order: Field[] = [
  address('order.parameters.offerer', 'Who offers'),
  { path: 'order.parameters.offer.[]', fields: item },
  date('order.parameters.endTime'),
]
const basic: Format = {
  intent: 'Accept an offer for a collectible',
  fields: [
    nft('parameters.offerIdentifier', 'Offered', 'parameters.offerToken'),
    tokens('parameters.considerationAmount', 'For', 'parameters.considerationToken'),
    address('parameters.offerer', 'Who offers'),
    date('parameters.endTime'),
  ],
}

export const SEAPORT: Descriptor = {
  context: { contract: {} },
  display: {
    formats: {
      [`fulfillBasicOrder(${BASIC})`]: basic,
      [`fulfillBasicOrder_efficient_6GL6yc(${BASIC})`]: basic,
      [`fulfillOrder(${ORDER} order,bytes32 fulfillerConduitKey)`]: {
        intent: 'Accept an offer for a collectible',
        fields: order,
      },
      [`fulfillAdvancedOrder(${ADVANCED} order,${CRITERIA},bytes32 fulfillerConduitKey,address recipient)`]:
        {
          intent: 'Accept an offer for a collectible',
          fields: [...order, beneficiary('recipient')],
        },
      'incrementCounter()': { intent: 'Cancel all your offers' },
    },
  },
}
