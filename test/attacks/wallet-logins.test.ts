import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

import { barePage } from '../e2e/site.js'
import { PERSON, walletFrame, windowOf } from '../e2e/support.js'
import { newProfile, Place } from '../e2e/visit.js'
import { claim } from './claim.js'
import { Attacker } from './support/attacker.js'
import { hold } from './support/held.js'

const GONE = 'The page that asked is gone. Go back to the site and sign in again.'
/** Where the wallet's frame takes its page, today and before. */
const LANDING = /\/(begin|login)($|[?#])/
const SCRIPT = /\/assets\/(begin|login)-[\w-]+\.js/
const CONFIG = /\/config\.json/

/** A page with the wallet in a sandbox that opens no windows, so that a login has to leave in the page's own tab. */
const embedding = (wallet: string) =>
  barePage(`
  const { createElement } = document
  document.createElement = function (name, ...rest) {
    const element = createElement.call(this, name, ...rest)
    if (name === 'iframe') Object.defineProperty(element, 'sandbox', {
      set: (value) => element.setAttribute('sandbox', value.replace(/allow-popups\\S*/g, '')),
    })
    return element
  }
  window.wallet = new lib.Wallet({ walletUrls: { production: '${wallet}' } })
  await window.wallet.init({ network: { host: 'localhost' } })`)

const SAYS = 'What a provider answers reaches nobody but the wallet that began the login'

claim(SAYS, { concurrency: 3 }, (suite) => {
  const here = new Place('trusting', suite)
  const attack = (name: string, outcome: string, run: () => Promise<void>) =>
    suite.attack(name, outcome, here.alone(run))
  let attacker: Attacker
  let wallet: string

  suite.before(async () => {
    wallet = here.world.stack.urls.wallet
    attacker = await Attacker.create(here.world)
    here.site.page('/', '<!doctype html><title>The attacker</title>')
    here.site.page('/embed', embedding(wallet))
    here.site.page('/loot', '<!doctype html><title>Loot</title>')
  })

  const loot = () => `${here.site.origin('evil')}/loot`
  /** The attacker's page. */
  const open = async (context = here.context) => {
    const page = await context.newPage()
    await page.goto(`${here.site.origin('evil')}/`)
    return { page, reached: attacker.watch(context) }
  }
  /** A window of the attacker's, who keeps a handle on it. */
  const openWindow = (page: Page, url: string) => {
    const script = `void (window.handle = window.open('${url}', 'theirs'))`
    return windowOf(page, () => page.evaluate(script))
  }
  /** A page that embeds the wallet, where the next press has the wallet take the page along. */
  const embed = async (page: Page) => {
    const window = await openWindow(page, '/embed')
    await window.waitForFunction("'loaded' in window")
    await window.getByRole('button', { name: 'Open wallet' }).click()
    await press(window, 'Continue with Google')
    await press(window, 'Continue')
    return window
  }
  const press = (window: Page, name: string) =>
    walletFrame(window).getByRole('button', { name, exact: true }).click({ noWaitAfter: true })
  const leave = (window: Page) => press(window, 'Continue in this tab')
  const send = (page: Page, url: string) =>
    page.evaluate(`window.handle.location = ${JSON.stringify(url)}`)
  /** The person signs in, wherever the window has come to; or is told that this leads nowhere. */
  const signInThere = async (window: Page) => {
    const email = window.getByLabel('Any other e-mail address')
    await email.or(window.getByText(GONE)).or(window.getByText('Loot')).first().waitFor()
    if (!(await email.isVisible())) return
    await email.fill(PERSON)
    await window.getByRole('button', { name: 'Continue', exact: true }).click()
    await window.waitForURL((url) => url.origin !== here.world.stack.urls.idp)
  }
  /** The window says that it leads nowhere, unless the browser lets it close itself. */
  const over = async (window: Page) => {
    const told = window.getByText(GONE).waitFor()
    const closed = window.isClosed()
      ? Promise.resolve()
      : window.waitForEvent('close').then(() => {})
    await Promise.any([told, closed])
  }
  const assertNothing = async (reached: string[], window: Page) => {
    assert.deepEqual(reached, [], 'the provider was asked in a login of the attacker')
    assert.equal(await attacker.letter(), null, 'a letter lay in the mailbox')
    assert.doesNotMatch(window.url(), /\/loot#/)
  }

  const FRAGMENTS = [
    ['a leg', () => attacker.leg(loot())],
    ['a way to the provider', () => attacker.go],
    ['a request', () => attacker.request(here.site.origin('evil'))],
  ] as const
  const MOMENTS = [
    ['before its script runs', SCRIPT],
    ['while it reads its configuration', CONFIG],
  ] as const
  for (const [what, fragment] of FRAGMENTS) {
    for (const [when, held] of MOMENTS) {
      attack(
        `The opener of a page writes ${what} of its own over the one that the wallet's frame left with, ${when}`,
        'no login of the attacker reaches a provider',
        async () => {
          const { page, reached } = await open()
          const window = await embed(page)
          const pause = await hold(here.context, held)
          await leave(window)
          await pause.reached
          await window.waitForURL(LANDING, { waitUntil: 'commit' })
          const { pathname } = new URL(window.url())
          await send(page, `${wallet}${pathname}${fragment()}`)
          await page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))')
          pause.release()
          await signInThere(window)
          await assertNothing(reached, window)
        },
      )
    }
  }

  attack(
    'The opener sends the page elsewhere at the wallet while the document is still under way',
    'the wallet does not know who began that, and goes nowhere',
    async () => {
      const { page, reached } = await open()
      const window = await embed(page)
      const pause = await hold(here.context, LANDING)
      await leave(window)
      await pause.reached
      for (const path of ['begin', 'login']) {
        await send(page, `${wallet}/${path}${attacker.leg(loot())}`)
      }
      pause.release()
      await window.waitForURL(LANDING)
      await signInThere(window)
      await assertNothing(reached, window)
    },
  )

  attack(
    'The opener sends the page back to the wallet with a leg of its own while the person is at the provider',
    'the window that the wallet began in is out of reach',
    async () => {
      const { page, reached } = await open()
      const window = await embed(page)
      await leave(window)
      await window.getByLabel('Any other e-mail address').waitFor()
      for (const path of ['begin', 'login']) {
        await send(page, `${wallet}/${path}${attacker.leg(loot())}`)
      }
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))')
      await signInThere(window)
      await assertNothing(reached, window)
    },
  )

  for (const path of ['begin', 'login']) {
    for (const [what, fragment] of FRAGMENTS) {
      attack(
        `A page of another origin goes to /${path} itself with ${what}`,
        'the wallet does not go on',
        async () => {
          const { page, reached } = await open()
          await page.evaluate(`location.href = ${JSON.stringify(`${wallet}/${path}${fragment()}`)}`)
          await page.waitForURL(new RegExp(wallet))
          await page.getByText(/gone|This site may not/).waitFor()
          await assertNothing(reached, page)
        },
      )
    }
  }

  for (const [where, path] of [
    ['a frame', () => `frame#origin=${encodeURIComponent(here.site.origin('evil'))}&nonce=1`],
    ['its own page', () => ''],
    ['its login window', () => 'login#wait'],
  ] as const) {
    attack(
      `Who opened a window on its way to the provider goes to ${where} of the wallet, to pass for it`,
      'the wallet there did not open that window, and says nothing to it',
      async () => {
        const { page, reached } = await open()
        const pause = await hold(here.context, SCRIPT)
        const opener = await openWindow(page, '/')
        const script = `void window.open('${wallet}/login${attacker.go}')`
        const window = await windowOf(opener, () => opener.evaluate(script))
        await pause.reached
        // In the page itself: a browser's own navigation would part it from the window that it opened.
        await opener.evaluate(`location.href = ${JSON.stringify(`${wallet}/${path()}`)}`)
        await opener.waitForURL(new RegExp(wallet), { waitUntil: 'commit' })
        pause.release()
        await over(window)
        await assertNothing(reached, window)
      },
    )
  }

  attack(
    'A page sends the window that it opened for the wallet to the provider with a login of its own',
    'the answer is handed to nobody',
    async () => {
      const { page } = await open()
      const window = await openWindow(page, `${wallet}/login#wait`)
      await window.waitForURL(/login#wait/)
      await page.evaluate(`window.handle.location = ${JSON.stringify(attacker.authorization)}`)
      await signInThere(window)
      await window.getByText(GONE).waitFor()
      await assertNothing([], window)
    },
  )

  attack(
    'A page writes a way to the provider over the fragment of a window that waits for the wallet',
    'the wallet asks who opened the window, and hears nothing',
    async () => {
      const { page, reached } = await open()
      const window = await openWindow(page, `${wallet}/login#wait`)
      await window.waitForURL(/login#wait/)
      const url = `${wallet}/login${attacker.go}`
      await page.evaluate(`window.handle.location = ${JSON.stringify(url)}`)
      await over(window)
      await assertNothing(reached, window)
    },
  )

  attack(
    'Somebody guesses the name of a login that began in this tab',
    'the name is random, and a wrong one begins nothing',
    async () => {
      const { page, reached } = await open()
      await page.evaluate(`location.href = '${wallet}/login#begun=${'0'.repeat(32)}'`)
      await page.getByText('The address has no login request').waitFor()
      await assertNothing(reached, page)
    },
  )

  for (const [what, fragment] of [
    ['the recovery phrase', () => attacker.restore],
    ['a passkey', () => '#passkey=abc'],
  ] as const) {
    attack(
      `A page has ${what} asked for in a window that it opened itself, and passes for the wallet`,
      'the window has nobody to hand it to but the wallet itself, and greets nobody',
      async () => {
        const { page } = await open()
        await page.evaluate(`
          window.heard = []
          addEventListener('message', ({ data }) => heard.push(JSON.stringify(data)))`)
        const window = await openWindow(page, `${wallet}/login${fragment()}`)
        await window.getByRole('heading', { name: 'You cannot sign in here' }).waitFor()
        assert.equal(await window.getByText('Word 1').count(), 0)
        assert.doesNotMatch(String(await page.evaluate('heard')), /hello/)
        assert.equal(await attacker.letter(), null)
      },
    )
  }

  attack(
    'Another site sends the person to the provider, in its own tab, with a login of its own',
    'no login that began in the wallet waits for the answer: its code goes nowhere',
    async () => {
      const { page } = await open()
      const posted: string[] = []
      here.context.on('request', (request) => {
        if (request.method() === 'POST') posted.push(new URL(request.url()).origin)
      })
      await page.goto(attacker.authorization)
      await signInThere(page)
      await page.getByText(GONE).waitFor()
      assert.deepEqual(
        posted.filter((origin) => origin !== here.world.stack.urls.idp),
        [],
      )
    },
  )

  attack(
    'The attacker signs in, and has the provider’s answer opened in the browser of the person (login CSRF)',
    'no login began there that it would be the answer to',
    async () => {
      const own = await open()
      const answer = own.page.waitForRequest(/\/login\?code=/)
      await own.page.goto(attacker.authorization)
      await signInThere(own.page)
      const callback = (await answer).url()
      const other = await newProfile(here.world)
      const { page } = await open(other)
      await page.goto(callback)
      await page.getByText(GONE).waitFor()
      await assertNothing([], page)
      await other.close()
    },
  )

  attack(
    'A page brings back an answer to a login that its frame did not begin',
    'the frame takes no such answer',
    async () => {
      const { page } = await open()
      await page.goto(`${here.site.origin('evil')}/embed#wallet-embed-return=a.b.c.d.e`)
      await page.waitForFunction(() => 'loaded' in window)
      assert.equal(await page.evaluate('window.wallet.isLoggedIn'), false)
    },
  )
})
