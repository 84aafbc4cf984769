/** Edits of a hand-written JSON file that leave every other byte as it was. */
import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser'

import { WalletError } from '../../shared/errors.js'

/** Names of members and places in lists that lead to a value, from the root. */
export type Path = readonly (string | number)[]

/**
 * Adds a member at the end of an object, or an item at the end of a list, in the style of its neighbours. The parser's
 * own edits would reformat the neighbours, too.
 *
 * @param text - JSON that parses.
 * @param path - Leads to the object or list.
 * @param name - Of the member; undefined for an item of a list.
 * @throws {WalletError} `INVALID_ARGUMENT` if the path leads nowhere.
 */
export function addToJson(
  text: string,
  path: Path,
  name: string | undefined,
  value: unknown,
): string {
  const container = nodeAt(text, path)
  const start = container.offset + 1
  const last = container.children?.at(-1)
  const end = last && endOf(last)
  const label = name === undefined ? '' : `${JSON.stringify(name)}:${isOneLine(text) ? '' : ' '}`
  const inner = text.slice(start, end ?? start)

  if (isOneLine(text) || (inner && !inner.includes('\n'))) {
    const comma = !inner ? '' : /,\S/.test(inner) || isOneLine(text) ? ',' : ', '
    return splice(text, end ?? start, `${comma}${label}${JSON.stringify(value)}`)
  }
  const outside = lineIndent(text, start)
  const indent = inner.match(/\n([ \t]*)\S/)?.[1] ?? outside + stepOf(text)
  const member = `${newlineOf(text)}${indent}${label}${written(text, value, indent)}`
  if (end !== undefined) return splice(text, end, `,${member}`)
  return splice(text, start, `${member}${newlineOf(text)}${outside}`, endOf(container) - 1)
}

/** Replaces a value. Parameters and errors as in `addToJson`. A list on one line stays on one line. */
export function replaceInJson(text: string, path: Path, value: unknown): string {
  const old = nodeAt(text, path)
  const before = text.slice(old.offset, endOf(old))
  const isShort = old.type === 'array' && !!old.children?.length && !before.includes('\n')
  const after = isShort
    ? JSON.stringify(value).replaceAll('","', /,\S/.test(before) ? '","' : '", "')
    : isOneLine(text)
      ? JSON.stringify(value)
      : written(text, value, lineIndent(text, old.offset))
  return splice(text, old.offset, after, endOf(old))
}

/** Removes a member or an item, with a comma next to it. Parameters and errors as in `addToJson`. */
export function removeFromJson(text: string, path: Path): string {
  const value = nodeAt(text, path)
  // A member is its name and its value.
  const node = value.parent?.type === 'property' ? value.parent : value
  const siblings = node.parent!.children!
  const at = siblings.indexOf(node)
  const [previous, next] = [siblings[at - 1], siblings[at + 1]]
  if (next) return splice(text, node.offset, '', next.offset)
  if (previous) return splice(text, endOf(previous), '', endOf(node))
  return splice(text, node.parent!.offset + 1, '', endOf(node.parent!) - 1)
}

function nodeAt(text: string, path: Path): Node {
  const node = findNodeAtLocation(parseTree(text)!, [...path])
  if (node) return node
  throw new WalletError('INVALID_ARGUMENT', `There is no ${path.join('.')}.`)
}

const splice = (text: string, at: number, added: string, rest = at): string =>
  text.slice(0, at) + added + text.slice(rest)

const written = (text: string, value: unknown, indent: string): string =>
  JSON.stringify(value, null, stepOf(text)).replaceAll('\n', newlineOf(text) + indent)

const endOf = ({ offset, length }: Node): number => offset + length

const isOneLine = (text: string): boolean => !/\n./.test(text)
const newlineOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n')
const stepOf = (text: string): string => text.match(/\n([ \t]+)\S/)?.[1] ?? '  '
const lineIndent = (text: string, index: number): string =>
  text.slice(text.lastIndexOf('\n', index) + 1).match(/^[ \t]*/)![0]
