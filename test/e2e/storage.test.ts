/**
 * Browsers differ in what they let a frame keep: a store for each embedding site, none, or one that a
 * person grants. In each the wallet works, or says what is lost; and the page never holds a secret.
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

import { BROWSER_ARGS, findBrowser, WITHOUT_FEATURES } from '../support/browser.js'
import { watch } from '../support/failures.js'
import { after, before, describe, it } from '../support/suite.js'
import { RECORD_MESSAGES, recordNetwork, seenBy } from './recording.js'
import { barePage } from './site.js'
import {
  approve,
  PATIENCE,
  PERSON,
  pickAccount,
  pressButton,
  proveAgain,
  readWords,
  request,
  skipOnboarding,
  walletFrame,
  windowOf,
} from './support.js'
import { Place, pageAt } from './visit.js'

describe('storage', { concurrency: 3 }, () => {
  const here = new Place()
  /** With the storage of frames denied. */
  let denying: Browser
  let profile: string

  const walletPage = (useLocalStorage: boolean) =>
    barePage(`
    window.wallet = new lib.Wallet({ walletUrls: { production: '${here.world.stack.urls.wallet}' } })
    await window.wallet.init({ network: { host: 'localhost' }, useLocalStorage: ${useLocalStorage} })`)

  before(async () => {
    here.site.page('/', walletPage(false))
    here.site.page('/lasting', walletPage(true))
    here.site.page(
      '/two',
      `${walletPage(false)}<iframe src="/" title="The same site again"></iframe>`,
    )
    profile = await mkdtemp(join(tmpdir(), 'wallet-embed-profile-'))
    // With Playwright's own list Chromium denies storage to frames of other sites, as some people's settings do.
    const browser = await chromium.launch({
      executablePath: await findBrowser(),
      args: BROWSER_ARGS.filter((arg) => arg !== WITHOUT_FEATURES),
    })
    denying = watch(browser)
  })
  after(async () => {
    await denying?.close()
    await rm(profile, { recursive: true, force: true })
  })

  const watched = async (context: BrowserContext) => {
    context.setDefaultTimeout(PATIENCE)
    await context.addInitScript({ content: RECORD_MESSAGES })
    return { context, noted: recordNetwork(context, here.world.stack.urls.login) }
  }
  const open = async (context: BrowserContext, path = '/', name = 'shop') => {
    const page = await pageAt(context, `${here.site.origin(name)}${path}`)
    return page
  }
  const reload = async (page: Page) => {
    await page.reload()
    await page.waitForFunction(() => 'loaded' in window)
  }
  const signIn = async (page: Page) => {
    await page.bringToFront()
    const accounts = request(page, 'eth_requestAccounts')
    const way = walletFrame(page).getByRole('button', { name: 'Continue with Google' })
    await pickAccount(await windowOf(page, () => pressButton(way)), PERSON)
    const [address] = (await accounts) as string[]
    return address!
  }
  const isSignedIn = (page: Page, expected: boolean) =>
    page.waitForFunction(`window.wallet.isLoggedIn === ${expected}`)
  const walletOrigin = (page: Page) =>
    page.frames().find((frame) => frame.url().includes('/frame?'))!
  const words = async (page: Page) => {
    await page.bringToFront()
    await page.getByRole('button', { name: 'Open wallet' }).click()
    await skipOnboarding(page)
    const press = (name: string) =>
      pressButton(walletFrame(page).getByRole('button', { name, exact: true }))
    await press('Settings')
    await press('Recovery phrase')
    await proveAgain(walletFrame(page), page, PERSON)
    await press('Show the words')
    const shown = await readWords(walletFrame(page))
    await page.getByRole('button', { name: 'Close wallet' }).click()
    return shown.join(' ')
  }
  /** Searches all that the page saw, and every URL, for what nobody but the wallet may know. */
  const assertNoSecret = async (
    page: Page,
    { idTokens, urls }: ReturnType<typeof recordNetwork>,
  ) => {
    const phrase = await words(page)
    assert.equal(phrase.split(' ').length, 24)
    assert.equal(idTokens.length > 0, true, 'the ID token was recorded')
    const [seen, asked] = [await seenBy(page), urls.join('\n')]
    assert.match(seen, /hello/)
    for (const secret of [...idTokens, phrase, phrase.split(' ').slice(0, 3).join(' ')]) {
      assert.equal(seen.includes(secret), false)
      assert.equal(asked.includes(secret), false)
    }
    assert.equal(seen.includes('wallet-embed:session'), false)
  }

  it('of its own for each site: signed in there, through reloads, until the tab ends', async () => {
    const { context, noted } = await watched(await here.world.browser.newContext())
    const page = await open(context)
    const address = await signIn(page)
    await reload(page)
    assert.deepEqual(await request(page, 'eth_accounts'), [address])
    const elsewhere = await open(context, '/', 'forum')
    await isSignedIn(elsewhere, false)
    const otherTab = await open(context)
    await isSignedIn(otherTab, false)
    await assertNoSecret(page, noted)
    await context.close()
  })

  it('that is denied: signed in until the page ends, and the wallet says so', async () => {
    const { context, noted } = await watched(await denying.newContext())
    const page = await open(context)
    const denied = await walletOrigin(page).evaluate(() => {
      try {
        return String(sessionStorage.length)
      } catch (error) {
        return (error as Error).name
      }
    })
    assert.equal(denied, 'SecurityError')
    const address = await signIn(page)
    const { email } = await page.evaluate(() => window.wallet.getUserInfo())
    assert.equal(email, PERSON)
    const signed = request(page, 'personal_sign', ['0x6869', address])
    await approve(walletFrame(page))
    assert.match((await signed) as string, /^0x[0-9a-f]{130}$/)
    await page.getByRole('button', { name: 'Open wallet' }).click()
    await skipOnboarding(page)
    await walletFrame(page).getByText('sign in again after a reload').waitFor()
    await page.getByRole('button', { name: 'Close wallet' }).click()
    await assertNoSecret(page, noted)
    await reload(page)
    await isSignedIn(page, false)
    await context.close()
  })

  it('that the person granted: the wallet works as without, and hands the site nothing', async () => {
    const { context, noted } = await watched(await here.world.browser.newContext())
    // The person has been at the wallet, as browsers demand before they grant.
    const wallet = await context.newPage()
    await wallet.goto(here.world.stack.urls.wallet)
    await wallet.close()
    const page = await context.newPage()
    const session = await here.world.browser.newBrowserCDPSession()
    const target = await context.newCDPSession(page)
    const { targetInfo } = await target.send('Target.getTargetInfo')
    await session.send('Browser.setPermission', {
      permission: { name: 'storage-access' },
      setting: 'granted',
      origin: here.site.origin('shop'),
      embeddedOrigin: here.world.stack.urls.wallet,
      browserContextId: targetInfo.browserContextId!,
    })
    await page.goto(here.site.origin('shop'))
    await page.waitForFunction(() => 'loaded' in window)
    const state = await walletOrigin(page).evaluate(async () => {
      const name = 'storage-access' as PermissionName
      return (await navigator.permissions.query({ name })).state
    })
    assert.equal(state, 'granted')
    const address = await signIn(page)
    await reload(page)
    assert.deepEqual(await request(page, 'eth_accounts'), [address])
    await assertNoSecret(page, noted)
    await context.close()
  })

  it('of the wallet’s own page: signed in there, through a reload', async () => {
    const { context, noted } = await watched(await here.world.browser.newContext())
    const page = await context.newPage()
    await page.goto(here.world.stack.urls.wallet)
    const way = page.getByRole('button', { name: 'Continue with Google' })
    await pickAccount(await windowOf(page, () => pressButton(way)), PERSON)
    await page.locator('we-recovery-welcome').waitFor()
    await skipOnboarding(page, page)
    await page.getByText(PERSON).waitFor()
    await page.reload()
    await skipOnboarding(page, page)
    await page.getByText(PERSON).waitFor()
    const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
    assert.match(kept, /wallet-embed:session/)
    for (const idToken of noted.idTokens) assert.equal(kept.includes(idToken), false)
    await context.close()
  })

  it('with useLocalStorage outlives the browser, and without it does not', async () => {
    const launch = async () => {
      const context = await chromium.launchPersistentContext(profile, {
        executablePath: await findBrowser(),
        args: BROWSER_ARGS,
      })
      return watched(watch(context))
    }
    const first = await launch()
    const lasting = await open(first.context, '/lasting')
    const address = await signIn(lasting)
    const fleeting = await open(first.context, '/', 'forum')
    await signIn(fleeting)
    await assertNoSecret(lasting, first.noted)
    await first.context.close()

    const { context } = await launch()
    const again = await open(context, '/lasting')
    assert.deepEqual(await request(again, 'eth_accounts'), [address])
    const signed = request(again, 'personal_sign', ['0x6869', address])
    await approve(walletFrame(again))
    assert.match((await signed) as string, /^0x[0-9a-f]{130}$/)
    await isSignedIn(await open(context, '/', 'forum'), false)
    await context.close()
  })

  it('that tabs share: who signs in or out in one does so in all', async () => {
    const { context } = await watched(await here.world.browser.newContext())
    const [one, other] = [await open(context, '/lasting'), await open(context, '/lasting')]
    const address = await signIn(one)
    await isSignedIn(other, true)
    const signed = request(other, 'personal_sign', ['0x6869', address])
    await approve(walletFrame(other))
    assert.match((await signed) as string, /^0x/)
    await other.evaluate(() => window.wallet.logout())
    await isSignedIn(one, false)
    await context.close()
  })
})
