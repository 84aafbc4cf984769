/** What processes of one program say together. That each says it: test/programs/monitoring.test.ts. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { AggregatorRegistry, Registry } from 'prom-client'

import { measureProcess } from '../../src/server/platform/metrics.js'

/** The metrics of one worker, with these values. */
async function workerWith(values: Record<string, number>): Promise<object[]> {
  const register = new Registry()
  measureProcess(register)
  return (await register.getMetricsAsJSON()).map((metric) => {
    const value = values[metric.name]
    return value === undefined ? metric : { ...metric, values: [{ value, labels: {} }] }
  })
}

describe('workers', () => {
  for (const [name, values, together] of [
    ['nodejs_eventloop_lag_p99_seconds', [0.011, 0.9], 0.9],
    ['process_start_time_seconds', [1700000000, 1700000600], 1700000600],
    ['process_resident_memory_bytes', [1e8, 2e8], 3e8],
    ['process_cpu_seconds_total', [1.5, 2], 3.5],
  ] as const) {
    it(`that have ${values.join(' and ')} for ${name} have ${together} together`, async () => {
      const answers = await Promise.all(values.map((value) => workerWith({ [name]: value })))
      const text = await AggregatorRegistry.aggregate(answers).getSingleMetricAsString(name)
      assert.equal(text.split('\n').at(-1), `${name} ${together}`)
    })
  }
})
