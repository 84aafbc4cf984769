/** The login service gives half of a session's key, as long as the session lasts. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import type { FastifyInstance } from 'fastify'

import { createLoginService } from '../../src/server/login/login-service.js'
import { MemoryStore } from '../../src/server/store/store.js'
import { randomId } from '../../src/shared/encoding.js'
import { sessionName } from '../../src/shared/session-name.js'
import { registryFor } from './support/issuer.js'
import { createLog, post, refusal, start } from './support/services.js'

const HOUR = 3_600_000

describe('POST /sessions/half', () => {
  const services: FastifyInstance[] = []
  const log = createLog()
  const store = new MemoryStore()
  let url: string

  const serve = (kept: MemoryStore): Promise<string> => {
    const registry = registryFor('https://issuer.example')
    const walletOrigin = 'http://localhost:4050'
    const service = createLoginService({ registry, secrets: {}, walletOrigin, log, store: kept })
    services.push(service)
    return start(service)
  }
  const half = async (name: string, expires: number, at = url) =>
    ((await (await post(`${at}/sessions/half`, { name, expires })).json()) as { half: unknown })
      .half

  before(async () => {
    url = await serve(store)
  })
  after(() => Promise.all(services.map((service) => service.close())))

  it('answers the same each time, also from a second copy, and differently for each session', async () => {
    const [name, second] = [await sessionName(randomId(32)), await sessionName(randomId(32))]
    const expires = Date.now() + 24 * HOUR
    const first = await half(name, expires)
    assert.match(String(first), /^[\w-]{43}$/)
    assert.equal(await half(name, expires), first)
    assert.equal(await half(name, expires, await serve(store)), first)
    const others = [await half(second, expires), await half(name, expires - 1)]
    assert.equal(new Set([first, ...others]).size, 3)
  })

  it('gives nothing for a session that was ended, is over, or would last longer than sessions do', async () => {
    const id = randomId(32)
    const name = await sessionName(id)
    const expires = Date.now() + HOUR
    assert.ok(await half(name, expires))
    assert.equal(await half(name, Date.now() - 1), null)
    assert.equal(await half(name, Date.now() + 26 * HOUR), null)
    await post(`${url}/sessions/end`, { id })
    assert.equal(await half(name, expires), null)
  })

  it('is of no use once the service has lost what it knew: nor does it know who logged out', async () => {
    const name = await sessionName(randomId(32))
    const expires = Date.now() + HOUR
    const before = await half(name, expires)
    assert.notEqual(await half(name, expires, await serve(new MemoryStore())), before)
  })

  it('refuses what is no session, and leaves nothing in the log', async () => {
    const name = await sessionName(randomId(32))
    for (const body of [
      { name },
      { name: 'short', expires: 1 },
      { name, expires: 1.5 },
      { name, expires: -1 },
    ]) {
      assert.deepEqual(await refusal(await post(`${url}/sessions/half`, body)), [
        400,
        'INVALID_REQUEST',
      ])
    }
    const first = String(await half(name, Date.now() + HOUR))
    assert.ok(!log.lines.join('\n').includes(first))
  })
})
