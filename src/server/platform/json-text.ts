/** Rejects ambiguous JSON: if a name occurs twice in an object, some parsers take the first value and some the last. */
import { type ParseError, parse } from 'jsonc-parser'

import { WalletError } from '../../shared/errors.js'

/** Matches brackets and strings in valid JSON. A string before a colon is a name. */
const STRUCTURE = /"(?:[^"\\]|\\.)*"(?:\s*:)?|[[\]{}]/g

/**
 * Looks for ambiguities between parsers.
 *
 * @param text - JSON that parses.
 * @param maxDepth - Levels of objects and lists.
 * @returns The fault in words; undefined if it has one reading.
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

/** @throws {WalletError} `INVALID_ARGUMENT`, naming the file, also if an entry is there twice, and would hide the first. */
export function parseText(text: string, file: string): unknown {
  let value: unknown
  let hasPrototype = false
  try {
    value = JSON.parse(text, (name, member) => {
      hasPrototype ||= name === '__proto__'
      return member
    })
  } catch {
    throw new WalletError('INVALID_ARGUMENT', `${file}: is no JSON${faultIn(text)}.`)
  }
  // A schema drops this name without a word, and a copy takes the value as its prototype.
  const ambiguity = hasPrototype ? 'has a member __proto__' : ambiguityOf(text)
  if (ambiguity) throw new WalletError('INVALID_ARGUMENT', `${file}: ${ambiguity}.`)
  return value
}

/** Line and column of the first syntax error, counted as editors do. */
function faultIn(text: string): string {
  const faults: ParseError[] = []
  parse(text, faults, { disallowComments: true })
  if (!faults[0]) return ''
  const before = text.slice(0, faults[0].offset).split('\n')
  return `, from line ${before.length}, column ${before.at(-1)!.length + 1}`
}

/** The value of what should be JSON; undefined if it does not parse. For what a schema looks at next. */
export function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
