/** `POST /login` of the wallet app's host, for a provider that answers by form. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import type { FastifyInstance } from 'fastify'
import { createService } from '../../src/server/platform/http.js'
import { addFormPost } from '../../src/server/wallet-app/form-post.js'
import { createLog, start } from './support/services.js'

const log = createLog()
let app: FastifyInstance
let url: string

before(async () => {
  app = createService({ log })
  addFormPost(app)
  url = await start(app)
})
after(() => app.close())

const send = (fields: Record<string, string>, type = 'application/x-www-form-urlencoded') =>
  fetch(`${url}/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': type, origin: 'https://appleid.apple.com' },
    body: String(new URLSearchParams(fields)),
  })

const queryOf = (response: Response) => {
  const target = new URL(response.headers.get('location')!, url)
  assert.equal(target.origin + target.pathname, `${url}/login`)
  return Object.fromEntries(target.searchParams)
}

describe('an answer by form', () => {
  it('becomes the query of the same page, with the person’s name and nothing else that was in it', async () => {
    const user = JSON.stringify({ name: { firstName: 'Sample', lastName: 'One' }, email: 'x' })
    const response = await send({ state: 's', code: 'c', id_token: 'a.b.c', user, extra: 'x' })
    assert.equal(response.status, 303)
    assert.equal(response.headers.get('cache-control'), 'no-store')
    assert.equal(response.headers.get('referrer-policy'), 'no-referrer')
    assert.equal(response.headers.get('set-cookie'), null)
    assert.deepEqual(queryOf(response), { state: 's', code: 'c', name: 'Sample One' })
  })

  it('may be a refusal, and may name its issuer', async () => {
    const response = await send({ state: 's', error: 'user_cancelled_authorize', iss: 'https://i' })
    assert.deepEqual(queryOf(response), {
      state: 's',
      error: 'user_cancelled_authorize',
      iss: 'https://i',
    })
  })

  for (const user of ['{', '7', 'null', '{"name":7}', '{"name":{"firstName":["x"]}}']) {
    it(`has no name if there is ${user} in its place`, async () => {
      assert.deepEqual(queryOf(await send({ state: 's', code: 'c', user })), {
        state: 's',
        code: 'c',
      })
    })
  }

  it('leads nowhere else, whatever is in it', async () => {
    const state = 'https://evil.example/#&//evil.example\r\nlocation: x'
    assert.equal(queryOf(await send({ state, code: '//evil.example' })).state, state)
  })

  it('is refused without a state, in another form, and beyond 16 kB', async () => {
    assert.equal((await send({ code: 'c' })).status, 400)
    assert.equal((await send({ state: 's' }, 'application/json')).status, 400)
    assert.equal((await send({ state: 's' }, 'text/plain')).status, 415)
    assert.equal((await send({ state: 's', code: 'c'.repeat(20_000) })).status, 413)
  })

  it('leaves nothing of it in the log', async () => {
    log.lines.length = 0
    await send({ state: 'the-state', code: 'the-code' })
    assert.equal(/the-state|the-code/.test(log.lines.join('')), false)
  })
})
