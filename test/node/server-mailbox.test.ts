/** The mailbox of the login service: ciphertext for windows that lost each other. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { after, before, describe, it } from 'node:test'

import type { FastifyInstance } from 'fastify'

import { createLoginService } from '../../src/server/login/login-service.js'
import type { MailboxOptions } from '../../src/server/login/mailbox.js'
import { randomId } from '../../src/shared/encoding.js'
import { registryFor } from './support/issuer.js'
import { createLog, post, refusal, start } from './support/services.js'

const WALLET = 'http://localhost:4050'
const PAGE = 'https://shop.example'
const log = createLog()
const services: FastifyInstance[] = []

async function serve(mailbox: MailboxOptions = {}): Promise<string> {
  const registry = registryFor('https://issuer.example')
  const service = createLoginService({
    registry,
    secrets: {},
    walletOrigin: WALLET,
    log,
    mailbox,
  })
  services.push(service)
  return start(service)
}
const newId = () => randomId(32)
const take = async (url: string, id: string) => (await post(`${url}/mailbox/take`, { id })).json()

let url: string
before(async () => {
  url = await serve()
})
after(() => Promise.all(services.map((service) => service.close())))

describe('POST /mailbox and POST /mailbox/take', () => {
  it('hand over a letter once, and keep nothing of it', async () => {
    const impatient = await serve({ wait: 20 })
    const id = newId()
    const left = await post(`${impatient}/mailbox`, { id, data: 'ciphertext' })
    assert.equal(left.status, 200)
    assert.equal(left.headers.get('cache-control'), 'no-store')
    assert.deepEqual(await take(impatient, id), { data: 'ciphertext' })
    assert.deepEqual(await take(impatient, id), { data: null })
  })

  it('hand a letter to whoever waits for it already', async () => {
    const id = newId()
    const waiting = take(url, id)
    await post(`${url}/mailbox`, { id, data: 'late' })
    assert.deepEqual(await waiting, { data: 'late' })
  })

  it('give a letter to one of two that wait, and the next letter to the other', async () => {
    const id = newId()
    const both = Promise.all([take(url, id), take(url, id)])
    await post(`${url}/mailbox`, { id, data: 'first' })
    await post(`${url}/mailbox`, { id, data: 'second' })
    assert.deepEqual((await both).map(({ data }) => data).sort(), ['first', 'second'])
  })

  it('let many wait, and warn of nothing', async () => {
    const patient = await serve({ wait: 200 })
    const warnings: string[] = []
    const note = ({ message }: Error) => void warnings.push(message)
    process.on('warning', note)
    const answers = await Promise.all(Array.from({ length: 12 }, () => take(patient, newId())))
    process.off('warning', note)
    assert.deepEqual(answers, Array(12).fill({ data: null }))
    assert.deepEqual(warnings, [])
  })

  it('keep the letter for the next if the one that waited is gone', async () => {
    const id = newId()
    const { server } = services[0]!
    const asked = once(server, 'request') as Promise<[IncomingMessage]>
    const leaving = request(`${url}/mailbox/take`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    })
    leaving.on('error', () => {})
    leaving.end(JSON.stringify({ id }))
    const [{ socket }] = await asked
    const closed = once(socket, 'close')
    leaving.destroy()
    await closed
    await post(`${url}/mailbox`, { id, data: 'still here' })
    assert.deepEqual(await take(url, id), { data: 'still here' })
  })

  it('let the first letter under an id count', async () => {
    const id = newId()
    await post(`${url}/mailbox`, { id, data: 'first' })
    assert.equal((await post(`${url}/mailbox`, { id, data: 'second' })).status, 200)
    assert.deepEqual(await take(url, id), { data: 'first' })
  })

  for (const [what, path, body] of [
    ['an id that could be guessed', '/mailbox', { id: 'short', data: 'x' }],
    ['no data', '/mailbox', { id: newId(), data: '' }],
    ['more than 16 kB', '/mailbox', { id: newId(), data: 'x'.repeat(16_385) }],
    ['an id that could be guessed', '/mailbox/take', { id: 'short' }],
    ['no body', '/mailbox/take', 'null'],
  ] as const) {
    it(`refuse ${what}: ${path}`, async () => {
      assert.deepEqual(await refusal(await post(url + path, body)), [400, 'INVALID_REQUEST'])
    })
  }

  it('take more than a few letters a minute from nobody', async () => {
    const busy = await serve()
    for (let sent = 0; sent < 600; sent += 1) {
      const id = newId()
      assert.equal((await post(`${busy}/mailbox`, { id, data: 'x' })).status, 200)
      await post(`${busy}/mailbox/take`, { id })
    }
    const refused = await post(`${busy}/mailbox`, { id: newId(), data: 'x' })
    assert.deepEqual(await refusal(refused), [429, 'LIMIT_EXCEEDED'])
    assert.equal(refused.headers.get('cache-control'), 'no-store')
  })

  for (const [path, origin, allowed] of [
    ['/mailbox', WALLET, WALLET],
    ['/mailbox', PAGE, WALLET],
    ['/mailbox/take', WALLET, '*'],
    ['/mailbox/take', PAGE, '*'],
    ['/token', PAGE, WALLET],
  ] as const) {
    it(`answer a browser's question about ${path} from ${origin} with ${allowed}`, async () => {
      const headers = {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      }
      const response = await fetch(url + path, { method: 'OPTIONS', headers })
      assert.equal(response.headers.get('access-control-allow-origin'), allowed)
    })
  }

  it('answer those who wait when the service stops', async () => {
    const stopping = await serve()
    const service = services.at(-1)!
    const asked = once(service.server, 'request')
    const answer = take(stopping, newId())
    await asked
    await service.close()
    assert.deepEqual(await answer, { data: null })
  })

  it('log neither ids nor letters', async () => {
    log.lines.length = 0
    const id = newId()
    await post(`${url}/mailbox`, { id, data: 'the-ciphertext' })
    await take(url, id)
    await post(`${url}/mailbox`, { id: `${id}=`, data: 'the-ciphertext' })
    const text = log.lines.join('')
    assert.match(text, /mailbox/)
    for (const secret of [id, 'the-ciphertext']) assert.equal(text.includes(secret), false)
  })
})
