/**
 * The last stage of `npm run test:all`: holds docs/interface.md to its word. Each row of the interface is in its tables, and
 * each test that a row names ran and passed, in the gate or after it.
 */
import { appendFileSync, readFileSync } from 'node:fs'

import { fromRoot } from '../scripts/vite/shared.js'
import { readTests } from './runner/results.js'
import { checkInterface } from './support/interface.js'

const DOCUMENT = 'docs/interface.md'
const read = (path: string) => readFileSync(fromRoot(path), 'utf8')

const rows: string[] = Object.values(
  JSON.parse(read('test/fixtures/interface.json')) as Record<string, string[]>,
).flat()
const problems = checkInterface(read(DOCUMENT), rows, readTests())
for (const problem of problems) console.error(problem)
const results = [
  ...problems.map((name) => ({ name, state: 'failed' })),
  ...rows
    .filter((row) => !problems.some((problem) => problem.startsWith(`${row}: `)))
    .map((name) => ({ name, state: 'passed' })),
]
for (const result of results) {
  appendFileSync(process.env.RESULTS_FILE!, `${JSON.stringify({ file: DOCUMENT, ...result })}\n`)
}
process.exit(problems.length ? 1 : 0)
