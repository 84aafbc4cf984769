/**
 * `npm run test:stress -- FILE… --times 50 --load 2`: runs test files again and again while as many busy loops take the
 * processors, and prints how often each failed. End-to-end tests need a build.
 */
import { relative } from 'node:path'
import { parseArgs } from 'node:util'

import { fromRoot } from '../scripts/vite/shared.js'
import { hasFailed, start } from './runner/job.js'
import { endWithParent } from './runner/parent.js'
import { runJobs } from './runner/pool.js'
import { tell } from './runner/report.js'
import { jobsFor } from './runner/stages.js'
import { findBrowser } from './support/browser.js'

/** A loop that takes a processor, and still hears when this process ends. */
const BUSY = 'setInterval(() => { for (const end = Date.now() + 100; Date.now() < end; ); }, 0)'

endWithParent()
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string', default: '50' }, load: { type: 'string', default: '2' } },
})
const [times, load] = [Number(values.times), Number(values.load)]
if (!positionals.length || !(times > 0) || !(load >= 0)) {
  console.error('Usage: npm run test:stress -- FILE… [--times 50] [--load 2]')
  process.exit(2)
}
const files = positionals.map((path) => relative(fromRoot('.'), fromRoot(path)))
for (let at = 0; at < load; at++) start(['--eval', BUSY], {})
const failed = new Map(files.map((file) => [file, 0]))
const env = { CHROME_PATH: await findBrowser() }
for (let time = 1; time <= times; time++) {
  console.log(`${time} of ${times}`)
  await runJobs({
    jobs: files.flatMap((file) => jobsFor('stress', [file])),
    env,
    secondsOf: () => undefined,
    slots: 1,
    onDone: ([result]) => {
      tell(result!)
      if (hasFailed(result!)) failed.set(result!.file, failed.get(result!.file)! + 1)
    },
  })
}
for (const [file, count] of failed) console.log(`${file}: failed ${count} of ${times} times`)
const all = files.length * times
const bad = [...failed.values()].reduce((sum, count) => sum + count, 0)
console.log(`\n${all - bad} passed, ${bad} failed`)
process.exit(bad ? 1 : 0)
