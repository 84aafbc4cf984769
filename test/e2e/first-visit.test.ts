/** What a new visitor loads until they can sign in: all of it, on the wire. */
import assert from 'node:assert/strict'

import {
  type FirstVisit,
  pressSignIn,
  startFirstVisit,
  visitSignIn,
} from '../support/first-visit.js'
import { after, before, describe, it } from '../support/suite.js'
import { type SharedWorld, shareWorld } from './support.js'
import { newProfile } from './visit.js'

/** Bytes: page, library, frame, configuration, with all headers. */
const BUDGET = 130_000

describe('a first visit', () => {
  let world: SharedWorld
  let site: FirstVisit
  before(async () => {
    world = await shareWorld()
    site = await startFirstVisit(world.dir, BUDGET)
  })
  after(async () => {
    await world?.stop()
    await site?.stop()
  })

  it(`gets to a sign-in screen that can be pressed by ${BUDGET / 1000} kB on the wire, and nothing more`, async () => {
    const context = await newProfile(world)
    const page = await context.newPage()
    await visitSignIn(page, site.tag)
    const sent = site.sent()
    site.release()
    const popup = page.waitForEvent('popup')
    await pressSignIn(page)
    await popup
    await context.close()
    assert.ok(sent > 10_000, `only ${sent} bytes were counted`)
    assert.ok(sent <= BUDGET, `${sent} bytes were sent`)
  })
})
