/** What JSON parsers let pass: two members of one name, of which some take the first and some the last. */

/** What tells objects and their members' names in JSON that parses: names are strings before a colon. */
const STRUCTURE = /"(?:[^"\\]|\\.)*"(?:\s*:)?|[[\]{}]/g

/**
 * Looks for what could be read in two ways.
 *
 * @param text - JSON that parses.
 * @param maxDepth - Levels of objects and lists.
 * @returns What is wrong, in words; nothing if it has one reading.
 */
export function ambiguityOf(text: string, maxDepth = Number.POSITIVE_INFINITY): string | undefined {
  /** Names of the members so far, of each object or list that is open. */
  const open: Set<string>[] = []
  for (const [token] of text.matchAll(STRUCTURE)) {
    if (token === '{' || token === '[') {
      if (open.push(new Set()) > maxDepth) return `is nested more than ${maxDepth} levels deep`
    } else if (token === '}' || token === ']') {
      open.pop()
    } else if (token.endsWith(':')) {
      // Unescaped: `s\u0075b` is `sub` again.
      const name = JSON.parse(token.slice(0, -1)) as string
      const members = open.at(-1)!
      if (members.has(name)) return 'names a member twice'
      members.add(name)
    }
  }
  return undefined
}
