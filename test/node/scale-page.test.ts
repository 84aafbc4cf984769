/** docs/scale.md: each figure has the command that measured it, and what is said to follow from them does. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

import { fromRoot } from '../../scripts/vite/shared.js'

const page = readFileSync(fromRoot('docs/scale.md'), 'utf8')
const section = (heading: string) => page.split(`## ${heading}\n`)[1]!.split('\n## ')[0]!
const rowsIn = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('|--'))
    .map((line) => line.slice(2, -2).split(' | '))
const numberIn = (text: string) => Number(text.replaceAll(',', '').match(/[\d.]+/)![0])

const [, ...measured] = rowsIn(section('What was measured'))
/** Of the first row that begins so; `at` counts rows with the same words. */
const figure = (what: string, at = 0) =>
  numberIn(measured.filter(([name]) => name!.startsWith(what))[at]![1]!)
const table = rowsIn(section('What it comes to'))
const assumed = section('What it comes to').split('\n| ')[0]!
const [peak, seconds, interval] = [
  /peak there are (\d+)/,
  /for (\d+) seconds/,
  /every (\d+) seconds/,
].map((pattern) => Number(assumed.match(pattern)![1])) as [number, number, number]

describe('docs/scale.md', () => {
  it('names for each figure a command that there is', () => {
    const { scripts } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'))
    const bench = readFileSync(fromRoot('bench/run.ts'), 'utf8')
    const parts = bench.slice(bench.indexOf('const PARTS'))
    assert.ok(measured.length > 10)
    for (const [what, value, command] of measured) {
      assert.match(value!, /^[\d.,]+( (ms|kB|MB))?$/, what)
      const [, script, part] = command!.match(/^`npm run (\w+)(?: -- (\w+))?`$/) ?? []
      assert.ok(script! in scripts, what)
      if (part) assert.match(parts, new RegExp(`^ +${part}[:,]`, 'm'), what)
    }
  })

  it('computes from them what so many logins need', () => {
    const node = figure('CPU of a login, at each key node') / 1e3
    const service = figure('CPU of a login, at the login service') / 1e3
    const [redis, asked] = [
      figure('CPU of that at Redis') / 1e3,
      figure('CPU of that at Redis', 1) / 1e3,
    ]
    const question = figure('CPU of a question') / 1e3
    const code = figure('memory of that at Redis') * 1e3
    const visit = figure('bytes of a first visit') * 1e3
    const counts = table[0]!.slice(1).map((text) => numberIn(text) * 1e6)
    for (const [at, logins] of counts.entries()) {
      const mean = logins / 86_400
      const most = mean * peak
      const questions = (most * seconds) / interval
      const expected = [
        ...[mean, most, most * node, most * service, questions, questions * question],
        ...[most * redis + questions * asked, (most * 1_200 * code) / 1e9],
        ...[(most * visit * 8) / 1e9, (logins * visit) / 1e12],
      ]
      const said = table.slice(1).map((row) => row[at + 1]!)
      assert.equal(said.length, expected.length)
      for (const [i, text] of said.entries()) {
        const digits = (text.match(/\.(\d+)/)?.[1] ?? '').length
        assert.ok(
          Math.abs(numberIn(text) - expected[i]!) <= 0.51 * 10 ** -digits,
          `${table[i + 1]![0]}: ${text}, ${expected[i]}`,
        )
      }
    }
  })
})
