/** Collectibles that are sent, bought and sold. */
import { callData, encodeCall } from '../../../support/contracts.js'
import { ETHER, FRIEND, MAKER, ME } from '../confirmation-world.js'
import { type Case, unknown, WOULD_FAIL } from './case.js'

const SEND_1155 = 'safeTransferFrom(address from,address to,uint256 id,uint256 amount,bytes data)'
const SEND_1155S =
  'safeBatchTransferFrom(address from,address to,uint256[] ids,uint256[] amounts,bytes data)'

export const collectibles: Case[] = [
  {
    name: 'a collectible that is sent',
    calls: ({ apes }) => [
      { to: apes, data: callData('Collectible', 'transferFrom', [ME, FRIEND, 1n]) },
    ],
    lines: [
      '−Sample Apes #1 <apes>',
      'Send a collectible',
      '  Collectible: Sample Apes #1',
      '  From: Your account <me>',
      '  To: Sample Friend <friend>',
      '  Contract: Sample Apes <apes>',
      'button: Sample Apes #1 to Sample Friend',
    ],
  },
  {
    name: 'an approval for one collectible',
    calls: ({ apes, market }) => [
      { to: apes, data: callData('Collectible', 'approve', [market, 2n]) },
    ],
    lines: [
      'This contract can move Sample Apes #2. <market>',
      'Give permission to move a collectible',
      '  Spender: Contract <market>',
      '  Collectible: Sample Apes #2',
      '  Contract: Sample Apes <apes>',
      'button: Sample Apes #2 for <market>',
    ],
  },
  {
    name: 'a collectible that is bought',
    calls: ({ apes, market }) => [
      { to: market, value: 2n * ETHER, data: callData('Market', 'buy', [apes, 3n]) },
    ],
    lines: [
      '−2 ETH',
      '+Sample Apes #3 <apes>',
      'Call function 0xcce7ec13',
      '  Amount: 2 ETH',
      '  Contract: Contract <market>',
      unknown('market'),
      'button: −2 ETH, +Sample Apes #3',
    ],
  },
  {
    name: 'a collectible that is bought for the wrong price',
    calls: ({ apes, market }) => [
      { to: market, value: ETHER, data: callData('Market', 'buy', [apes, 3n]) },
    ],
    lines: [
      'The contract says: Wrong price',
      'Call function 0xcce7ec13',
      '  Amount: 1 ETH',
      '  Contract: Contract <market>',
      WOULD_FAIL,
      unknown('market'),
      'button: 1 ETH to <market>',
    ],
  },
  {
    name: 'a collectible that is sold',
    prepare: async (world) => {
      await world.call(
        ME,
        'apes',
        callData('Collectible', 'setApprovalForAll', [world.at.market, true]),
      )
    },
    calls: ({ apes, market, gold }) => [
      { to: market, data: callData('Market', 'sell', [apes, 1n, gold, MAKER, 3n * ETHER]) },
    ],
    lines: [
      '−Sample Apes #1 <apes>',
      '+3 GOLD <gold>',
      'Call function 0x58d057bf',
      '  Contract: Contract <market>',
      unknown('market'),
      'button: −Sample Apes #1, +3 GOLD',
    ],
  },
  {
    name: 'several of a collectible that are sent',
    calls: ({ items }) => [{ to: items, data: encodeCall(SEND_1155, [ME, FRIEND, 4n, 3n, '0x']) }],
    lines: [
      '−3 × <items> #4 <items>',
      'Send collectibles',
      '  Collectible: 0x6968…e05b #4',
      '  How many: 3',
      '  From: Your account <me>',
      '  To: Sample Friend <friend>',
      '  Contract: Token <items>',
      'button: 3 × <items> #4 to Sample Friend',
    ],
  },
  {
    name: 'several collectibles that are sent at once',
    calls: ({ items }) => [
      { to: items, data: encodeCall(SEND_1155S, [ME, FRIEND, [1n, 2n], [1n, 5n], '0x']) },
    ],
    lines: [
      '−<items> #1 <items>',
      '−5 × <items> #2 <items>',
      'Send collectibles',
      '  Collectible: 0x6968…e05b #1',
      '  Collectible: 0x6968…e05b #2',
      '  How many: 1',
      '  How many: 5',
      '  From: Your account <me>',
      '  To: Sample Friend <friend>',
      '  Contract: Token <items>',
      'button: −<items> #1, −5 × 0x6968…e05b #2',
    ],
  },
]
