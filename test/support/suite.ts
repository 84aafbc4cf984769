/**
 * `node:test`, for tests with a browser: whatever fails, it is printed what the pages show at that moment, before
 * anything closes them. What hangs is shown, too, and ended: not the whole stage.
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

// `it` is its own: wrapped, each test would seem to be one of this file.
export { after, afterEach, beforeEach, it } from 'node:test'

type Context = TestContext | SuiteContext

/** Milliseconds. The longest test takes a fifth of it on a machine that does more. */
const LIMIT = 300_000

let limit: NodeJS.Timeout | undefined
/** Whose pages were shown last: suites in suites ask, each. */
let shown: string | undefined

/** @param options - As of `node:test`. */
export function describe(name: string, run: () => void): void
export function describe(name: string, options: TestOptions, run: () => void): void
export function describe(name: string, given: TestOptions | (() => void), last?: () => void): void {
  const [options, run] = typeof given === 'function' ? [{}, given] : [given, last!]
  nodeDescribe(name, options, () => {
    // Ahead of the suite's own: those may close what is to be shown.
    beforeEach((test) => begin(nameOf(test)))
    afterEach(async (test) => {
      clearTimeout(limit)
      if ('passed' in test && test.passed === false) await show(nameOf(test))
    })
    run()
  })
}

export function before(run: () => unknown): void {
  nodeBefore(async (suite) => {
    // What is around all suites has no full name.
    const name = `before ${suite.name}`
    begin(name)
    try {
      await run()
    } catch (error) {
      await show(name)
      throw error
    } finally {
      clearTimeout(limit)
    }
  })
}

const nameOf = (context: Context): string =>
  'fullName' in context ? context.fullName : context.name

function begin(name: string): void {
  clearTimeout(limit)
  limit = setTimeout(async () => {
    console.log(`“${name}” takes longer than ${LIMIT / 1000} s: its browsers are closed.`)
    await show(name)
    await closeWatched()
  }, LIMIT)
}

async function show(name: string): Promise<void> {
  if (shown === name) return
  shown = name
  // What it failed by is more important than what cannot be shown.
  await showPages(name).catch(console.error)
}
