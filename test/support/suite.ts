/**
 * `node:test` for tests with a browser. After a failure it prints what the pages show, before anything closes them. A
 * hanging test is shown and ended too, without ending the whole stage.
 */
import {
  afterEach,
  beforeEach,
  before as nodeBefore,
  describe as nodeDescribe,
  type SuiteContext,
  type TestContext,
  type TestOptions,
} from 'node:test'

import { closeWatched, showPages } from './failures.js'

// `it` is not wrapped: the reporter would attribute each test to this file.
export { after, afterEach, beforeEach, it } from 'node:test'

type Context = TestContext | SuiteContext

/** Milliseconds. On a busy machine, the longest test takes a fifth of this. */
const LIMIT = 300_000

/** Of each test that runs: several may, where a suite has `concurrency`. */
const limits = new Map<string, NodeJS.Timeout>()
/** The test whose pages were shown last: nested suites all report a failure. */
let shown: string | undefined

/** @param options - As of `node:test`. */
export function describe(name: string, run: () => void): void
export function describe(name: string, options: TestOptions, run: () => void): void
export function describe(name: string, given: TestOptions | (() => void), last?: () => void): void {
  const [options, run] = typeof given === 'function' ? [{}, given] : [given, last!]
  nodeDescribe(name, options, () => {
    // Registered before the suite's own hooks, which may close the pages.
    beforeEach((test) => begin(nameOf(test)))
    afterEach(async (test) => {
      end(nameOf(test))
      if ('passed' in test && test.passed === false) await show(nameOf(test))
    })
    run()
  })
}

export function before(run: () => unknown): void {
  nodeBefore(async (suite) => {
    // The hook's suite has no full name at the top level.
    const name = `before ${suite.name}`
    begin(name)
    try {
      await run()
    } catch (error) {
      await show(name)
      throw error
    } finally {
      end(name)
    }
  })
}

const nameOf = (context: Context): string =>
  'fullName' in context ? context.fullName : context.name

function begin(name: string): void {
  end(name)
  const limit = setTimeout(async () => {
    console.log(`“${name}” takes longer than ${LIMIT / 1000} s: its browsers are closed.`)
    await show(name)
    await closeWatched()
  }, LIMIT)
  limits.set(name, limit)
}

function end(name: string): void {
  clearTimeout(limits.get(name))
  limits.delete(name)
}

async function show(name: string): Promise<void> {
  if (shown === name) return
  shown = name
  // The test's failure matters more than an error here.
  await showPages(name).catch(console.error)
}
