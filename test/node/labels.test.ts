/** What a descriptor calls things decides no risk: words can be changed and translated. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { CALLS } from '../../src/chain/clear-signing/descriptors/calls.js'
import { DANGEROUS } from './support/dangerous.js'
import { judge, type Weather } from './support/judged.js'
import { WITH_MONEY } from './support/ordinary-money.js'
import { OTHERS } from './support/ordinary-others.js'
import { BY_PROTOCOLS } from './support/ordinary-protocols.js'
import { SIGNED_DAILY } from './support/ordinary-signed.js'

const ASKED = [...WITH_MONEY, ...BY_PROTOCOLS, ...OTHERS, ...SIGNED_DAILY].map(
  ([app, what, asked]) => ({
    says: `${app}, ${what}`,
    asked,
  }),
)
for (const [says, asked] of DANGEROUS) ASKED.push({ says, asked })
const WEATHER: readonly Weather[] = ['answers', 'cannot play', 'silent']
/** What has words in a descriptor, and what holds nothing but words. */
const WORDS = ['intent', 'label', 'interpolatedIntent']
const OTHER_WORDS = 'Ein anderes Wort'

/** @returns How many words were changed. */
function reword(part: unknown, isWord = false): number {
  if (typeof part !== 'object' || part === null) return 0
  let changed = 0
  for (const [key, value] of Object.entries(part)) {
    if (typeof value === 'string' && (isWord || WORDS.includes(key))) {
      Object.assign(part, { [key]: OTHER_WORDS })
      changed++
    } else {
      changed += reword(value, isWord || key === 'enums')
    }
  }
  return changed
}

const risks = () =>
  WEATHER.flatMap((weather) =>
    ASKED.map(({ says, asked }) => ({ says, weather, risks: judge(asked, weather).risks })),
  )
const titles = () => new Set(ASKED.map(({ asked }) => judge(asked).title))

describe('risks', () => {
  it('are the same where every word of the descriptors is another', () => {
    const [before, was] = [risks(), titles()]
    assert.ok(reword(CALLS) > 300)
    assert.ok(titles().size < was.size, 'the screen has the other words')
    assert.deepEqual(risks(), before)
  })
})
