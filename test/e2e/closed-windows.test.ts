/**
 * Login windows that people close, at any moment, while the provider is quick, slow, silent, or cuts the
 * window off: whoever waits hears of it, and the next press opens a window in which one can sign in.
 */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { type OddProvider, startOddProvider, type TROUBLES } from '../support/odd-provider.js'
import { after, before, describe, it } from '../support/suite.js'
import { pass, until } from '../support/until.js'
import { clientPage, closeWindow, FOCUS, outcome, windowOf } from './closing.js'
import { barePage, type Site, startSite } from './site.js'
import {
  PATIENCE,
  PERSON,
  pickAccount,
  pressProvider,
  startWorld,
  type World,
  walletFrame,
} from './support.js'
import { pageAt } from './visit.js'

/** Milliseconds after the press: close together until the window has come to the provider. */
const MOMENTS = [0, 15, 55, 125, 220, 345, 500, 680, 890, 1_120, 2_000, 3_100]
/** Where only the provider differs: before the window has come there, and later; and after a slow answer. */
const FEWER = [345, 1_120, 2_000, 3_100]
/** Of a page, one after the other; then one signs in there. Pages with other moments are there at the same time. */
const MOST = 3

type Provider = [id: string, name: string, trouble: keyof typeof TROUBLES, moments: number[]]
const PROVIDERS: Provider[] = [
  ['facebook', 'Facebook', 'normal', MOMENTS],
  ['discord', 'Discord', 'slow', FEWER],
  ['github', 'GitHub', 'severing', FEWER],
]
/** A slow provider is as silent as this one until it answers. */
const HANGING = 'reddit'

const IDS = [...PROVIDERS.map(([id]) => id), HANGING]

const walletPage = (wallet: string) =>
  barePage(`
  ${FOCUS}
  const outcomes = (window.outcomes = [])
  window.wallet = new lib.Wallet({ walletUrls: { production: '${wallet}' } })
  await wallet.init({ network: { host: 'localhost' }, showWalletButton: false })
  const button = document.createElement('button')
  button.textContent = 'Wallet'
  button.onclick = () => wallet.login().then(
    (accounts) => outcomes.push('accounts ' + accounts.length),
    (error) => outcomes.push(error.code),
  )
  document.body.append(button)`)

/** A page's part of all moments, one after the other: each page ends with a different kind of moment. */
const momentsOf = (worker: number, pages: number, all: number[]) => {
  const own = all.filter((_, index) => index % pages === worker)
  return [...own.slice(worker), ...own.slice(0, worker)]
}

describe('a login window that the person closes', () => {
  let world: World
  let site: Site
  let provider: OddProvider
  let contexts = 0

  before(async () => {
    site = await startSite()
    provider = await startOddProvider()
    world = await startWorld({
      origins: [site.origin('shop')],
      verifiers: Object.fromEntries(
        [...PROVIDERS, [HANGING, '', 'hanging'] as const].map(([id, , trouble]) => [
          id,
          { authorizationEndpoint: provider.authorize(id, trouble) },
        ]),
      ),
    })
    const { idp, wallet } = world.stack.urls
    provider.front(idp)
    site.page('/client', clientPage(wallet, IDS))
    site.page('/wallet', walletPage(wallet))
  })
  after(async () => {
    provider?.close()
    await world?.stop()
    await site?.close()
  })

  interface Visit {
    page: Page
    worker: number
    moments: number[]
    /** Whether the provider of this visitor makes trouble. */
    trouble(isOn: boolean): void
  }
  /** Some people at the same time, each with a browser profile of their own. */
  const visit = (path: string, all: number[], run: (visit: Visit) => Promise<void>) => {
    const pages = Math.ceil(all.length / MOST) || 1
    return Promise.all(
      Array.from({ length: pages }, async (_, worker) => {
        contexts += 1
        const userAgent = `Browser ${contexts}`
        const context = await world.browser.newContext({ userAgent })
        try {
          context.setDefaultTimeout(PATIENCE)
          const page = await pageAt(context, `${site.origin('shop')}${path}`)
          const trouble = (isOn: boolean) => provider.trouble(userAgent, isOn)
          await run({ page, worker, moments: momentsOf(worker, pages, all), trouble })
        } finally {
          await context.close()
        }
      }),
    )
  }

  for (const [id, name, kind, all] of PROVIDERS) {
    // As many pages at a time as with all moments.
    describe(`with a ${kind} provider`, { concurrency: MOMENTS.length / all.length }, () => {
      // Where the provider cuts the window off, test/attacks/settling.test.ts closes a login client's.
      if (kind !== 'severing')
        it(`is told to a login client, at ${all.length} moments`, async () => {
          await visit('/client', all, async ({ page, worker, moments, trouble }) => {
            const button = page.locator(`login-button[provider=${id}]`).getByRole('button')
            const press = () => button.click()
            for (const [index, moment] of moments.entries()) {
              await press()
              await pass(moment)
              await closeWindow(page)
              // Half of them wait until they are told, the others press again at once.
              if ((index + worker) % 2) continue
              assert.equal(await outcome(page, index), 'POPUP_CLOSED', `${moment} ms`)
            }
            trouble(false)
            const popup = await windowOf(page, press)
            for (const [index, moment] of moments.entries()) {
              const told = await outcome(page, index)
              assert.match(`${told}`, /^(ABORTED|POPUP_CLOSED)$/, `${moment} ms`)
            }
            await pickAccount(popup, PERSON)
            assert.equal(await outcome(page, moments.length), 'login')
            assert.equal(await outcome(page, moments.length + 1), 'key 64')
          })
        })

      it(`is told in the wallet, at ${all.length} moments`, async () => {
        await visit('/wallet', all, async ({ page, moments, trouble }) => {
          const frame = walletFrame(page)
          await page.getByRole('button', { name: 'Wallet', exact: true }).click()
          const again = frame.getByRole('button', { name: 'Try again', exact: true })
          const ways = frame.getByRole('button', { name: /^Continue with / })
          const press = async () => {
            await again.or(ways).first().waitFor()
            await ((await again.isVisible()) ? again.click() : pressProvider(frame, name))
          }
          for (const moment of moments) {
            await press()
            await pass(moment)
            await closeWindow(page)
          }
          if (moments[0] === 0) {
            // The panel is the person's to close, and with it the page is answered.
            await page.keyboard.press('Escape')
            assert.equal(await outcome(page, 0), 'USER_REJECTED')
            return
          }
          trouble(false)
          const popup = await windowOf(page, press)
          await pickAccount(popup, PERSON)
          assert.equal(await outcome(page, 0), 'accounts 1')
        })
      })
    })
  }

  describe('in one page', { concurrency: 3 }, () => {
    it('is told without focus on the page, where the window itself said so', async () => {
      await visit('/client', [], async ({ page }) => {
        // As in a headless browser without `giveFocus`.
        await page.evaluate('Document.prototype.hasFocus = () => true')
        const button = page.locator(`login-button[provider=${HANGING}]`).getByRole('button')
        const popup = await windowOf(page, () => button.click())
        // It is on its way to a provider that never answers.
        await page.waitForFunction('window.heard.includes("leaving")')
        // Chromium loses the wish where the window is on its way elsewhere: then the person closes it again.
        await until('the end of the window', async () => {
          await popup.close({ runBeforeUnload: true }).catch(() => {})
          return popup.isClosed()
        })
        assert.equal(await outcome(page, 0), 'POPUP_CLOSED')
      })
    })

    for (const order of ['after', 'before'])
      it(`but went on out of sight is no loss, also if it is heard to unload ${order} it reads as closed: the page hears "login" when it is done`, async () => {
        await visit('/client', [], async ({ page }) => {
          if (order === 'before')
            await page.evaluate(`addEventListener('message', ({ data, origin, source }) => {
            const unloading = { data: { ...data, type: 'unloading' }, origin, source }
            if (data.type === 'leaving')
              setTimeout(() => dispatchEvent(new MessageEvent('message', unloading)))
          })`)
          const button = page.locator('login-button[provider=github]').getByRole('button')
          const popup = await windowOf(page, () => button.click())
          await popup.getByLabel('Any other e-mail address').waitFor()
          // The person has a look at the page, and goes back to the window, which the provider cut off.
          await page.evaluate('giveFocus()')
          assert.equal(await outcome(page, 0), 'POPUP_CLOSED')
          await pickAccount(popup, PERSON)
          assert.equal(await outcome(page, 1), 'login')
          assert.equal(await page.evaluate('client.privKey.length'), 64)
        })
      })
  })
})
