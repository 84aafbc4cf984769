/** Finds a built file's imports, and all files that it needs through them. */
import { existsSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { posix } from 'node:path'

import { fromRoot } from '../vite/shared.js'

const STATEMENTS = [
  /^\s*(?:import|export)\b[^'";()]*?\bfrom\s*['"]([^'"]+)['"]/gm,
  /^\s*import\s*['"]([^'"]+)['"]/gm,
  /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g,
]

/** Works on JavaScript and on declarations. */
const importsIn = (text: string): string[] =>
  STATEMENTS.flatMap((statement) => [...text.matchAll(statement)].map(([, target]) => target!))

/** Names of packages among them: neither files nor Node's own. */
export const packagesIn = (text: string): string[] =>
  importsIn(text)
    .filter((target) => !target.startsWith('.') && !isBuiltin(target))
    .map((target) => /^(?:@[^/]+\/)?[^/]+/.exec(target)![0])

/** The files with everything that they import, by paths from the root. */
export function withImported(paths: string[]): string[] {
  const found = new Set<string>()
  const add = (path: string) => {
    if (found.has(path)) return
    found.add(path)
    if (!/\.(js|d\.ts)$/.test(path)) return
    for (const target of importsIn(read(path)).filter((one) => one.startsWith('.'))) {
      add(fileOf(path, target))
    }
  }
  for (const path of paths) add(path)
  return [...found]
}

/** Declarations import `.js` files; their own imports are the `.d.ts` files. */
function fileOf(from: string, target: string): string {
  const path = posix.join(posix.dirname(from), target)
  const file = from.endsWith('.d.ts') ? path.replace(/\.js$/, '.d.ts') : path
  if (!existsSync(fromRoot(file))) throw new Error(`${from} imports ${target}, which is not built.`)
  return file
}

export const read = (path: string): string => readFileSync(fromRoot(path), 'utf8')
