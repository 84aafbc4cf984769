/** Chain names and coin symbols that imitate those of known chains. */
import { KNOWN_CHAINS, type KnownChain } from '../networks/known-chains.js'
import { skeleton } from './look-alikes.js'

/** Pairs of letters that look like one, and characters that look like a stroke. */
const PAIRS = [
  [/RN/g, 'M'],
  [/VV/g, 'W'],
  [/[L1]/g, 'I'],
] as const

/** How a word looks. */
const shape = (word: string): string =>
  PAIRS.reduce((text, [from, to]) => text.replace(from, to), skeleton(word))

/**
 * Compares by whole words, so that "Base" matches "Base network" but not "Database". Invisible characters do not split
 * words.
 */
const shapes = (name: string): string =>
  ` ${name
    .replace(/\p{Cf}/gu, '')
    .split(/[^\p{L}\p{M}\p{N}|]+/u)
    .map(shape)
    .join(' ')
    .trim()} `

/** The known chain that a name contains or imitates; the longest match. */
export function imitatedChain(name: string): KnownChain | undefined {
  const own = shapes(name)
  const found = KNOWN_CHAINS.filter((known) => own.includes(shapes(known.name)))
  return found.sort((a, b) => b.name.length - a.name.length)[0]
}

/** The first known chain with this symbol, or with a symbol that it imitates. */
export const sameTicker = (ticker: string): KnownChain | undefined =>
  ticker ? KNOWN_CHAINS.find((known) => shape(known.ticker) === shape(ticker)) : undefined
