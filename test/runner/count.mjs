import { relative } from 'node:path'

/** A test that is made one file with what it imports is still its source's. */
const sourceOf = (file) => file.replace(/\btest\/\.output\/bundles\/(.*)\.js$/, 'test/$1.ts')
const fileOf = ({ file = '' }) => sourceOf(relative(process.cwd(), file))

// A reporter for node:test that writes how many tests passed and failed, and which passed, as JSON.
export default async function* count(events) {
  const counts = { passed: 0, failed: 0, skipped: 0, tests: [], skips: [] }
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const isSuite = data.details?.type === 'suite'
    const isSkipped = data.skip !== undefined || data.todo !== undefined
    if (type === 'test:fail') {
      // A suite fails with its tests, which count themselves; or by itself, in a hook.
      if (!isSuite || data.details.error?.failureType !== 'subtestsFailed') counts.failed++
    } else if (isSkipped) {
      counts.skipped++
      counts.skips.push({ file: fileOf(data), name: data.name, why: data.skip ?? data.todo })
    } else if (!isSuite) counts.passed++
    if (isSuite || isSkipped) continue
    counts.tests.push({ file: fileOf(data), name: data.name, passed: type === 'test:pass' })
  }
  yield JSON.stringify(counts)
}
