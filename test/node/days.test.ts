/** Days of what was sent, as a list has them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

process.env.TZ = 'Europe/Berlin'

import { byDay, dayText } from '../../src/app/screens/activity/days.js'

const at = (time: string) => new Date(time).getTime()
/** At noon after the night in which clocks were put forward. */
const NOW = at('2026-03-29T12:00:00')

const sentAt = (time: string) => ({ time: at(time) })

describe('what was sent', () => {
  it('lies together by the days of the person’s own time', () => {
    const times = ['2026-03-29T08:00:00', '2026-03-29T00:10:00', '2026-03-28T23:50:00']
    assert.deepEqual(
      byDay(times.map(sentAt)).map(({ length }) => length),
      [2, 1],
    )
    assert.deepEqual(byDay([]), [])
  })

  it('has words for today and yesterday, also where a day has 23 hours, and dates before', () => {
    const words = (time: string, locale: string) => dayText(at(time), locale, NOW)
    assert.equal(words('2026-03-29T00:10:00', 'en'), 'Today')
    assert.equal(words('2026-03-28T00:10:00', 'en'), 'Yesterday')
    assert.equal(words('2026-03-28T23:50:00', 'de'), 'Gestern')
    assert.equal(words('2026-03-27T23:50:00', 'en'), 'Friday, March 27')
    assert.equal(words('2025-03-27T12:00:00', 'de'), 'Donnerstag, 27. März 2025')
    assert.equal(words('2026-03-29T12:00:00', 'ja'), '今日')
    assert.equal(words('2026-03-28T12:00:00', 'tr'), 'Dün')
  })
})
