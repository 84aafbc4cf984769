/**
 * `npm run test:quick -- PATH…`: runs the tests in Node and in Chromium that contain a source, or a folder's sources; a test
 * that is named runs itself. End-to-end tests contain no sources: they load what the last build made.
 */
import { relative } from 'node:path'

import { sourcesIn, testsBySource } from '../scripts/covering.js'
import { fromRoot } from '../scripts/vite/shared.js'
import type { FileResult } from './runner/job.js'
import { endWithParent } from './runner/parent.js'
import { runJobs } from './runner/pool.js'
import { conclude, summaryOf, tell } from './runner/report.js'
import { jobsFor } from './runner/stages.js'
import { findBrowser } from './support/browser.js'

endWithParent()
const paths = process.argv.slice(2).flatMap(sourcesIn)
if (!paths.length) {
  console.error('Usage: npm run test:quick -- PATH…, files or folders')
  process.exit(2)
}
const tests = await testsBySource(['node', 'programs', 'browser'])
const covering = paths.flatMap((path) =>
  path.endsWith('.test.ts') ? [path] : (tests.get(path) ?? []),
)
const files = [...new Set(covering)].map((path) => relative(fromRoot('.'), path))
const results: FileResult[] = []
await runJobs({
  jobs: jobsFor('quick', files),
  env: { CHROME_PATH: await findBrowser() },
  secondsOf: () => undefined,
  onDone: (done) => {
    results.push(...done)
    for (const one of done) tell(one)
  },
})
process.exit(conclude(summaryOf(results)))
