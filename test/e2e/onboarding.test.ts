/** What somebody new is asked after a login, and what becomes of the login meanwhile. */
import assert from 'node:assert/strict'
import type { BrowserContext, FrameLocator, Page } from 'playwright-core'
import { mnemonicToAccount } from 'viem/accounts'

import { after, afterEach, before, describe, it } from '../support/suite.js'
import {
  openDemo,
  PERSON,
  pressButton,
  readWords,
  type SharedWorld,
  shareWorld,
} from './support.js'

const press = (where: Page | FrameLocator, name: string) =>
  pressButton(where.getByRole('button', { name, exact: true }))
const question = (where: Page | FrameLocator) =>
  where.getByRole('heading', { name: 'Keep your account' })

describe('somebody new', () => {
  let world: SharedWorld
  let context: BrowserContext
  /** The person's key for the application. */
  let key: string

  before(async () => {
    world = await shareWorld()
  })
  after(() => world?.stop())
  afterEach(() => context?.close())

  const open = async (path = '/'): Promise<Page> => {
    context = await world.browser.newContext()
    return (await openDemo(world, path, context)).page
  }
  /** At the provider. */
  const pick = async (where: Page) => {
    await where.getByLabel('Any other e-mail address').fill(PERSON)
    await press(where, 'Continue')
  }
  /** Logs in as far as the page is concerned. */
  const begin = async (page: Page) => {
    const opened = page.waitForEvent('popup')
    const login = page.evaluate(() =>
      window.loginClient.login({ relogin: true, loginProvider: 'google' }),
    )
    const popup = await opened
    const closed = popup.waitForEvent('close')
    await pick(popup)
    const { privKey } = await login
    return { popup, closed, privKey }
  }
  const leave = async (page: Page) => {
    await page.evaluate(() => void window.loginClient.login({ loginProvider: 'google' }))
    await pick(page)
  }
  const keyOf = async (page: Page) => {
    await page.waitForFunction(() => window.loginClient?.privKey)
    return page.evaluate(() => window.loginClient.privKey)
  }
  /** Reads the words, and answers what is asked of them. */
  const save = async (where: Page | FrameLocator): Promise<string> => {
    await press(where, 'Save your recovery phrase')
    const show = where.locator('we-recovery-phrase button[aria-disabled=false]')
    await pressButton(show)
    const words = await readWords(where)
    await press(where, 'I have saved them')
    const fields = where.getByRole('textbox', { name: /^Word / })
    await fields.first().waitFor()
    assert.equal(await fields.count(), 3)
    for (const field of await fields.all()) {
      await field.fill(words[Number(await field.getAttribute('name'))]!)
    }
    await press(where, 'Done')
    return words.join(' ')
  }

  it('gets the key by popup before anything is asked, saves the words, and is not asked again', async () => {
    const page = await open()
    const { popup, closed, privKey } = await begin(page)
    key = privKey
    assert.match(key, /^[0-9a-f]{64}$/)
    await question(popup).waitFor()
    const words = await save(popup)
    await closed
    assert.equal(words.split(' ').length, 24)
    assert.ok(mnemonicToAccount(words).address)
    const again = await begin(page)
    await again.closed
    assert.equal(again.privKey, key)
  })

  it('may say "Not now" in the popup, and is not asked at the next login', async () => {
    const page = await open()
    const { popup, closed, privKey } = await begin(page)
    await press(popup, 'Not now')
    await closed
    const again = await begin(page)
    await again.closed
    assert.deepEqual([privKey, again.privKey], [key, key])
  })

  it('may close or reload the popup: the login has succeeded', async () => {
    const page = await open()
    const { popup, closed, privKey } = await begin(page)
    await question(popup).waitFor()
    await popup.evaluate('setTimeout(() => location.reload())')
    await closed
    assert.equal(privKey, key)
    assert.equal(await page.evaluate(() => window.loginClient.privKey), key)
    const other = await open()
    const second = await begin(other)
    await question(second.popup).waitFor()
    await second.popup.close()
    assert.equal(await other.evaluate(() => window.loginClient.privKey), key)
  })

  it('is asked by redirect before the way back, and comes back with the key after "Not now"', async () => {
    const page = await open('/?uxMode=redirect')
    const before = page.url()
    await leave(page)
    await question(page).waitFor()
    await press(page, 'Not now')
    await page.waitForURL(before)
    assert.equal(await keyOf(page), key)
  })

  it('comes back by redirect with the key after saving the words, or after a reload in the middle of it', async () => {
    const page = await open('/?uxMode=redirect')
    await leave(page)
    await save(page)
    assert.equal(await keyOf(page), key)
    const other = await open('/?uxMode=redirect')
    await leave(other)
    await press(other, 'Save your recovery phrase')
    await other.getByText('Anyone with these words').waitFor()
    await other.reload()
    assert.equal(await keyOf(other), key)
  })
})
