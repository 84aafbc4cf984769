/** Addresses that bytes may name, at every place where a contract may look for one. */
import type { Hex } from '../clear-signing/descriptor.js'

/** Bytes of call data that are searched at every offset: longer packed data has too many. */
const MAX_PACKED = 100
/** Patterns of numbers, offsets and padding, which real addresses do not have. */
const IMPLAUSIBLE = /^(0{16}|f{16})|(0{16}|f{16})$/
const PUSH1 = 0x60
const PUSH20 = 0x73
const PUSH32 = 0x7f

/**
 * Words of call data, with their high bytes unchecked. A short last word is padded with zeros.
 *
 * @param depth - Of nested calls, each of which has a selector before its words.
 */
export function wordsIn(data: Hex, depth = 1): string[] {
  const words = data.slice(2 + 8 * depth).toLowerCase()
  return (words.match(/.{1,64}/g) ?? []).map((word) => word.padEnd(64, '0'))
}

/** Addresses in call data and in nested calls, at the places where the ABI puts them. */
export function mentionedIn(data: Hex): Hex[] {
  const aligned = wordsIn(data).filter((word) => /^0{24}/.test(word))
  // A long row of noughts would make many of one: an address that begins with some has to stand on a word.
  const inner = [...data.toLowerCase().matchAll(/(?=0{24}((?!00)[0-9a-f]{40}))/g)]
  const anywhere = inner.filter(({ index }) => index % 2 === 0).map((found) => found[1]!)
  return plausible([...aligned.map((word) => word.slice(24)), ...anywhere])
}

/** Addresses in packed call data, or in nested calls with dirty upper bytes. */
export function hiddenIn(data: Hex): Hex[] {
  const size = data.length / 2 - 1
  if (size > MAX_PACKED) return heldIn([2, 3].flatMap((depth) => wordsIn(data, depth)))
  const places = Array.from({ length: Math.max(size - 19, 0) }, (_, at) => 2 + 2 * at)
  return plausible(places.map((place) => data.slice(place, place + 40).toLowerCase()))
}

/** Addresses in a contract's code: constants and immutables. */
export function writtenIn(code: Hex): Hex[] {
  const found: string[] = []
  for (let at = 2; at < code.length; ) {
    const operation = Number.parseInt(code.slice(at, at + 2), 16)
    const size = operation >= PUSH1 && operation <= PUSH32 ? 2 * (operation - PUSH1 + 1) : 0
    const pushed = code.slice(at + 2, at + 2 + size).toLowerCase()
    if (operation === PUSH20) found.push(pushed)
    if (operation === PUSH32 && /^0{24}/.test(pushed)) found.push(pushed.slice(24))
    at += 2 + size
  }
  return plausible(found)
}

/** Addresses in words of storage or of an event. */
export const heldIn = (words: readonly string[]): Hex[] =>
  plausible(words.map((word) => word.slice(-40).toLowerCase()))

const plausible = (found: readonly string[]): Hex[] => [
  ...new Set(
    found
      .filter((one) => one.length === 40 && !IMPLAUSIBLE.test(one))
      .map((one) => `0x${one}` as Hex),
  ),
]
