/** Tokens whose symbols imitate other tokens. */
import { fakedSymbols, knownTokens } from '../parties/known-contracts.js'
import type { TokenInfo } from '../reads/token-info.js'
import { isEqual } from '../values/addresses.js'
import { lookAlikes } from '../values/mixed-scripts.js'

/** Letters of other scripts that look like these, in lower case and capitals (of Unicode's confusables). */
const CONFUSABLE: Record<string, string> = {
  A: 'ΑАᎪ',
  B: 'ΒВᏴ',
  C: 'СϹᏟ',
  D: 'Ꭰ',
  E: 'ΕЕᎬ',
  H: 'ΗНᎻ',
  I: 'ΙІӀᏆ|',
  J: 'ЈᎫ',
  K: 'ΚКᏦ',
  L: 'Ꮮ',
  M: 'ΜМᎷ',
  N: 'ΝᏁ',
  O: 'ΟО0Օ',
  P: 'ΡРᏢ',
  S: 'ЅՏᏚ5',
  T: 'ΤТᎢ',
  U: 'Սᑌ',
  V: 'ѴᏙ',
  W: 'ԜᏔ',
  X: 'ΧХ',
  Y: 'ΥҮУ',
  Z: 'ΖᏃ',
}
const LATIN = new Map(
  Object.entries(CONFUSABLE).flatMap(([latin, others]) => [...others].map((one) => [one, latin])),
)

export interface Real {
  symbol: string
  address: `0x${string}`
}

/**
 * The real token's symbol that this one imitates, or its own if it mixes alphabets.
 *
 * @param watched - What the person has in their list: those are real to them.
 * @param ticker - Of the chain's coin, which is no token.
 */
export function imitated(
  { address, symbol, standard }: Pick<TokenInfo, 'address' | 'symbol' | 'standard'>,
  { chainId, ticker, watched }: { chainId: number; ticker: string; watched: readonly Real[] },
): string | undefined {
  if (!symbol || standard !== 'ERC-20') return undefined
  const real = [...watched, ...knownTokens(chainId)]
  if (real.some((one) => isEqual(one.address, address))) return undefined
  const shape = skeleton(symbol)
  const same = real.find((one) => skeleton(one.symbol) === shape)
  if (same) return same.symbol
  // On a chain whose real tokens we do not know, only a disguised symbol is certainly fake. A token with the coin's
  // symbol always is.
  const faked = fakedSymbols(ticker).find((one) => skeleton(one) === shape)
  if (faked && (faked !== symbol || faked === ticker)) return faked
  return lookAlikes(symbol)[0]
}

/** The text as it looks: capital Latin letters, as far as others can be mistaken for them. */
export const skeleton = (text: string): string =>
  [...text.normalize('NFKC').toUpperCase()]
    .filter((char) => /[\p{L}\p{N}|]/u.test(char))
    .map((char) => LATIN.get(char) ?? char)
    .join('')
