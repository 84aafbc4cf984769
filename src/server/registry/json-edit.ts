/** Additions to a hand-written JSON file that leave every other byte as it was. */
import { findNodeAtLocation, parseTree } from 'jsonc-parser'

import { WalletError } from '../../shared/errors.js'

/**
 * Adds a member at the end of an object, or an item at the end of a list, in the style of its neighbours. The parser's
 * own edits would reformat the neighbours, too.
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
  const container = findNodeAtLocation(parseTree(text)!, [...path])
  if (!container) throw new WalletError('INVALID_ARGUMENT', `There is no ${path.join('.')}.`)
  const start = container.offset + 1
  const last = container.children?.at(-1)
  const end = last && last.offset + last.length
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const step = text.match(/\n([ \t]+)\S/)?.[1] ?? '  '
  const isOneLine = !/\n./.test(text)
  const label = name === undefined ? '' : `${JSON.stringify(name)}:${isOneLine ? '' : ' '}`
  const inner = text.slice(start, end ?? start)
  const splice = (at: number, added: string, rest = at) =>
    text.slice(0, at) + added + text.slice(rest)

  if (isOneLine || (inner && !inner.includes('\n'))) {
    const comma = !inner ? '' : /,\S/.test(inner) || isOneLine ? ',' : ', '
    return splice(end ?? start, `${comma}${label}${JSON.stringify(value)}`)
  }
  const outside = lineIndent(text, start)
  const indent = inner.match(/\n([ \t]*)\S/)?.[1] ?? outside + step
  const body = JSON.stringify(value, null, step).replaceAll('\n', newline + indent)
  const member = `${newline}${indent}${label}${body}`
  if (end !== undefined) return splice(end, `,${member}`)
  return splice(start, `${member}${newline}${outside}`, container.offset + container.length - 1)
}

const lineIndent = (text: string, index: number): string =>
  text.slice(text.lastIndexOf('\n', index) + 1).match(/^[ \t]*/)![0]
