/** A provider that changes its keys, or gives none, while a node runs. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, afterEach, beforeEach, describe, it, mock } from 'node:test'

import { COOLDOWN, MAX_AGE, MAX_STALE } from '../../src/server/registry/provider-keys.js'
import { makeKey, mint, part } from './support/mint.js'
import { startTokenWorld, type TokenNode } from './support/token-node.js'

const rsa = makeKey('one')
const ec = makeKey('two', 'ES256')
const stranger = makeKey('one')
const { provider, good, startNode } = await startTokenWorld(rsa, ec)

let node: TokenNode

beforeEach(async () => {
  provider.gives = [rsa, ec]
  provider.asked.length = 0
  node = await startNode()
  mock.timers.enable({ apis: ['Date'], now: Date.now() })
})

afterEach(async () => {
  mock.timers.reset()
  await node.close()
})

after(() => provider.close())

const later = (ms: number) => mock.timers.setTime(Date.now() + ms)

describe("the provider's keys", () => {
  it('may change at any time: the new one counts at once, the withdrawn one soon no more', async () => {
    await node.assertShare(mint(rsa, good()))
    const next = makeKey('three')
    provider.gives = [next]
    later(COOLDOWN)
    await node.assertShare(mint(next, good()))
    await node.assertRefused(mint(rsa, good()), 'TOKEN_SIGNATURE')
    assert.equal(provider.asked.length, 2)
  })

  it('are looked up again when they age, so that a withdrawn key stops counting by itself', async () => {
    await node.assertShare(mint(rsa, good()))
    provider.gives = [ec]
    later(MAX_AGE)
    await node.assertRefused(mint(rsa, good()), 'TOKEN_SIGNATURE')
  })

  it('may change under the same name, or without one', async () => {
    const [first, second] = [makeKey(''), makeKey('')]
    const bare = { alg: 'RS256' }
    provider.gives = [first]
    await node.assertShare(mint(first, good(), bare))
    provider.gives = [second]
    later(COOLDOWN)
    await node.assertShare(mint(second, good(), bare))
    await node.assertRefused(mint(first, good(), bare), 'TOKEN_SIGNATURE')
  })

  it('are asked for once in half a minute, however many bad tokens come', async () => {
    await node.assertShare(mint(rsa, good()))
    const flood = () =>
      Promise.all(
        Array.from({ length: 40 }, (_, i) => {
          const header = { alg: 'RS256', kid: i % 2 ? `unknown-${i}` : 'one' }
          return node.assertRefused(mint(stranger, good(), header), 'TOKEN_SIGNATURE')
        }),
      )
    await flood()
    assert.equal(provider.asked.length, 1)
    later(COOLDOWN)
    await flood()
    assert.equal(provider.asked.length, 2)
  })

  it('count for an hour more while the provider gives none', async () => {
    await node.assertShare(mint(rsa, good()))
    for (const gives of [
      { status: 500, body: '{}' },
      { status: 200, body: '<html>' },
      { status: 200, body: '{"keys":1}' },
      { status: 302, body: '' },
      { status: 200, body: `{"keys":[],"x":"${'a'.repeat(600_000)}"}` },
    ]) {
      provider.gives = gives
      later(MAX_AGE)
      await node.assertShare(mint(rsa, good()))
    }
    later(MAX_STALE)
    await node.assertRefused(mint(rsa, good()), 'SERVICE_UNAVAILABLE')
    provider.gives = [rsa]
    later(COOLDOWN)
    await node.assertShare(mint(rsa, good()))
  })

  it('are not asked for again and again of a provider that has none to give', async () => {
    provider.gives = { status: 503, body: '' }
    for (let i = 0; i < 10; i += 1)
      await node.assertRefused(mint(rsa, good()), 'SERVICE_UNAVAILABLE')
    assert.equal(provider.asked.length, 1)
  })

  it('that are no strong keys check nothing', async () => {
    provider.gives = {
      status: 200,
      body: JSON.stringify({ keys: [{ kty: 'oct', k: part('secret'), kid: 'one', alg: 'HS256' }] }),
    }
    await node.assertRefused(secretToken(), 'TOKEN_ALGORITHM')
    await node.assertRefused(mint(rsa, good()), 'TOKEN_SIGNATURE')
  })
})

/** Signed with the secret that the set names. */
function secretToken(): string {
  const signed = `${part({ alg: 'HS256', kid: 'one' })}.${part(good())}`
  return `${signed}.${createHmac('sha256', 'secret').update(signed).digest('base64url')}`
}
