/** Lower case of a name that identifies a person in any letter case. */

/** An unassigned character: a later version of Unicode may give it a case, which would change the account's key. */
const UNASSIGNED = /\p{Cn}/u

/**
 * Writes a name in lower case, if only its own upper case shares that form. Unicode has letters whose lower case is a
 * different letter (the Kelvin sign is a `k`, the Ångström sign an `å`), some whose lower case depends on their
 * neighbours (`Σ`), and some that can be written as one character or as two. With each of these, two names would be one
 * person, or one person two.
 *
 * @returns The name in lower case; undefined if it is ambiguous.
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
