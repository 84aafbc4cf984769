import { relative } from 'node:path'

/** A reporter for node:test: each test as a line of JSON, as the runner reads it (runner/results.ts). */
export default async function* count(events) {
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const isSuite = data.details?.type === 'suite'
    const why = data.skip ?? data.todo
    const line = { file, name: data.name }
    // A suite fails with its tests, which are lines themselves; or by itself, in a hook.
    const isByItself = data.details?.error?.failureType !== 'subtestsFailed'
    if (type === 'test:fail') {
      if (!isSuite || isByItself) yield lineOf({ ...line, state: 'failed' })
    } else if (why !== undefined) yield lineOf({ ...line, state: 'skipped', why })
    else if (!isSuite) yield lineOf({ ...line, state: 'passed' })
  }
}

const lineOf = (line) => `${JSON.stringify(line)}\n`

/** The file that runs, not the one in which a test is written, which may be shared. A bundle counts as its source. */
const file = relative(process.cwd(), process.argv[1] ?? '').replace(
  /^test\/\.output\/bundles\/(.*)\.js$/,
  'test/$1.ts',
)
