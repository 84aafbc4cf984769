/** Alarm only where a person should stop: rarely at what is asked every day, and always at what takes something away. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { DANGEROUS } from './support/dangerous.js'
import { boxesOf, buttonOf, judge } from './support/judged.js'
import { WITH_MONEY } from './support/ordinary-money.js'
import { OTHERS } from './support/ordinary-others.js'
import { BY_PROTOCOLS } from './support/ordinary-protocols.js'
import { SIGNED_BY_PROTOCOLS } from './support/ordinary-published.js'
import { SENT_TO_PROTOCOLS } from './support/ordinary-sent.js'
import { SIGNED_DAILY } from './support/ordinary-signed.js'

const ORDINARY = [
  ...WITH_MONEY,
  ...BY_PROTOCOLS,
  ...OTHERS,
  ...SIGNED_DAILY,
  ...SIGNED_BY_PROTOCOLS,
  ...SENT_TO_PROTOCOLS,
]
/** Of what is asked every day, how much may have something that a person should stop at. */
const MOST_ALARMS = 0.15

describe('what applications ask for every day', () => {
  for (const [app, what, asked, shown, boxes = []] of ORDINARY) {
    it(`is told: ${app}, ${what}`, () => {
      const judged = judge(asked)
      assert.equal(`${judged.title} · ${buttonOf(judged)}`, shown)
      assert.deepEqual(boxesOf(judged), boxes)
    })
  }

  it('hardly ever has anything that a person should stop at', (test) => {
    const alarms = ORDINARY.filter(([, , asked]) => boxesOf(judge(asked)).length)
    test.diagnostic(`${alarms.length} of ${ORDINARY.length}`)
    assert.ok(ORDINARY.length >= 60)
    assert.ok(alarms.length / ORDINARY.length < MOST_ALARMS)
  })
})

describe('the requests of these tests', () => {
  it('are sixty that are sent, and sixty that are signed', () => {
    const all = [...ORDINARY.map(([, , asked]) => asked), ...DANGEROUS.map(([, asked]) => asked)]
    const sent = all.filter((asked) => 'calls' in asked).length
    assert.ok(sent >= 60 && all.length - sent >= 60, `${sent} of ${all.length}`)
  })
})

describe('what takes something away', () => {
  for (const [what, asked, button] of DANGEROUS) {
    it(`takes a second step that names it: ${what}`, () => {
      const judged = judge(asked)
      assert.ok(judged.risks.some(({ severity }) => severity === 'danger'))
      assert.equal(buttonOf(judged), button)
    })
  }
})
