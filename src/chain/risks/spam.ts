/** Tokens that were sent to many accounts to lead people somewhere, by what they call themselves. */
import type { Asset } from '../reads/asset.js'
import { lookAlikes } from '../values/mixed-scripts.js'
import { imitated, type Real, skeleton } from './look-alikes.js'

/** A host, or a link to a group. Versions such as "v2.0" do not count. */
const LINK =
  /https?:|www\.|t\.me\b|[\p{L}\p{N}-]{2,}[.。]\p{L}{2,}|[\p{L}\p{N}][.。](?:com|io|org|net|xyz|app|me|gg)\b/iu
/** Well-known tokens have these hosts in their names. */
const HOSTS = /curve\.fi|yearn\.finance/giu
/** Words that promise something for a visit, in the languages in which they are sent most. */
const PROMISE =
  /\b(?:claim|airdrop|rewards?|bonus|vouchers?|gifts?|free|winner|redeem|eligible|visit|mystery ?box|swap (?:at|on|to))\b|领取|空投|奖励|получ|награ|reclam|recompensa|réclam/iu
/** "$5000", "1,000 USDC": no real token has an amount as its name. */
const AMOUNT = /[$€£]\s*\d|\d\s*[$€£]|(?<![\p{L}\p{N}.,/-])\d[\d.,]*\s*(?:usd[ct]?|eth|btc|bnb)\b/iu
/** A hidden or direction-changing character, in the form that `visible` gives it. */
const HIDDEN = /⟨U\+/u
const WAYS = [LINK, PROMISE, AMOUNT, HIDDEN]

interface Context {
  chainId: number
  /** Of the chain's coin. */
  ticker: string
  /** Tokens listed by the person or the operator: their symbols are genuine. */
  listed: readonly Real[]
}

/**
 * Whether it is most likely a trap: its name or symbol has a link, a promise, an amount or hidden characters, or
 * imitates a token that the wallet knows.
 */
export function isLikelySpam(asset: Asset, { chainId, ticker, listed }: Context): boolean {
  const { address, symbol, name = '' } = asset
  const texts = [name, symbol].map((text) => text.normalize('NFKC').replaceAll(HOSTS, ''))
  if (texts.some((text) => WAYS.some((way) => way.test(text)))) return true
  if ([name, symbol].some((text) => lookAlikes(text).length)) return true
  const shapes = new Set(texts.map(skeleton).filter(Boolean))
  if (listed.some((one) => shapes.has(skeleton(one.symbol)))) return true
  const token = { address, symbol, standard: 'ERC-20' } as const
  return imitated(token, { chainId, ticker, watched: listed }) !== undefined
}
