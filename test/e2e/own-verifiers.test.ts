/** A verifier that is for one site's people: the others are not told of it, in the frame and in the login window. */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

import { after, before, describe, it } from '../support/suite.js'
import { until } from '../support/until.js'
import { barePage, type Site, startSite } from './site.js'
import { closed, PERSON, pickAccount, startWorld, type World } from './support.js'
import { newProfile, pageAt } from './visit.js'

const SCRIPT = (url: string) => `
  const walletUrls = { production: '${url}' }
  const wallet = new lib.Wallet({ walletUrls })
  const client = new lib.LoginClient({ clientId: 'demo', uxMode: 'popup', walletUrls })
  await Promise.all([wallet.init({ network: { host: 'localhost' } }), client.init()])
  const codeOf = ({ code }) => code
  window.byFrame = () => wallet.login({ verifier: 'google' }).then(([one]) => one, codeOf)
  window.byWindow = () => client.login({ loginProvider: 'google' }).then(({ privKey }) => privKey, codeOf)`

type Tried = Record<'byFrame' | 'byWindow', () => Promise<string>>

describe('a verifier that is for one site', () => {
  let world: World
  let site: Site
  let shop: string
  let forum: string

  before(async () => {
    site = await startSite()
    shop = site.origin('shop')
    forum = site.origin('forum')
    const origins = [shop, forum]
    world = await startWorld({
      ...{ origins, embedders: origins },
      verifiers: { google: { origins: [shop] } },
    })
    site.page('/', barePage(SCRIPT(world.stack.urls.wallet)))
  })
  after(async () => {
    await world?.stop()
    await site?.close()
  })

  /** A visit, and for which pages the wallet asked for its configuration meanwhile. */
  async function visit(origin: string) {
    const context = await newProfile(world)
    const asked: (string | null)[] = []
    context.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/config.json') asked.push(searchParams.get('origin'))
    })
    const page = await pageAt(context, `${origin}/`)
    return { page, asked, close: () => context.close() }
  }

  const tried = (page: Page, way: keyof Tried) =>
    page.evaluate((way) => (window as unknown as Tried)[way](), way)

  it('signs people in there', async () => {
    const { page, close } = await visit(shop)
    for (const [way, result] of [
      ['byFrame', /^0x[0-9a-fA-F]{40}$/],
      ['byWindow', /^[0-9a-f]{64}$/],
    ] as const) {
      const popup = page.waitForEvent('popup')
      const login = tried(page, way)
      await pickAccount(await popup, PERSON)
      assert.match(await login, result)
    }
    await close()
  })

  it('is unknown on another', async () => {
    const { page, asked, close } = await visit(forum)
    assert.equal(await tried(page, 'byFrame'), 'UNKNOWN_VERIFIER')
    const popup = page.waitForEvent('popup')
    const login = tried(page, 'byWindow')
    await closed(await popup)
    assert.equal(await login, 'UNKNOWN_VERIFIER')
    // Once by the frame, once by the window: that may ask again, for the wallet's own origin, where letters are left.
    assert.equal(asked.filter((one) => one === forum).length, 2)
    await close()
  })

  it('is out of reach for a page that says that it is that one', async () => {
    site.page('/bare', '<!doctype html><title>A site</title>')
    const claimed = `${world.stack.urls.wallet}/frame?origin=${shop}`
    const context = await newProfile(world)
    const page = await context.newPage()
    const embed = async (origin: string) => {
      await page.goto(`${origin}/bare`)
      await page.evaluate(async (src) => {
        const frame = Object.assign(document.createElement('iframe'), { src })
        const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
        document.body.append(frame)
        await loaded
      }, claimed)
      return until('the address of the frame', () => page.frames()[1]!.url())
    }
    assert.equal(await embed(shop), claimed)
    assert.match(await embed(site.origin('stranger')), /^chrome-error:/)
    await context.close()
  })
})
