/** Orders of markets for collectibles and predictions, as their contracts have them hashed, in words. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { word } from '../../src/chain/values/words.js'
import { fields } from '../support/typed-data-types.js'
import {
  AMOUNTS,
  ART,
  type Asked,
  asset,
  axie,
  BID,
  clob,
  FOR_NOTHING,
  GET,
  looksRare,
  money,
  NO_END,
  OPEN,
  OTHER,
  rarible,
  readBy,
  SALE,
  TITLE,
  TYPES,
  UNREADABLE,
  UNTIL,
} from './support/orders.js'
import { NOBODY, SOON } from './support/signed-calls.js'

const CASES: Record<string, [asked: Asked, reads: string[]]> = {
  'LooksRare, a sale': [looksRare(), SALE],
  'LooksRare, a sale for nothing': [
    looksRare({ price: 0, currency: NOBODY }),
    [TITLE, 'You give: Harbour Art #12 (ART)', 'You get: 0 ETH', UNTIL, FOR_NOTHING],
  ],
  'LooksRare, a sale of many': [
    looksRare({ collectionType: 1, itemIds: [12, 13], amounts: [2, 3] }),
    [
      TITLE,
      'You give: 2 × Harbour Art #12 (ART)',
      'You give: 3 × Harbour Art #13 (ART)',
      GET,
      UNTIL,
    ],
  ],
  'LooksRare, a bid': [
    looksRare({ quoteType: BID }),
    [TITLE, 'You give: 0.05 WRAP (WRAPPED)', 'You get: Harbour Art #12 (ART)', UNTIL],
  ],
  'LooksRare, a bid on any of a collection': [
    looksRare({ quoteType: BID, strategyId: 1, itemIds: [] }),
    [TITLE, 'You give: 0.05 WRAP (WRAPPED)', 'You get: any item of Harbour Art (ART)', UNTIL],
  ],
  'LooksRare, by another strategy': [looksRare({ strategyId: 9 }), [...SALE, OPEN]],
  'LooksRare, with parameters': [looksRare({ additionalParameters: '0x12' }), [...SALE, OPEN]],
  'LooksRare, neither sale nor bid': [looksRare({ quoteType: 2 }), UNREADABLE],
  'LooksRare, with more items than amounts': [looksRare({ itemIds: [1, 2] }), UNREADABLE],
  'LooksRare, a sale of nothing': [looksRare({ itemIds: [], amounts: [] }), UNREADABLE],
  'Rarible, a sale': [rarible(), SALE],
  'Rarible, a sale of many for the chain’s coin': [
    rarible({
      makeAsset: asset('0x973bb640', 3, ART, 12n),
      takeAsset: asset('0xaaaebeba', AMOUNTS[1]),
    }),
    [TITLE, 'You give: 3 × Harbour Art #12 (ART)', 'You get: 0.05 ETH', UNTIL],
  ],
  'Rarible, a bid without an end': [
    rarible({ makeAsset: money, takeAsset: asset('0x73ad2146', 1, ART, 12n), end: 0 }),
    [TITLE, 'You give: 0.05 WRAP (WRAPPED)', 'You get: Harbour Art #12 (ART)', ...NO_END],
  ],
  'Rarible, paid out to others': [
    rarible({ dataType: '0x23d235ef', data: `0x01${word(OTHER)}` }),
    [...SALE, OPEN],
  ],
  'Rarible, of another kind of asset': [
    rarible({ makeAsset: asset('0xf63c2825', 1, ART) }),
    UNREADABLE,
  ],
  'Rarible, of an asset with too much data': [
    rarible({ makeAsset: asset('0x73ad2146', 1, ART, 12n, 5n) }),
    UNREADABLE,
  ],
  'Rarible, of an asset with a further field': [
    {
      type: 'Rarible',
      message: {
        ...rarible().message,
        makeAsset: { ...asset('0x73ad2146', 1, ART, 12n), spender: OTHER },
        takeAsset: { ...money, spender: OTHER },
      },
      types: { Asset: [...TYPES.Asset, ...fields('address spender')] },
    },
    [
      ...UNREADABLE.toSpliced(
        4,
        0,
        'Call: Approve a spending cap',
        'Call: Approve a spending cap',
        'danger: The spender is a person’s account, not a contract. Scammers ask for this. (OTHER)',
      ),
    ],
  ],
  'Axie, a sale': [axie(), SALE],
  'Axie, a sale with a share for the market, and a price that falls': [
    axie({ marketFeePercentage: 500, endedAt: SOON, endedPrice: '40000000000000000' }),
    [TITLE, 'You give: Harbour Art #12 (ART)', 'You get: 0.038 WRAP (WRAPPED)', UNTIL],
  ],
  'Axie, all for the market': [
    axie({ marketFeePercentage: 10_001 }),
    [
      ...[TITLE, 'You give: Harbour Art #12 (ART)', 'You get: 0 WRAP (WRAPPED)', UNTIL],
      FOR_NOTHING,
    ],
  ],
  'Axie, not a sale': [axie({ kind: 0 }), UNREADABLE],
  'Axie, of nothing, or of something else': [axie({ assets: [] }), UNREADABLE],
  'Axie, of another standard': [
    axie({ assets: [{ erc: 0, addr: ART, id: 12, quantity: 5 }] }),
    UNREADABLE,
  ],
  'Polymarket, a bid': [
    clob(),
    [TITLE, 'You give: 5 CASH (CASH)', 'You get: 10000000 × Shares #12 (SHARES)', UNTIL],
  ],
  'Polymarket, a sale without an end': [
    clob({ side: 1, makerAmount: 10_000_000, takerAmount: 5_000_000, expiration: 0 }),
    [TITLE, 'You give: 10000000 × Shares #12 (SHARES)', 'You get: 5 CASH (CASH)', ...NO_END],
  ],
  'Polymarket, with a fee that comes off': [
    clob({ feeRateBps: 100 }),
    [TITLE, 'You give: 5 CASH (CASH)', 'You get: 10000000 × Shares #12 (SHARES)', UNTIL, OPEN],
  ],
  'Polymarket, neither bid nor sale': [clob({ side: 2 }), UNREADABLE],
  'Polymarket, on another chain': [clob({}, 1), UNREADABLE],
}

describe('an order of a market in words', () => {
  for (const [what, [asked, reads]] of Object.entries(CASES)) {
    it(what, () => assert.deepEqual(readBy(asked), reads))
  }
})
