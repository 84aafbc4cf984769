/** A change to a JSON file that a person wrote: what is added, and no other byte. */
import { WalletError } from '../../shared/errors.js'

/** Strings, marks, and what else there is: numbers and words. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s"[\]{},:]+/g

interface Container {
  /** Index of its opening bracket. */
  start: number
  /** Index of its closing bracket. */
  end: number
  /** Index behind the last that is in it; `undefined` if it is empty. */
  last: number | undefined
}

/**
 * Adds a member at the end of an object, or an item at the end of a list, in the style of what is there.
 *
 * @param text - JSON that parses.
 * @param path - Names of the members that lead to the object or list, from the root.
 * @param name - Of the member; undefined for an item of a list.
 * @throws {WalletError} `INVALID_ARGUMENT` if the path leads nowhere.
 */
export function addToJson(
  text: string,
  path: readonly string[],
  name: string | undefined,
  value: unknown,
): string {
  const { start, end, last } = find(text, path)
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const step = text.match(/\n([ \t]+)\S/)?.[1] ?? '  '
  const isOneLine = !/\n./.test(text)
  const label = name === undefined ? '' : `${JSON.stringify(name)}:${isOneLine ? '' : ' '}`
  const inner = last === undefined ? '' : text.slice(start + 1, last)
  const splice = (at: number, added: string, rest = at) =>
    text.slice(0, at) + added + text.slice(rest)

  if (isOneLine || (inner && !inner.includes('\n'))) {
    const comma = !inner ? '' : /,\S/.test(inner) || isOneLine ? ',' : ', '
    return splice(last ?? start + 1, `${comma}${label}${JSON.stringify(value)}`)
  }
  const outside = lineIndent(text, start)
  const indent = inner.match(/\n([ \t]*)\S/)?.[1] ?? outside + step
  const body = JSON.stringify(value, null, step).replaceAll('\n', newline + indent)
  const member = `${newline}${indent}${label}${body}`
  if (last !== undefined) return splice(last, `,${member}`)
  return splice(start + 1, `${member}${newline}${outside}`, end)
}

/** The last one of that path, as `JSON.parse` has it. */
function find(text: string, path: readonly string[]): Container {
  const open: { name: string | undefined; start: number; last: number | undefined }[] = []
  let [name, string]: (string | undefined)[] = []
  let found: Container | undefined
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    const end = index + token.length
    if (token === '{' || token === '[') {
      open.push({ name, start: index, last: undefined })
      name = undefined
    } else if (token === '}' || token === ']') {
      const { start, last } = open.at(-1)!
      const here = open.slice(1).map((one) => one.name)
      if (here.length === path.length && here.every((one, i) => one === path[i])) {
        found = { start, end: index, last }
      }
      open.pop()
      if (open.length) open.at(-1)!.last = end
    } else if (token === ':') {
      name = JSON.parse(string!) as string
    } else {
      if (token.startsWith('"')) string = token
      if (token === ',') name = undefined
      else open.at(-1)!.last = end
    }
  }
  if (!found) throw new WalletError('INVALID_ARGUMENT', `There is no ${path.join('.')}.`)
  return found
}

const lineIndent = (text: string, index: number): string =>
  text.slice(text.lastIndexOf('\n', index) + 1).match(/^[ \t]*/)![0]
