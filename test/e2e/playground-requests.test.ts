/** The playground's console: each request of the provider, as somebody who tries it out would send it. */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

import { after, before, describe, it } from '../support/suite.js'
import {
  approve,
  type Demo,
  openDemo,
  PERSON,
  request,
  type SharedWorld,
  shareWorld,
} from './support.js'

/** The one that no wallet should answer. */
const REFUSED = ['Sign raw bytes']
const YES = /^(Approve|Connect)$/

describe('the playground’s requests', () => {
  let world: SharedWorld
  let demo: Demo
  let page: Page
  let address: string

  before(async () => {
    world = await shareWorld()
    demo = await openDemo(world)
    page = demo.page
    await demo.signIn(PERSON)
    ;[address] = (await request(page, 'eth_accounts')) as [string]
    await page.locator('#wallet-fund').click()
    await page.locator('#wallet-balance', { hasText: /^10 ETH/ }).waitFor()
  })
  after(() => world?.stop())

  it('offers every request with parameters that are filled in', async () => {
    const names = await page.locator('#method-list button').allInnerTexts()
    assert.ok(names.length >= 35, String(names.length))
    assert.equal(new Set(names).size, names.length)
    for (const name of names) {
      await page.locator('#method-list').getByRole('button', { name, exact: true }).click()
      const params = await page.locator('#params').inputValue()
      assert.ok(Array.isArray(JSON.parse(params)), name)
      const isAboutNobody = params.includes(`0x${'0'.repeat(40)}"`)
      assert.equal(isAboutNobody, false, name)
    }
  })

  const send = async (title: string) => {
    await page.locator('#method-list').getByRole('button', { name: title, exact: true }).click()
    await page.locator('#request-send').click()
  }
  const answer = () => page.locator('#answer')

  it('shows an error with its number, our code and where it is explained', async () => {
    await send('Sign a message')
    await demo.press('Reject')
    await answer().getByText('Error 4001').waitFor()
    await answer().getByText('USER_REJECTED').waitFor()
    await answer().getByText('docs/errors.md#user_rejected').waitFor()
  })

  it('sends nothing that is no JSON, and keeps what somebody typed', async () => {
    await page.locator('#method-list').getByRole('button', { name: 'Balance', exact: true }).click()
    await page.locator('#params').fill('[oops')
    await page.locator('#request-send').click()
    await page.locator('#params-problem', { hasText: 'no JSON' }).waitFor()
    assert.equal(await answer().isVisible(), false)
    await page.locator('#request-reset').click()
    assert.deepEqual(JSON.parse(await page.locator('#params').inputValue()), [address, 'latest'])
  })

  it('gets an answer to each of them, and a refusal of the one that nobody should agree to', async () => {
    const titles = await page.locator('#method-list button').allInnerTexts()
    const errors: string[] = []
    for (const title of titles) {
      await send(title)
      const outcome = await settled()
      if (outcome.startsWith('Error')) errors.push(`${title}: ${await answer().innerText()}`)
      // Whatever the last one did: the next is sent by a site that is connected.
      if (title === 'Give permissions back') {
        await send('Connect')
        await settled()
      }
    }
    assert.deepEqual(
      errors.filter((error) => !REFUSED.some((title) => error.startsWith(title))),
      [],
    )
    assert.equal(errors.length, REFUSED.length)
  })

  /** Agrees to whatever the wallet asks, until there is an answer. */
  const settled = async () => {
    const outcome = page.locator('#answer .outcome:is(.good, .bad)').first()
    const done = outcome.waitFor().then(() => true)
    const asked = demo.frame
      .getByRole('button', { name: YES })
      .waitFor()
      .then(() => false)
    asked.catch(() => {})
    if (!(await Promise.race([done, asked]))) {
      await approve(demo.frame, YES)
      await done
    }
    if (await demo.isPanelOpen()) await demo.closeWallet()
    return outcome.innerText()
  }
})
