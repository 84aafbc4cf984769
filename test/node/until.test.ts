/** How tests wait: what `until` gives, and what it says when nothing comes. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { until } from '../support/until.js'

describe('a wait for a condition', () => {
  it('gives what the condition gave, once that is something', async () => {
    let looks = 0
    const found = await until('three looks', async () => (looks++ < 2 ? undefined : { looks }))
    assert.deepEqual(found, { looks: 3 })
  })

  it('goes on past errors, and has the last one as its cause if nothing comes', async () => {
    let looks = 0
    const fails = () => {
      throw new Error(`look ${++looks}`)
    }
    const error: Error = await until('a letter', fails, 100).catch((error) => error)
    assert.equal(error.message, 'a letter did not come within 0.1 s')
    assert.equal((error.cause as Error).message, `look ${looks}`)
    assert.equal(await until('the third look', () => ++looks >= 3 || fails()), true)
  })

  it('ends in time where the condition gives no answer at all', async () => {
    await assert.rejects(
      until('an answer', () => new Promise<boolean>(() => {}), 50),
      { message: 'an answer did not come within 0.05 s', cause: undefined },
    )
  })
})
