import { make } from '../dom.js'

/** Comments, texts, tags, and the words of the language; in this order, since the first match counts. */
const TOKENS =
  /(?<comment>\/\/.*)|(?<text>'(?:[^'\\]|\\.)*'|"[^"]*")|(?<tag><\/?[\w-]+|>)|(?<word>\b(?:import|from|const|await|new|true|false)\b)/g

/** Code with its parts in colour; as text it stays what it was. */
export function highlight(code: string): (Node | string)[] {
  const parts: (Node | string)[] = []
  let end = 0
  for (const match of code.matchAll(TOKENS)) {
    const [kind] = Object.entries(match.groups!).find(([, found]) => found !== undefined)!
    parts.push(code.slice(end, match.index), make('span', { className: kind }, match[0]))
    end = match.index + match[0].length
  }
  parts.push(code.slice(end))
  return parts
}
