import { relative } from 'node:path'

// A reporter for node:test that writes how many tests passed and failed, and which passed, as JSON.
export default async function* count(events) {
  const counts = { passed: 0, failed: 0, skipped: 0, tests: [] }
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const isSuite = data.details?.type === 'suite'
    const isSkipped = data.skip !== undefined || data.todo !== undefined
    if (type === 'test:fail') {
      // A suite fails with its tests, which count themselves; or by itself, in a hook.
      if (!isSuite || data.details.error?.failureType !== 'subtestsFailed') counts.failed++
    } else if (isSkipped) counts.skipped++
    else if (!isSuite) counts.passed++
    if (isSuite || isSkipped) continue
    const file = relative(process.cwd(), data.file ?? '')
    counts.tests.push({ file, name: data.name, passed: type === 'test:pass' })
  }
  yield JSON.stringify(counts)
}
