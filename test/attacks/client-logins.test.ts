import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

import { barePage } from '../e2e/site.js'
import { PERSON, windowOf } from '../e2e/support.js'
import { Place } from '../e2e/visit.js'
import { until } from '../support/until.js'
import { claim } from './claim.js'
import { Attacker } from './support/attacker.js'
import { hold } from './support/held.js'

/** What leads nowhere says one of these. */
const REFUSED = /is gone|is not registered|may not log in|has no such permission/
const SCRIPT = /\/assets\/(begin|login)-[\w-]+\.js/

const SAYS = 'An application’s key reaches nobody but the page that began the login'

claim(SAYS, { concurrency: 3 }, (suite) => {
  const here = new Place('trusting', suite)
  const attack = (name: string, outcome: string, run: () => Promise<void>) =>
    suite.attack(name, outcome, here.alone(run))
  let attacker: Attacker
  let wallet: string

  suite.before(async () => {
    wallet = here.world.stack.urls.wallet
    attacker = await Attacker.create(here.world)
    const client = (uxMode: string) => `
      window.loginClient = new lib.LoginClient({
        clientId: 'demo', uxMode: '${uxMode}', walletUrls: { production: '${wallet}' },
      })
      await window.loginClient.init()`
    here.site.page('/', barePage(client('redirect')))
    here.site.page('/popup', barePage(client('popup')))
    // Pages that sites have: each hands on what is in its fragment.
    here.site.page(
      '/out',
      `<script>location.replace(new URLSearchParams(location.search).get('to') + location.hash)</script>`,
    )
    here.site.page('/loot', '<!doctype html><title>Loot</title><p>Loot')
    here.site.page('/evil', '<!doctype html><title>The attacker</title>')
  })

  const shop = () => here.site.origin('shop')
  const loot = () => `${here.site.origin('evil')}/loot`
  const redirect = (redirectUrl = `${shop()}/`, more = {}) =>
    attacker.request(shop(), { uxMode: 'redirect', redirectUrl, ...more })

  const open = async () => {
    const page = await here.context.newPage()
    await page.goto(`${here.site.origin('evil')}/evil`)
    return { page, reached: reach() }
  }
  /** Each request for a person at the provider. */
  const reach = () => {
    const reached: string[] = []
    here.context.on('request', (request) => {
      const { origin, pathname } = new URL(request.url())
      if (origin === here.world.stack.urls.idp && pathname === '/auth') reached.push(pathname)
    })
    return reached
  }
  const openWindow = (page: Page, url: string) => {
    const script = `void (window.handle = window.open(${JSON.stringify(url)}))`
    return windowOf(page, () => page.evaluate(script))
  }
  /** The person does what they are asked to, as long as it is an everyday thing. */
  const obey = async (window: Page) => {
    const button = window.getByRole('button', { name: 'Continue with Google' })
    const email = window.getByLabel('Any other e-mail address')
    const end = window
      .getByText(REFUSED)
      .or(window.getByText('Loot'))
      .or(window.getByText('A site'))
    await until('the end of the way', async () => {
      await button.or(email).or(end).first().waitFor()
      if (await button.isVisible()) await button.click()
      else if (await email.isVisible()) {
        await email.fill(PERSON)
        await window.getByRole('button', { name: 'Continue', exact: true }).click()
        await window.waitForURL((url) => url.origin !== here.world.stack.urls.idp)
      } else return true
      return button.waitFor({ state: 'hidden' })
    })
  }
  const assertNothing = async (window: Page) => {
    assert.equal(await attacker.letter(), null, 'a letter lay in the mailbox')
    const [, jwe = ''] = /wallet-login=[\w-]+\.(.+)$/.exec(window.url()) ?? []
    assert.equal(await attacker.open(jwe), undefined, 'the attacker can open the result')
  }

  /** A window of the attacker's in which the shop begins a login by redirect. */
  const beginAtShop = async (page: Page, isDisowned = false) => {
    const window = await openWindow(page, '/evil')
    await window.waitForURL(/evil/)
    if (isDisowned) await window.evaluate('window.opener = null')
    await window.evaluate(`location.href = '${shop()}/'`)
    await window.waitForFunction("'loaded' in window")
    const pause = await hold(here.context, SCRIPT)
    await window.evaluate(
      `void window.loginClient.login({ loginProvider: 'google', skipKeyOnboarding: true, redirectUrl: '${shop()}/' })`,
    )
    await pause.reached
    await window.waitForURL(/\/(begin|login)#/, { waitUntil: 'commit' })
    return { window, pause }
  }
  for (const [what, isDisowned, fragment] of [
    [
      'one that ends at an open redirect of the shop',
      false,
      () => redirect(`${shop()}/out?to=${loot()}`),
    ],
    ['one by popup, whose result would lie in the mailbox', false, () => attacker.request(shop())],
    [
      'one by popup, after it has cut its own handle’s opener',
      true,
      () => attacker.request(shop()),
    ],
    [
      'one without a click (prompt=none)',
      false,
      () => redirect(`${shop()}/out?to=${loot()}`, { extraLoginOptions: { prompt: 'none' } }),
    ],
  ] as const) {
    attack(
      'A page opens the window in the shop’s name, with the word that the person has logged out there',
      'the person’s passkeys for the shop stay: a page that is not verified ends nothing',
      async () => {
        const { page } = await open()
        const own = await here.context.newPage()
        await own.goto(`${wallet}/config.json`)
        const kept = JSON.stringify({ passkeys: [passkeyFor('demo')], declined: [] })
        await own.evaluate((text) => localStorage.setItem('wallet-embed:passkeys', text), kept)
        const word = { fastLogin: true, lastLogout: 'plain' }
        const window = await openWindow(page, `${wallet}/login${redirect(`${shop()}/`, word)}`)
        await window.getByRole('button', { name: 'Continue with Google' }).waitFor()
        assert.equal(await own.evaluate(() => localStorage.getItem('wallet-embed:passkeys')), kept)
      },
    )

    attack(
      `Who opened the shop’s page replaces the shop’s own request by ${what}`,
      'the page where a login begins is out of reach',
      async () => {
        const { page } = await open()
        const { window, pause } = await beginAtShop(page, isDisowned)
        const { pathname } = new URL(window.url())
        await page.evaluate(
          `window.handle.location = ${JSON.stringify(`${wallet}${pathname}${fragment()}`)}`,
        )
        await page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))')
        pause.release()
        await obey(window)
        await assertNothing(window)
      },
    )
  }

  for (const path of ['begin', 'login']) {
    attack(
      `Another site goes to /${path} with a request of the shop’s, to the very page that is registered`,
      'nobody is sent to a provider before the person presses, on a screen that names the shop',
      async () => {
        const { page, reached } = await open()
        const url = `${wallet}/${path}${redirect(undefined, { extraLoginOptions: { prompt: 'none' } })}`
        await page.evaluate(`location.href = ${JSON.stringify(url)}`)
        await page.getByRole('button', { name: 'Continue with Google' }).waitFor()
        await page.getByText('shop.localhost').first().waitFor()
        assert.deepEqual(reached, [])
      },
    )
  }

  for (const [what, url] of [
    ['an open redirect at its origin', () => `${shop()}/out?to=${loot()}`],
    ['the registered page with another query', () => `${shop()}/?to=${loot()}`],
    ['the registered page with a route in its fragment', () => `${shop()}/#/out?to=${loot()}`],
    ['a path that leads back to it', () => `${shop()}/x/..//out`],
    ['an encoded path', () => `${shop()}/%6fut?to=${loot()}`],
    [
      'a user name that looks like it',
      () => `http://shop.localhost@evil.localhost:${here.site.port}/`,
    ],
    ['a backslash', () => `${shop()}\\@evil.localhost:${here.site.port}/`],
    ['a script', () => `javascript:location='${loot()}'`],
    ['a page of another port', () => 'http://shop.localhost:1/'],
    ['the wallet itself', () => `${wallet}/login`],
  ] as const) {
    attack(
      `A request names ${what} as the page where the login ends`,
      'it is not one of the registered URLs, and the login does not begin',
      async () => {
        const { page, reached } = await open()
        await page.evaluate(
          `location.href = ${JSON.stringify(`${wallet}/begin${redirect(url())}`)}`,
        )
        await page.getByText('is not registered').waitFor()
        assert.deepEqual(reached, [])
      },
    )
  }

  for (const path of ['begin', 'login']) {
    attack(
      `A link that somebody put on the shop’s site leads to /${path} with a key of the attacker’s`,
      'the result goes to the shop’s page, which did not ask for it, and not to the mailbox',
      async () => {
        const { page } = await open()
        await page.goto(`${shop()}/`)
        const url = `${wallet}/${path}${attacker.request(shop(), { redirectUrl: `${shop()}/` })}`
        const script = `{
          const link = document.createElement('a')
          Object.assign(link, { href: ${JSON.stringify(url)}, target: '_blank', rel: 'noopener' })
          document.body.append(link)
          link.click()
        }`
        const window = await windowOf(page, () => page.evaluate(script))
        await obey(window)
        await window.waitForURL(`${shop()}/`)
        assert.equal(await window.evaluate('window.loginClient.privKey'), '')
        await assertNothing(window)
      },
    )
  }

  attack(
    'Who opened the login window for the shop goes to the shop’s own page, to be asked there',
    'that page did not begin this login, and does not say so',
    async () => {
      const { page } = await open()
      const pause = await hold(here.context, SCRIPT)
      const opener = await openWindow(page, '/evil')
      const script = `void window.open(${JSON.stringify(`${wallet}/login${attacker.request(shop())}`)})`
      const window = await windowOf(opener, () => opener.evaluate(script))
      await pause.reached
      await opener.evaluate(`location.href = '${shop()}/popup'`)
      await opener.waitForFunction("'loaded' in window")
      pause.release()
      await obey(window)
      await assertNothing(window)
    },
  )

  for (const [how, features] of [
    ['', ''],
    [', and hides who opened it', 'noopener,noreferrer'],
  ]) {
    attack(
      `Another site opens the login window for the shop itself${how}`,
      'the window finds no page of the shop that asked, and no provider is asked',
      async () => {
        const { page, reached } = await open()
        const url = `${wallet}/login${attacker.request(shop())}`
        const opened = here.context.waitForEvent('page')
        await page.evaluate(`void window.open(${JSON.stringify(url)}, '', '${features}')`)
        const window = await opened
        await window.getByText(REFUSED).first().waitFor()
        assert.deepEqual(reached, [])
        await assertNothing(window)
      },
    )
  }

  attack(
    'Somebody puts the code of a login of their own into the answer that the shop’s window brings back (code injection)',
    'the provider gives nothing for it: the code is of another login',
    async () => {
      const { page } = await open()
      const answer = page.waitForRequest(/\/login\?code=/)
      await page.goto(attacker.authorization)
      await obey(page)
      const stolen = new URL((await answer).url()).searchParams.get('code')
      await here.context.addInitScript(`{
        const { pathname, searchParams: answer } = new URL(location.href)
        if (pathname === '/login' && answer.has('code')) {
          answer.set('code', '${stolen}')
          history.replaceState(null, '', '/login?' + answer)
        }
      }`)
      await page.goto(`${shop()}/popup`)
      await page.waitForFunction("'loaded' in window")
      const popup = page.waitForEvent('popup')
      const outcome = page.evaluate(
        `loginClient.login({ loginProvider: 'google' }).then(() => 'logged in', ({ code }) => code)`,
      )
      const window = await popup
      await window.getByLabel('Any other e-mail address').fill(PERSON)
      await window.getByRole('button', { name: 'Continue', exact: true }).click()
      assert.equal(await outcome, 'LOGIN_FAILED')
      assert.equal(await page.evaluate('loginClient.privKey'), '')
    },
  )

  for (const [what, fragment] of [
    ['the shop’s clientId from its own site', () => attacker.request(here.site.origin('evil'))],
    [
      'its own clientId in the shop’s name',
      () => attacker.request(shop(), { clientId: 'hostile' }),
    ],
    [
      'its own clientId, with the shop’s page to come back to',
      () =>
        attacker.request(here.site.origin('evil'), {
          ...{ clientId: 'hostile', uxMode: 'redirect', redirectUrl: `${shop()}/` },
        }),
    ],
    [
      'the wallet’s own key',
      () =>
        attacker.request(here.site.origin('evil'), {
          ...{ clientId: 'hostile', uxMode: 'redirect', redirectUrl: loot(), getWalletKey: true },
        }),
    ],
  ] as const) {
    attack(
      `A registered application that is hostile asks for ${what}`,
      'the registry does not allow it, and no provider is asked',
      async () => {
        const { page, reached } = await open()
        await page.evaluate(`location.href = ${JSON.stringify(`${wallet}/begin${fragment()}`)}`)
        await page.waitForURL((url) => url.origin !== here.site.origin('evil') || url.hash !== '')
        await page.getByText(REFUSED).or(page.getByText('Loot')).first().waitFor()
        assert.deepEqual(reached, [])
        await assertNothing(page).catch(() => assert.match(page.url(), /loot#wallet-login/))
      },
    )
  }
})

/** As the wallet keeps a passkey of this device, with which an application may log in. */
const passkeyFor = (clientId: string) => ({
  ...{ id: 'AQ', kind: 'device', address: `0x${'5'.repeat(40)}`, applications: [clientId] },
  userInfo: {
    ...{ email: PERSON, name: '', profileImage: '', aggregateVerifier: '' },
    ...{ verifier: 'google', verifierId: PERSON, typeOfLogin: 'google' },
  },
  wrapped: { version: 1, iv: 'AQ', data: 'AQ' },
  ...{ created: Date.now(), used: Date.now() },
})
