/** Small faults that a test should notice. They are found in the text: the formatter makes operators easy to tell. */

export interface Mutant {
  /** From 1. */
  line: number
  /** The code before and after. */
  from: string
  to: string
  text: string
}

const SWAPS: [RegExp, string][] = [
  [/ === /g, ' !== '],
  [/ !== /g, ' === '],
  [/ < /g, ' <= '],
  [/ <= /g, ' < '],
  [/ > /g, ' >= '],
  [/ >= /g, ' > '],
  [/ && /g, ' || '],
  [/ \|\| /g, ' && '],
  [/ \?\? /g, ' && '],
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
  [/ \* /g, ' + '],
  [/\btrue\b/g, 'false'],
  [/\bfalse\b/g, 'true'],
  [/(?<=[ (])!(?=[\w(])/g, ''],
  [/\.some\(/g, '.every('],
  [/\.every\(/g, '.some('],
]
const NUMBER = /(?<![\w.$'-])\d[\d_]*(?=n?(?![\w.]))/g
/** A guard in one line: `if (…) return …`. */
const GUARD = /^ *if \(.*\) (return|throw|continue|break)\b.*$/gm

/** All mutants of a source; each has one change. */
export function mutantsOf(source: string): Mutant[] {
  const code = withoutText(source)
  const found: Mutant[] = []
  const add = (at: number, from: string, to: string) => {
    const text = source.slice(0, at) + to + source.slice(at + from.length)
    const line = source.slice(0, at).split('\n').length
    found.push({ line, from: from.trim(), to: to.trim(), text })
  }
  for (const [pattern, to] of SWAPS) {
    for (const { index, 0: from } of code.matchAll(pattern)) add(index, from, to)
  }
  for (const { index, 0: from } of code.matchAll(NUMBER)) {
    const value = BigInt(from.replaceAll('_', ''))
    add(index, from, String(value + 1n))
    if (value > 0n) add(index, from, String(value - 1n))
  }
  for (const { index, 0: line } of code.matchAll(GUARD)) {
    add(index, source.slice(index, index + line.length), '')
  }
  return found.sort((one, other) => one.line - other.line)
}

/** The code, in which blanks replace strings, templates, regular expressions, comments and imports. */
function withoutText(source: string): string {
  const text =
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|^import [\s\S]*?'$|(?<=[(=,:] *)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n*])+\/[a-z]*/gm
  return source.replace(text, (found) => found.replace(/[^\n]/g, ' '))
}
