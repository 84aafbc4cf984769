/** Which tokens that came unasked are folded away: by link, promise, amount, disguise or a known name. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import type { Asset } from '../../src/chain/reads/asset.js'
import { isLikelySpam } from '../../src/chain/risks/spam.js'
import { visible } from '../../src/chain/values/text.js'

const HUSD = { symbol: 'HUSD', address: `0x${'11'.repeat(20)}` } as const
const CONTEXT = { chainId: 1, ticker: 'ETH', listed: [HUSD] }
const token = (name: string, symbol: string, type: Asset['type'] = 'ERC20'): Asset => ({
  ...{ type, address: `0x${'22'.repeat(20)}`, decimals: 18 },
  ...{ name: visible(name), symbol: visible(symbol) },
})

const SPAM: [string, string][] = [
  ['Visit harbour-claim.example to claim', 'CLAIM'],
  ['ETH reward', 'ethreward.example'],
  ['www.rewards-dollar', 'RWD'],
  ['https://gift', 'GIFT'],
  ['Telegram: t.me/harbour', 'TG'],
  ['harbour.finance airdrop', 'HBR'],
  ['Claim your 2,500 tokens', 'HBR'],
  ['Airdrop season 2', 'AIR'],
  ['Free mint voucher', 'MINT'],
  ['Winner ticket', 'WIN'],
  ['You are eligible', 'YOU'],
  ['Bonus points', 'BNS'],
  ['Redeem at the harbour', 'RDM'],
  ['Mystery Box #4', 'BOX'],
  ['Swap at harbour', 'SWP'],
  ['Loyalty reward', 'LYL'],
  ['Gift from the harbour', 'GFT'],
  ['领取奖励', '奖'],
  ['空投', 'KT'],
  ['Получите награду', 'NGR'],
  ['Reclame su recompensa', 'REC'],
  ['Réclamez vos jetons', 'REC'],
  ['$5000', '5K'],
  ['1,000 USDC', 'K'],
  ['10 ETH', 'TEN'],
  ['€ 250 for you', 'EUR250'],
  ['Token', '0.5BTC'],
  ['Harbour Dollar', 'HUSD'],
  ['Harbour Dollar', 'husd'],
  ['Harbour Dollar', 'НUSD'],
  ['HUSD', 'X1'],
  ['H U S D', 'X2'],
  ['Ether', 'ЕТН'],
  ['Token', 'USDС'],
  ['ＵＳＤ Ｃoin', 'UC'],
  ['Sаmple', 'SMP'],
  ['Harbour\u200b Dollar', 'HBD'],
  ['Harbour \u202erallod', 'HBD'],
  ['harbour。com', 'HBR'],
  ['Harbour pass', 'HUSD'],
  ['x.com', 'X'],
  ['harbour．com', 'HBR'],
  ['5000 $', 'FIVE'],
]
const HONEST: [string, string][] = [
  ['Harbour Points', 'HPT'],
  ['Sample Token v2.0', 'SMP2'],
  ['Wrapped Sample', 'wSMP'],
  ['Gifted Artists', 'ARTS'],
  ['Freedom Library', 'FRDM'],
  ['Tokyo 東京', 'TYO'],
  ['Staked HPT (3.5 %)', 'stHPT'],
  ['Dr. Who', 'DRW'],
  ['Curve.fi DAI/USDC/USDT', '3Crv'],
  ['yearn.finance', 'YFI'],
  ['50WETH-50USDC', 'B-50WETH-50USDC'],
  ['Harbour v3 USDC', 'hv3USDC'],
  ['No. 7', 'NO7'],
  ['', 'HPT'],
]

describe('a token that came unasked', () => {
  for (const type of ['ERC20', 'ERC721'] as const) {
    for (const [name, symbol] of SPAM) {
      it(`${type} “${name}” (${symbol}) is folded away`, () => {
        assert.ok(isLikelySpam(token(name, symbol, type), CONTEXT))
      })
    }
    for (const [name, symbol] of HONEST) {
      it(`${type} “${name}” (${symbol}) is shown`, () => {
        assert.ok(!isLikelySpam(token(name, symbol, type), CONTEXT))
      })
    }
  }
})
