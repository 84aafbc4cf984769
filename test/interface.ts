/**
 * The last stage of `npm test`: holds docs/interface.md to its word. Each row of the interface is in its
 * tables, and each test that a row names ran in this run and passed.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { fromRoot } from '../scripts/vite/shared.js'
import { checkInterface, type TestResult } from './support/interface.js'

const [output = fromRoot('test/.output')] = process.argv.slice(2)
const read = (path: string) => readFileSync(path, 'utf8')

const results = ['node', 'browser', 'states', 'e2e', 'attacks', 'engines'].flatMap(
  (stage): TestResult[] => {
    const file = join(output, `${stage}.json`)
    return existsSync(file) ? JSON.parse(read(file)).tests : []
  },
)
const rows: string[] = Object.values(
  JSON.parse(read(fromRoot('test/fixtures/interface.json'))) as Record<string, string[]>,
).flat()
const problems = checkInterface(read(fromRoot('docs/interface.md')), rows, results)
for (const problem of problems) console.error(problem)
const failed = problems.length
const counts = { passed: Math.max(0, rows.length - failed), failed }
if (process.env.COUNTS_FILE) writeFileSync(process.env.COUNTS_FILE, JSON.stringify(counts))
process.exit(failed ? 1 : 0)
