/** How tests wait: for what they name, and not longer than a deadline. The last part shows that the rules can fail. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

import { fromRoot } from '../../scripts/vite/shared.js'

const FOLDERS = ['test', 'demo/testing']
/** These wait for the others, or end what hangs. */
const MACHINERY =
  /^test\/(support\/(until|failures|suite)\.ts|run\.ts|runner\/|node\/test-sources\.test\.ts)/
/** Each has one bounded helper, or a server in it answers late. */
const POLLING = [
  'demo/testing/kit.ts',
  'test/browser/support.ts',
  'test/engines/hands.ts',
  'test/node/support/weather.ts',
]

const RULES: Record<string, RegExp> = {
  'a loop without an end': /for \(;;\)|while \(true\)/,
  'a sleep': /import \{[^}]*setTimeout[^}]*\} from 'node:timers\/promises'|waitForTimeout\(/,
}
const SLEEP = /setTimeout\((resolve|r), /

/** What is wrong with a file, by its path. */
function faultsOf(path: string, source: string): string[] {
  if (MACHINERY.test(path)) return []
  const faults = Object.entries(RULES).flatMap(([fault, rule]) =>
    rule.test(source) ? [fault] : [],
  )
  const sleeps = source.match(new RegExp(SLEEP, 'g'))?.length ?? 0
  if (sleeps > (POLLING.includes(path) ? 1 : 0)) faults.push('a wait by the clock')
  return faults.map((fault) => `${path}: ${fault}`)
}

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(fromRoot(folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|mjs|tsx)$/.test(file) && !file.startsWith('.output'))
    .map((file) => `${folder}/${file}`),
)

describe('the sources of tests', () => {
  it('wait by `until`, and never by the clock', () => {
    assert.ok(sources.length > 300)
    assert.deepEqual(
      sources.flatMap((path) => faultsOf(path, readFileSync(fromRoot(path), 'utf8'))),
      [],
    )
  })

  it('are seen through where they do otherwise', () => {
    for (const source of [
      'for (;;) {}',
      'while (true) {}',
      "import { setTimeout as pause } from 'node:timers/promises'",
      'await page.waitForTimeout(50)',
      'await new Promise((resolve) => setTimeout(resolve, 50))',
    ]) {
      assert.equal(faultsOf('test/e2e/x.test.ts', source).length, 1, source)
    }
    const twice = 'setTimeout(resolve, 50); setTimeout(resolve, 50)'
    assert.equal(faultsOf('demo/testing/kit.ts', twice).length, 1)
  })
})
