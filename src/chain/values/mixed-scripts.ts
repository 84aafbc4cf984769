/** Finds words with letters that imitate others, and right-to-left letters. */
import { apart } from './text.js'

/** Letters in words: scripts are compared within a word. */
const WORD = /[\p{L}\p{M}\p{N}\u24b6-\u24e9\u{1f130}-\u{1f189}]+/gu
/** Scripts that have letters like Latin ones. A genuine word uses only one of these. */
const ALIKE = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Lisu}/u,
]
/** Latin letters and digits in disguise: full width, mathematical, enclosed. */
const DISGUISED =
  /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\u{1d400}-\u{1d7ff}\u24b6-\u24e9\u{1f130}-\u{1f189}]/u
/** Units that are written with a Greek letter in front of a Latin one. */
const UNITS = /^(?:\p{N}*)[µμΩΔ](?:\p{Script=Latin}{0,3})$/u

/** Words that mix letters of scripts that look alike, or have letters in disguise: each a likely fake. */
export function lookAlikes(text: string): string[] {
  const words = text.match(WORD) ?? []
  return [...new Set(words.filter(isLookAlike))]
}

function isLookAlike(word: string): boolean {
  if (DISGUISED.test(word)) return true
  return ALIKE.filter((script) => script.test(word)).length > 1 && !UNITS.test(word)
}

/** Letters from right to left. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Isolates a text only if it contains right-to-left letters. */
export const apartIfMixed = (text: string): string =>
  RIGHT_TO_LEFT.test(text) ? apart(text) : text
