/** Logins that somebody else began, bent or recorded: each is refused, and nothing is stored. */
import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright-core'

import { exportPublicKey, generateKeyPair, thumbprint } from '../../src/shared/jwe.js'
import { after, afterEach, before, describe, it } from '../support/suite.js'
import { barePage, type Site, startSite } from './site.js'
import { OTHER, PATIENCE, PERSON, type SharedWorld, shareWorld } from './support.js'

const ATTACKER = 'attacker@example.test'
const STATE = 'state-of-the-attackers-own'
const GONE = 'The page that asked is gone. Go back to the site and sign in again.'

describe('a login', () => {
  let world: SharedWorld
  let site: Site
  const contexts: BrowserContext[] = []

  before(async () => {
    site = await startSite()
    world = await shareWorld()
    const walletUrls = JSON.stringify({ production: world.stack.urls.wallet })
    const client = (uxMode: string, clientId = 'demo') => `
      const errors = (window.errors = [])
      window.loginClient = new lib.LoginClient({ clientId: '${clientId}', uxMode: '${uxMode}', walletUrls: ${walletUrls} })
      window.loginClient.on('error', ({ code }) => errors.push(code))
      window.login = (params) => void window.loginClient.login({ loginProvider: 'google', skipKeyOnboarding: true, ...params })
        .catch(({ code }) => errors.push(code))
      await window.loginClient.init()`
    site.page('/', barePage(client('redirect')))
    site.page('/popup', barePage(client('popup')))
    site.page('/swapped', barePage(client('popup', 'club')))
    site.page('/plain', '<!doctype html><title>No login client</title>')
  })
  after(async () => {
    await world?.stop()
    await site?.close()
  })
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close()
  })

  const open = async (path: string, host = 'shop') => {
    const context = await world.browser.newContext()
    contexts.push(context)
    context.setDefaultTimeout(PATIENCE)
    const page = await context.newPage()
    await page.goto(`${site.origin(host)}${path}`)
    if (path !== '/plain') await page.waitForFunction(() => 'loaded' in window)
    return { context, page }
  }
  const pick = async (page: Page, email: string) => {
    await page.getByLabel('Any other e-mail address').fill(email)
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
  }
  /** What the page has of a login: nothing, that is. */
  const assertNothing = async (page: Page) => {
    assert.equal(await page.evaluate('window.loginClient.privKey'), '')
    const stored = await page.evaluate(() => Object.keys({ ...localStorage }).join())
    assert.equal(stored, '')
  }
  const errorOf = async (page: Page) => (await page.waitForFunction('window.errors[0]')).jsonValue()

  /** Has somebody log in by redirect, and stops on the way back: the URL with the result. */
  const recordResult = async (page: Page, email: string): Promise<string> => {
    await page.evaluate(`window.login({ redirectUrl: '/plain?shelf=7#/cart' })`)
    await pick(page, email)
    await page.waitForURL(/plain/)
    return page.url().replace('/plain', '/')
  }

  it('that somebody else finished is not taken over from a link (session fixation)', async () => {
    const attacker = await open('/')
    const link = await recordResult(attacker.page, ATTACKER)
    const { page } = await open('/plain')
    await page.goto(link)
    await page.waitForFunction(() => 'loaded' in window)
    assert.equal(page.url(), `${site.origin('shop')}/?shelf=7`)
    await assertNothing(page)
  })

  it('is taken from its URL once, and not again (replay)', async () => {
    const { page } = await open('/')
    const link = await recordResult(page, PERSON)
    await page.goto(link)
    await page.waitForFunction('window.loginClient?.privKey')
    assert.equal(page.url(), `${site.origin('shop')}/?shelf=7#/cart`)
    await page.evaluate('window.loginClient.logout()')
    await page.evaluate('localStorage.clear()')
    await page.goto('about:blank')
    await page.goto(link)
    await page.waitForFunction(() => 'loaded' in window)
    await assertNothing(page)
    assert.equal(page.url(), `${site.origin('shop')}/?shelf=7`)
  })

  /** The provider's answer to a request of the attacker's own making, for a person who signs in. */
  const authorize = async (page: Page, email: string): Promise<void> => {
    const { publicKey } = await generateKeyPair()
    const query = new URLSearchParams({
      client_id: 'google',
      response_type: 'code',
      redirect_uri: `${world.stack.urls.wallet}/login`,
      scope: 'openid email profile',
      state: STATE,
      nonce: await thumbprint(await exportPublicKey(publicKey)),
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    })
    await page.goto(`${world.stack.urls.idp}/auth?${query}`)
    await pick(page, email)
  }

  it('that another site sent a person to the provider for tells nobody its code', async () => {
    const { context, page } = await open('/plain', 'evil')
    const letters: string[] = []
    context.on('request', (request) => {
      if (request.method() === 'POST') letters.push(request.url())
    })
    await authorize(page, PERSON)
    await page.getByText(GONE).waitFor()
    assert.deepEqual(
      letters.filter((url) => !url.startsWith(world.stack.urls.idp)),
      [],
    )
  })

  it('that the attacker began is not finished in another browser (login CSRF)', async () => {
    const attacker = await open('/plain', 'evil')
    const answer = attacker.page.waitForRequest(/\/login\?code=/)
    await authorize(attacker.page, ATTACKER)
    const callback = (await answer).url()
    const { context, page } = await open('/popup')
    const window = await context.newPage()
    await window.goto(callback)
    await window.getByText(GONE).waitFor()
    await assertNothing(page)
  })

  /** Logs in by popup, with the provider's answer changed before the wallet reads it. */
  const logInBent = async (changes: Record<string, string>) => {
    const { context, page } = await open('/popup')
    await context.addInitScript(`{
      const { pathname, searchParams: answer } = new URL(location.href)
      if (pathname === '/login' && answer.has('code')) {
        for (const [name, value] of ${JSON.stringify(Object.entries(changes))}) answer.set(name, value)
        history.replaceState(null, '', '/login?' + answer)
      }
    }`)
    const popup = page.waitForEvent('popup')
    await page.evaluate('window.login({})')
    const window = await popup
    await pick(window, PERSON)
    return { page, window }
  }

  it('with somebody else’s code in it is refused by the provider (code injection)', async () => {
    const attacker = await open('/plain', 'evil')
    const answer = attacker.page.waitForRequest(/\/login\?code=/)
    await authorize(attacker.page, OTHER)
    const stolen = new URL((await answer).url()).searchParams.get('code')!
    const { page } = await logInBent({ code: stolen })
    assert.equal(await errorOf(page), 'LOGIN_FAILED')
    await assertNothing(page)
  })

  it('that another provider answers is refused (mix-up)', async () => {
    const { page } = await logInBent({ iss: 'https://other.example.test' })
    assert.equal(await errorOf(page), 'STATE_MISMATCH')
    await assertNothing(page)
  })

  it('that is answered under another state is not finished (state mismatch)', async () => {
    const { page, window } = await logInBent({ state: STATE })
    await window.getByText(GONE).waitFor()
    await assertNothing(page)
    await window.close()
    assert.equal(await errorOf(page), 'POPUP_CLOSED')
    await assertNothing(page)
  })

  it('does not end at a foreign redirectUrl', async () => {
    const { page } = await open('/')
    await page.evaluate(`window.login({ redirectUrl: '${site.origin('evil')}/' })`)
    await page.getByText('The page to come back to is not registered').waitFor()
    assert.equal(new URL(page.url()).origin, world.stack.urls.wallet)
    await page.goto(`${site.origin('shop')}/`)
    await page.waitForFunction(() => 'loaded' in window)
    await assertNothing(page)
  })

  it('for another application’s clientId gives its key to nobody (swapped clientId)', async () => {
    const { page } = await open('/swapped')
    const popup = page.waitForEvent('popup')
    await page.evaluate('window.login({})')
    await (await popup).getByText('This site may not log in for the application').waitFor()
    await assertNothing(page)
  })

  describe('that a page asks for in another’s name', () => {
    /** A request for the shop's key, to be encrypted to the attacker. */
    const forge = async (more = {}) => {
      const { publicKey } = await generateKeyPair()
      const request = {
        ...{ clientId: 'demo', uxMode: 'popup', origin: site.origin('shop'), state: STATE },
        ...{ key: await exportPublicKey(publicKey), loginProvider: 'google', ...more },
      }
      const text = Buffer.from(JSON.stringify(request)).toString('base64url')
      return `${world.stack.urls.wallet}/login#request=${text}`
    }

    it('in a popup goes no further', async () => {
      const { page } = await open('/popup', 'evil')
      const popup = page.waitForEvent('popup')
      await page.evaluate(`void window.open(${JSON.stringify(await forge())})`)
      await (await popup).getByText(GONE).waitFor()
    })

    it('in a window that hides who opened it goes no further', async () => {
      const { context, page } = await open('/popup', 'evil')
      const opened = context.waitForEvent('page')
      await page.evaluate(
        `void window.open(${JSON.stringify(await forge())}, '', 'noopener,noreferrer')`,
      )
      // Its result could only go to a registered page.
      await (await opened).getByText('The page to come back to is not registered').waitFor()
    })

    it('by a link on that very site is the person’s to begin, who sees for whom it is', async () => {
      const { context, page } = await open('/popup')
      const opened = context.waitForEvent('page')
      const url = await forge({ redirectUrl: `${site.origin('shop')}/` })
      await page.evaluate(`void window.open(${JSON.stringify(url)}, '', 'noopener')`)
      const window = await opened
      await window.getByRole('button', { name: 'Continue with Google' }).waitFor()
      await window.getByText('shop.localhost').first().waitFor()
    })

    it('of the wallet’s own frame goes no further', async () => {
      const { page } = await open('/plain')
      const key = await exportPublicKey((await generateKeyPair()).publicKey)
      const leg = {
        ...{ verifier: 'google', clientId: 'google', state: STATE, key },
        ...{ nonce: await thumbprint(key), codeChallenge: 'E'.repeat(43) },
      }
      const text = Buffer.from(JSON.stringify(leg)).toString('base64url')
      const query = new URLSearchParams({ leg: text, page: page.url() })
      await page.evaluate(`location.href = '${world.stack.urls.wallet}/login#${query}'`)
      await page.getByText(GONE).waitFor()
    })

    it('on the way to the provider goes no further', async () => {
      const { page } = await open('/plain', 'evil')
      const target = encodeURIComponent(`${world.stack.urls.idp}/auth?state=${STATE}`)
      await page.evaluate(`location.href = '${world.stack.urls.wallet}/login#go=${target}'`)
      await page.getByText(GONE).waitFor()
    })
  })
})
