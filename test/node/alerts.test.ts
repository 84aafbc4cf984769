/** deploy/prometheus/alerts.test.yml: each alert is seen to fire, and the runbook says which of them a drill raises. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'

import { fromRoot } from '../../scripts/vite/shared.js'
import { DEPLOY, documents } from '../support/deploy.js'

interface Rules {
  groups: { rules: { alert: string }[] }[]
}
interface Fault {
  name: string
  promql_expr_test: { eval_time: string; exp_samples?: { labels: string }[] }[]
}

const FOLDER = join(DEPLOY, 'prometheus')
/** Minutes after which a fault begins. */
const BEGIN = 2.5
const HEAD =
  '| what goes wrong | alerts, and minutes from the first scrape that shows it |\n|---|---|\n'

const faults = (documents('prometheus/alerts.test.yml')[0] as { tests: Fault[] }).tests
const alerts = (documents('prometheus/alerts.yml')[0] as Rules).groups.flatMap(({ rules }) =>
  rules.map(({ alert }) => alert),
)
const page = (name: string) => readFileSync(fromRoot(`docs/${name}.md`), 'utf8')
const rowsAfter = (text: string, head: string) => text.split(head)[1]!.split('\n\n')[0]!.trimEnd()
const drills = page('drills')
  .match(/^\| (?!what goes)[^|]+(?= \| \d)/gm)!
  .map((row) => row.slice(2))

const minutesOf = (time: string): number => {
  const [, hours = '0', minutes = '0', seconds = '0'] = time.match(
    /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/,
  )!
  return Number(hours) * 60 + Number(minutes) + Number(seconds) / 60
}

/** The alerts that a fault leaves, each with the first time at which it is looked for and fires. */
function raisedBy({ promql_expr_test: looks }: Fault): Map<string, number> {
  const first = new Map<string, number>()
  for (const { eval_time, exp_samples = [] } of looks) {
    for (const { labels } of exp_samples) {
      const [, alert] = labels.match(/^\{alertname="(\w+)"\}$/)!
      if (!first.has(alert!)) first.set(alert!, minutesOf(eval_time) - BEGIN)
    }
    if (!exp_samples.length) first.clear()
  }
  return first
}

const rowOf = (fault: Fault): string => {
  const raised = [...raisedBy(fault)].map(
    ([alert, minutes]) => `[${alert}](#${alert.toLowerCase()}) ${minutes}`,
  )
  return `| ${fault.name} | ${raised.join(', ') || '–'} |`
}

describe('alerts', () => {
  it('are each seen to fire, and not without a fault', () => {
    const [nothing, ...others] = faults
    assert.deepEqual([nothing!.name, raisedBy(nothing!).size], ['nothing', 0])
    const seen = new Set(others.flatMap((fault) => [...raisedBy(fault).keys()]))
    assert.deepEqual([...seen].sort(), alerts.toSorted())
  })

  it('of each drill are in the runbook', () => {
    assert.ok(drills.length > 20)
    assert.deepEqual(
      faults.slice(0, drills.length).map(({ name }) => name),
      drills,
    )
    const expected = faults.slice(0, drills.length).map(rowOf).join('\n')
    assert.equal(rowsAfter(page('runbook'), HEAD), expected)
  })

  const lacking = spawnSync('promtool', ['--version']).error && 'there is no promtool here'
  it('fire as Prometheus computes them', { skip: lacking ?? false }, () => {
    const args = ['test', 'rules', 'alerts.test.yml']
    const { status, stdout, stderr } = spawnSync('promtool', args, {
      cwd: FOLDER,
      encoding: 'utf8',
    })
    assert.equal(status, 0, stdout + stderr)
  })
})
