/** Lower case of a name by which people are known whatever its case. */

/** No letter yet: another version of Unicode may give it a case, and the account with it another key. */
const UNASSIGNED = /\p{Cn}/u

/**
 * Writes a name in lower case, if it is one that only its own upper case shares with it. Unicode has letters that are
 * another's in lower case (the Kelvin sign is a `k`, the Ångström sign an `å`), some whose lower case depends on what
 * is beside them (`Σ`), and some that can be written as one character or as two. With each of these, two names would
 * be one person, or one person two.
 *
 * @returns The name in lower case; nothing if it is ambiguous.
 */
export function lowerCaseOf(name: string): string | undefined {
  const letters = [...name]
  const lower = letters.map((letter) => letter.toLowerCase())
  const isOneToOne = letters.every(
    (letter, at) => lower[at] === letter || lower[at]!.toUpperCase() === letter,
  )
  const text = lower.join('')
  const isAlone = text === name.toLowerCase() && text === text.normalize('NFC')
  return isOneToOne && isAlone && !UNASSIGNED.test(name) ? text : undefined
}
