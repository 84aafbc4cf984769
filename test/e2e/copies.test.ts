/** Logins where the login service runs in two copies behind a proxy, and each key node in two processes. */
import assert from 'node:assert/strict'

import { NO_REDIS } from '../programs/support/redis.js'
import { after, before, describe, it } from '../support/suite.js'
import { IN_COPIES, openDemo, PERSON, startWorld, type World } from './support.js'

describe('with two copies of the login service and nodes of two processes', {
  skip: NO_REDIS,
}, () => {
  let world: World
  let key: string

  before(async () => {
    world = await startWorld(IN_COPIES)
  })
  after(() => world?.stop())

  it('a login by popup gives the key', async () => {
    const demo = await openDemo(world)
    key = await demo.loginClient(PERSON)
    assert.match(key, /^[0-9a-f]{64}$/)
    await demo.close()
  })

  it('a login by redirect gives the same key', async () => {
    const demo = await openDemo(world, '/?uxMode=redirect')
    const { page } = demo
    await page.evaluate(() => {
      void window.loginClient.login({ loginProvider: 'google', skipKeyOnboarding: true })
    })
    await page.getByLabel('Any other e-mail address').fill(PERSON)
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await page.waitForURL(`${world.stack.urls.demo}/**`)
    await page.waitForFunction(() => window.loginClient?.privKey)
    assert.equal(await page.evaluate(() => window.loginClient.privKey), key)
    await demo.close()
  })
})
