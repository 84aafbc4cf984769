/** The login service remembers which sessions were ended. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import type { FastifyInstance } from 'fastify'

import { createLoginService } from '../../src/server/login/login-service.js'
import { randomId } from '../../src/shared/encoding.js'
import { sessionName } from '../../src/shared/session-name.js'
import { registryFor } from './support/issuer.js'
import { createLog, post, refusal, start } from './support/services.js'

let service: FastifyInstance
let url: string
const log = createLog()

const newId = () => randomId(32)
const end = (id: string) => post(`${url}/sessions/end`, { id })
const isEnded = async (name: string) =>
  (await (await post(`${url}/sessions/ended`, { name })).json()) as unknown

before(async () => {
  const registry = registryFor('https://issuer.example')
  const walletOrigin = 'http://localhost:4050'
  service = createLoginService({ registry, secrets: {}, walletOrigin, log, rateLimit: 300 })
  url = await start(service)
})
after(() => service.close())

describe('POST /sessions/end and POST /sessions/ended', () => {
  it('tell by a hash of its id that a session was ended, and of no other', async () => {
    const id = newId()
    const name = await sessionName(id)
    assert.deepEqual(await isEnded(name), { isEnded: false })
    assert.equal((await end(id)).status, 200)
    assert.deepEqual(await isEnded(name), { isEnded: true })
    assert.deepEqual(await isEnded(await sessionName(newId())), { isEnded: false })
  })

  it('may be told twice', async () => {
    const id = newId()
    await end(id)
    assert.equal((await end(id)).status, 200)
  })

  it('refuse what is no id', async () => {
    for (const id of ['', 'short', `${newId()}x`, '<script>']) {
      assert.deepEqual(await refusal(await end(id)), [400, 'INVALID_REQUEST'])
    }
  })

  it('have questions that do not use up what logins may ask', async () => {
    const name = await sessionName(newId())
    for (let asked = 0; asked < 400; asked++) await isEnded(name)
    assert.deepEqual(await isEnded(name), { isEnded: false })
    assert.equal((await end(newId())).status, 200)
  })

  it('let one network end so many a minute, and say when it may again', async () => {
    let refused: Response | undefined
    for (let ended = 0; ended < 200 && !refused; ended++) {
      const answer = await end(newId())
      if (answer.status !== 200) refused = answer
    }
    assert.ok(refused)
    assert.ok(refused.headers.get('retry-after'))
    assert.deepEqual(await refusal(refused), [429, 'LIMIT_EXCEEDED'])
  })

  it('leave no id in the log', () => {
    assert.ok(!/[\w-]{43}/.test(log.lines.join('\n')))
  })
})
