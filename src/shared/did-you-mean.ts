/** Suggestions for names that look like a typing error. */

/** Edits that still look like a typing error, as a share of the longer name. */
const TOLERANCE = 0.34
/** Characters of a name that are compared and shown. */
export const MAX_NAME = 64
/** Unknown names reported at once: a longer list was probably not meant for us. */
const MAX_TOLD = 20

/** @returns `, did you mean network?`, or nothing. */
export function didYouMean(name: string, known: readonly string[]): string {
  const told = name.slice(0, MAX_NAME)
  const [best] = known
    .map((candidate) => ({ candidate, distance: distanceOf(told, candidate) }))
    .filter(({ candidate, distance }) => {
      return distance <= Math.max(1, Math.max(told.length, candidate.length) * TOLERANCE)
    })
    .sort((one, other) => one.distance - other.distance)
  return best ? `, did you mean ${best.candidate}?` : ''
}

/**
 * A warning for each attribute that resembles a known one. Other unknown attributes belong to the page or a framework.
 */
export function unknownAttributes(names: readonly string[], known: readonly string[]): string[] {
  return names
    .filter((name) => !known.includes(name))
    .map((name) => ({ name: name.slice(0, MAX_NAME), guess: didYouMean(name, known) }))
    .filter(({ guess }) => guess)
    .slice(0, MAX_TOLD)
    .map(({ name, guess }) => `attribute ${name}: unknown${guess}`)
}

/** Letters to add, drop, replace or swap with the next one (optimal string alignment); case is free. */
export function distanceOf(one: string, other: string): number {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()]
  const rows = [Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = rows[i - 1]![j - 1]! + Number(a[i - 1] !== b[j - 1])
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwap ? rows[i - 2]![j - 2]! + 1 : Number.POSITIVE_INFINITY
      row.push(Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, replaced, swapped))
    }
    rows.push(row)
  }
  return rows[a.length]![b.length]!
}
