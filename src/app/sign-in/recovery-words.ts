/** A recovery phrase as a person types it: 24 words of BIP-39's English list. */
import { mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'

export const WORD_COUNT = 24
/** Letters that tell one word of the list from every other. */
const TELLING = 4
const MAX_SUGGESTIONS = 6

/** The result of checking the words. Positions count from 1. */
export type Reading =
  | { name: 'secret' /** 32 bytes. */; secret: Uint8Array }
  | { name: 'missing'; positions: number[] }
  /** Words that are not in the list. */
  | { name: 'unknown'; positions: number[] }
  /** All are in the list, but the checksum is wrong: a word is wrong, or two are swapped. */
  | { name: 'unsound' }

/** The words in lower case, as the word list writes them. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .toLowerCase()
    // Marks upon letters, such as the dot of a Turkish capital I, do not part a word.
    .replace(/\p{M}/gu, '')
    .split(/[^a-z]+/)
    .filter(Boolean)

/** Words that begin like this. */
export const suggestionsFor = (prefix: string): string[] =>
  prefix.length < 2
    ? []
    : wordlist.filter((word) => word.startsWith(prefix)).slice(0, MAX_SUGGESTIONS)

/** Completes a word if its first letters are unique in the list; else returns the text as it is. */
export function completed(text: string): string {
  if (text.length < TELLING || wordlist.includes(text)) return text
  return wordlist.find((word) => word.startsWith(text)) ?? text
}

/** @param words - One for each position; empty where none was typed. */
export function readPhrase(words: readonly string[]): Reading {
  const positions = (isWrong: (word: string) => boolean) =>
    words.flatMap((word, at) => (isWrong(word) ? [at + 1] : []))
  const missing = positions((word) => !word)
  if (missing.length) return { name: 'missing', positions: missing }
  const unknown = positions((word) => !wordlist.includes(word))
  if (unknown.length) return { name: 'unknown', positions: unknown }
  try {
    return { name: 'secret', secret: mnemonicToEntropy(words.join(' '), wordlist) }
  } catch {
    return { name: 'unsound' }
  }
}
