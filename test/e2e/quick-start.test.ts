/** docs/quick-start.md: its page, as it stands there, does what the text says. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { BrowserContext } from 'playwright-core'

import { approve, signIn } from '../../demo/testing/kit.js'
import { fromRoot } from '../../scripts/vite/shared.js'
import { after, before, describe, it } from '../support/suite.js'
import { PERSON, windowOf } from './support.js'
import { newProfile, Place } from './visit.js'

describe('the page of the quick start', () => {
  const here = new Place('asking')
  let context: BrowserContext

  before(async () => {
    const text = await readFile(fromRoot('docs/quick-start.md'), 'utf8')
    const html = /<!-- the page -->\n\n```html\n(.*?)```/s.exec(text)![1]!
    assert.ok(html.includes('http://localhost:4050/'))
    here.site.page('/', html.replaceAll('http://localhost:4050', here.world.stack.urls.wallet))
    context = await newProfile(here.world)
  })
  after(async () => {
    await context?.close()
  })

  it('signs people in, has them sign in a window, and knows them after a reload', async () => {
    const page = await context.newPage()
    await page.goto(`${here.site.origin('stranger')}/`)
    await signIn(page, PERSON)
    const press = () => page.getByRole('button', { name: 'Sign a message' }).click()
    await approve(await windowOf(page, press))
    await page.getByText(/^0x[0-9a-f]{130}$/).waitFor()

    await page.reload()
    await page.waitForFunction(() => document.querySelector('wallet-embed')?.isLoggedIn)
  })
})
