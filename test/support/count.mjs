// A reporter for node:test that writes how many tests passed and failed, as JSON.
export default async function* count(events) {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const isSuite = data.details?.type === 'suite'
    if (type === 'test:fail') {
      // A suite fails with its tests, which count themselves; or by itself, in a hook.
      if (!isSuite || data.details.error?.failureType !== 'subtestsFailed') counts.failed++
    } else if (data.skip !== undefined || data.todo !== undefined) counts.skipped++
    else if (!isSuite) counts.passed++
  }
  yield JSON.stringify(counts)
}
