/**
 * Logins while things go wrong. Never a wrong key, and every login ends within its deadline, with the key or with a
 * typed error.
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import type { Weather } from '../node/support/weather.js'
import { LOGINS, LoginDrill } from './support/login-drill.js'
import { NO_REDIS, type RedisServer, startRedis } from './support/redis.js'

describe('logins', { skip: NO_REDIS }, () => {
  let redis: RedisServer
  let drill: LoginDrill

  before(async () => {
    redis = await startRedis()
    drill = new LoginDrill(redis.url)
    await drill.start()
  })
  after(async () => {
    await drill?.stop()
    await redis?.kill()
  })

  it('give the key while nothing is wrong', async () => {
    drill.only(await drill.during('nothing', () => {}), 'ok')
  })

  it('give the key while one node is killed, and when it is back', async () => {
    drill.only(await drill.during('a node killed', () => drill.end('node 1', 'SIGKILL')), 'ok')
    await drill.again('node 1')
  })

  it('give the key while one node hangs', async () => {
    drill.only(await drill.during('a node hung', () => drill.signal('node 2', 'SIGSTOP')), 'ok')
    drill.signal('node 2', 'SIGCONT')
  })

  for (const weather of ['slow', 'junk', '500', 'drops'] as const) {
    it(`give the key while one node’s answers are ${weather}`, async () => {
      const fault = () => {
        drill.fronts[2]!.weather = weather
      }
      drill.only(await drill.during(`a node: ${weather}`, fault), 'ok')
      drill.fronts[2]!.weather = 'good'
    })
  }

  it('give the key while one node lies', async () => {
    const [, honest] = drill.targets
    const lie = () => {
      drill.targets[1] = drill.liar.url
    }
    drill.only(await drill.during('a node lying', lie), 'ok')
    drill.targets[1] = honest!
  })

  it('fail while one node lies and another is killed, and never give a wrong key', async () => {
    const [, honest] = drill.targets
    const counts = await drill.during('a node lying, one killed', async () => {
      drill.targets[1] = drill.liar.url
      await drill.end('node 1', 'SIGKILL')
    })
    drill.only(counts, 'ok', 'NODES_UNAVAILABLE')
    assert.ok(counts.NODES_UNAVAILABLE! >= LOGINS / 2)
    drill.targets[1] = honest!
    await drill.again('node 1')
  })

  it('give the key, or say that the service is away, while its copies are restarted', async () => {
    const counts = await drill.during('the service restarted', async () => {
      await drill.end('copy 1', 'SIGTERM')
      await drill.again('copy 1')
      await drill.end('copy 2', 'SIGKILL')
      await drill.again('copy 2')
    })
    drill.only(counts, 'ok', 'SERVICE_UNAVAILABLE')
    assert.ok(counts.ok! > 0)
  })

  it('give the key while Redis is restarted', async () => {
    const counts = await drill.during('Redis restarted', async () => {
      await redis.kill()
      await redis.start()
    })
    drill.only(counts, 'ok')
  })

  it('give the key while Redis hangs', async () => {
    drill.only(await drill.during('Redis hung', () => redis.pause()), 'ok')
    redis.resume()
    drill.only(await drill.during('Redis back', () => {}), 'ok')
  })

  for (const [weather, codes] of [
    ['500', ['SERVICE_UNAVAILABLE', 'LOGIN_FAILED']],
    ['junk', ['SERVICE_UNAVAILABLE', 'LOGIN_FAILED']],
    ['drops', ['SERVICE_UNAVAILABLE']],
    ['hangs', ['SERVICE_UNAVAILABLE']],
  ] as [Weather, string[]][]) {
    it(`say so while the identity provider’s answers are: ${weather}`, async () => {
      const counts = await drill.during(`the provider: ${weather}`, () => {
        drill.provider.weather = weather
      })
      drill.only(counts, 'ok', ...codes)
      assert.ok(codes.some((code) => counts[code]! >= LOGINS / 2))
      drill.provider.weather = 'good'
    })
  }

  it('give the key when all is well again', async (test) => {
    drill.only(await drill.during('nothing any more', () => {}), 'ok')
    await drill.report(test, 'faults')
  })
})
