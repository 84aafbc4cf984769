/** What a screen reader says of a question, and in which order: who asks, what it is, what comes of it, and then the answers. */
import assert from 'node:assert/strict'

import { Asking, type Kind } from '../attacks/support/asking.js'
import { after, before, describe, it } from '../support/suite.js'

const COSTS = ['term: Network fee', 'term: Total at most']
const ANSWERS = ['button "Reject"', 'button "Approve"']
/** Besides who asks, which comes first: one after the other, and none twice. */
const READ: Partial<Record<Kind, string[]>> = {
  'a message': ['heading "Sign this message?" [level=1]', 'region "Message": hi', ...ANSWERS],
  'typed data': [
    'heading "Sign this data?" [level=1]',
    'It does not say for which network and contract it is.',
    'text string hi',
    'definition: Notes',
    ...ANSWERS,
  ],
  'a transaction': [
    'heading "Send this payment?" [level=1]',
    'paragraph: −5 ETH',
    ...COSTS,
    'definition: Account 0x B7B7',
    'You have not sent anything to this address from here before.',
    ...ANSWERS,
  ],
  'a batch': [
    'heading "Send this payment?" [level=1]',
    'paragraph: −5 ETH',
    'definition: Account 0x B7B7',
    'You have not sent anything to this address from here before.',
    ...COSTS,
    ...ANSWERS,
  ],
  'a decryption': [
    'heading "Decrypt a message for this site?" [level=1]',
    'Then the site can read the message',
    ...ANSWERS,
  ],
}

describe('a question that is read aloud', () => {
  let asking: Asking

  before(async () => {
    asking = await Asking.start()
  })
  after(() => asking?.stop())

  for (const [kind, parts] of Object.entries(READ)) {
    it(`says what ${kind} is before it says how to answer`, async () => {
      await asking.ask(kind as Kind)
      await asking.ready()
      const text = await asking.frame.locator('we-shell').ariaSnapshot()
      const places = [new URL(asking.site.origin('shop')).host, ...parts].map((part) => {
        const found = text.split(part).length - 1
        assert.equal(found, 1, `“${part}” is there ${found} times in:\n${text}`)
        return text.indexOf(part)
      })
      assert.deepEqual(
        places,
        places.toSorted((one, other) => one - other),
      )
    })
  }
})
