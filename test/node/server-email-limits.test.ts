/** How many codes by e-mail there are, and how many tries: each limit at its edge, and when it is over. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'

import type { FastifyReply } from 'fastify'

import { createEmailLimits, type EmailLimits } from '../../src/server/login/email/limits.js'
import { sourceOf } from '../../src/server/store/networks.js'
import { type Limited, MemoryStore } from '../../src/server/store/store.js'

const KEY = new Uint8Array(32).fill(7)
const SECOND = 1_000
const HOUR = 3_600 * SECOND
const DAY = 24 * HOUR
const HOME = '192.0.2.1'
const REFUSED = { code: 'LIMIT_EXCEEDED' }
const reply = { header: () => reply } as unknown as FastifyReply
const mailbox = (name: string | number) => ({ verifier: 'mail', email: `${name}@example.test` })
const ONE = mailbox('one')

let store: MemoryStore
let limits: EmailLimits
beforeEach(() => {
  mock.timers.enable({ apis: ['Date', 'setTimeout'], now: Date.UTC(2026, 0, 1) })
  mock.method(performance, 'now', () => Date.now())
  store = new MemoryStore()
  limits = createEmailLimits(store, KEY)
})
afterEach(() => mock.reset())

/** How often something works, up to so many times. */
async function count(most: number, work: (at: number) => Promise<unknown>): Promise<number> {
  for (let at = 0; at < most; at += 1) {
    const isDone = await work(at).catch((error) => {
      assert.equal(error.code, REFUSED.code)
      return false
    })
    if (isDone === false) return at
  }
  return most
}
const ask = (address: string, whose = ONE) => limits.ask(address, whose, reply)
const send = (address: string, whose = ONE) => limits.maySend(whose, sourceOf(address))
const fail = (address: string, whose = ONE) => limits.guard(whose, sourceOf(address)).begin(true)

describe('codes that are asked for', () => {
  it('are five a quarter of an hour for a mailbox, from one network', async () => {
    assert.equal(await count(9, () => ask(HOME)), 5)
    await ask(HOME, mailbox('other'))
    await ask('192.0.2.2')
    mock.timers.tick(899 * SECOND)
    await assert.rejects(ask(HOME), REFUSED)
    mock.timers.tick(SECOND)
    await ask(HOME)
  })

  it('are sixty a quarter of an hour from one network', async () => {
    assert.equal(await count(99, (at) => ask(HOME, mailbox(at))), 60)
    mock.timers.tick(899 * SECOND)
    await assert.rejects(ask(HOME, mailbox('new')), REFUSED)
    mock.timers.tick(SECOND)
    await ask(HOME, mailbox('new'))
  })

  it('are three hundred a minute from all, or as many as the operator says', async () => {
    const network = (at: number) => `10.${at}.0.1`
    assert.equal(await count(400, (at) => ask(network(at % 200), mailbox(at))), 300)
    mock.timers.tick(59 * SECOND)
    await assert.rejects(ask(network(1), mailbox('new')), REFUSED)
    mock.timers.tick(SECOND)
    await ask(network(1), mailbox('new'))
    limits = createEmailLimits(new MemoryStore(), KEY, 2)
    assert.equal(await count(9, (at) => ask(network(at), mailbox(at))), 2)
  })
})

describe('tries', () => {
  it('are 120 a quarter of an hour from one network', async () => {
    assert.equal(await count(200, () => limits.try(HOME, reply)), 120)
    mock.timers.tick(899 * SECOND)
    await assert.rejects(limits.try(HOME, reply), REFUSED)
    mock.timers.tick(SECOND)
    assert.deepEqual(await limits.try(HOME, reply), sourceOf(HOME))
  })
})

describe('every limit of this', () => {
  it('lets nobody pass while nobody counts: guesses would be free', () => {
    const strict: boolean[] = []
    const watched = new (class extends MemoryStore {
      override limiter(name: string, limited: Limited) {
        strict.push(limited.isStrict === true)
        return super.limiter(name, limited)
      }
    })()
    createEmailLimits(watched, KEY)
    // Two by source, each with its site, and two by key.
    assert.deepEqual(strict, Array(6).fill(true))
  })
})

describe('mails to a mailbox', () => {
  it('are six a day from a network, nine from a site, twelve from all', async () => {
    assert.equal(await count(20, () => send(HOME)), 6)
    assert.equal(await count(20, () => send('192.0.2.2')), 3)
    assert.equal(await count(20, () => send('198.51.100.1')), 3)
    assert.equal(await send('203.0.113.1'), false)
    assert.equal(await send(HOME, mailbox('other')), true)
    mock.timers.tick(DAY - 1)
    assert.equal(await send('203.0.113.1'), false)
    mock.timers.tick(1)
    assert.equal(await send('203.0.113.1'), true)
  })

  it('are more from a network that is known, and use up nothing of the others', async () => {
    await limits.remember(ONE, sourceOf(HOME))
    assert.equal(await count(20, () => send('192.0.2.2')), 6)
    assert.equal(await count(20, () => send('192.0.2.3')), 3)
    assert.equal(await count(20, () => send(HOME)), 6)
    assert.equal(await count(20, () => send('198.51.100.1')), 3)
  })

  it('know a network for thirty days', async () => {
    await limits.remember(ONE, sourceOf(HOME))
    const useUp = () => count(20, (at) => send(`192.0.2.${10 + at}`))
    mock.timers.tick(30 * DAY - 1)
    assert.equal(await useUp(), 9)
    assert.equal(await send(HOME), true)
    mock.timers.tick(1)
    assert.equal(await send(HOME), false)
  })

  it('do not go out where a code could not be used', async () => {
    assert.equal(await count(20, () => fail(HOME)), 6)
    assert.equal(await send(HOME), false)
    assert.equal(await send('192.0.2.2'), true)
  })

  it('leave the failures as they are', async () => {
    assert.equal(await count(20, () => send(HOME)), 6)
    assert.equal(await count(20, () => fail(HOME)), 6)
  })
})

describe('failures', () => {
  it('are six at a mailbox from a network, nine from a site, twelve from all', async () => {
    assert.equal(await count(20, () => fail(HOME)), 6)
    assert.equal(await count(20, () => fail('192.0.2.2')), 3)
    assert.equal(await count(20, () => fail('198.51.100.1')), 3)
    assert.equal(await fail('203.0.113.1'), false)
  })

  it('are 24 an hour from a network, at all mailboxes, and 96 from a site', async () => {
    assert.equal(await count(50, (at) => fail(HOME, mailbox(at))), 24)
    assert.equal(await count(200, (at) => fail(`192.0.2.${2 + (at % 8)}`, mailbox(100 + at))), 72)
    mock.timers.tick(HOUR - 1)
    assert.equal(await fail(HOME, mailbox('new')), false)
    mock.timers.tick(1)
    assert.equal(await fail(HOME, mailbox('new')), true)
  })

  it('of a site count for a network that is known, too', async () => {
    const elsewhere = '198.51.100.1'
    for (const from of [HOME, elsewhere]) await limits.remember(ONE, sourceOf(from))
    assert.equal(await count(200, (at) => fail(`192.0.2.${2 + (at % 4)}`, mailbox(at))), 96)
    assert.equal(await fail(HOME), false)
    assert.equal(await fail(elsewhere), true)
    mock.timers.tick(HOUR)
    assert.equal(await fail(HOME), true)
  })

  it('are given back where there was none, and only looked at where there is no code', async () => {
    const guard = limits.guard(ONE, sourceOf(HOME))
    assert.equal(await count(20, () => guard.begin(false)), 20)
    assert.equal(await count(20, () => guard.begin(true)), 6)
    await guard.undo()
    assert.equal(await count(20, () => guard.begin(true)), 1)
    assert.equal(await guard.begin(false), false)
  })
})

describe('somebody who signed in', () => {
  it('is in all the same when the store cannot note their network', async (context) => {
    const box = store.box('email-known', 1)
    context.mock.method(box, 'put', () => Promise.reject(new Error('gone')))
    await limits.remember(ONE, sourceOf(HOME))
  })
})
