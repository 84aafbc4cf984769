/** Other people's sites, each on an origin of its own, with the built package. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import type { BrowserContext, Page } from 'playwright-core'

import type {} from '../../components/define.js'
import { fromRoot } from '../../scripts/vite/shared.js'
import type { WalletCtorArgs, WalletParams } from '../../src/index.js'
import { before, describe, it } from '../support/suite.js'
import { barePage } from './site.js'
import { approve, PERSON, pickAccount, pressButton, request } from './support.js'
import { newProfile, Place, signInAt } from './visit.js'

describe('a site on another origin', () => {
  const here = new Place()
  let context: BrowserContext
  let page: Page

  before(async () => {
    here.site.page('/', barePage())
    context = await newProfile(here.world)
    page = await context.newPage()
  })

  const open = async (path: string, name = 'shop') => {
    await page.goto(`${here.site.origin(name)}${path}`)
    await page.waitForFunction(() => 'loaded' in window)
  }

  /** Starts a wallet; gives `ready`, or the code of what went wrong. */
  const init = (options: WalletCtorArgs = {}, params: WalletParams = {}) =>
    page.evaluate(
      async ([options, params, url]) => {
        const { Wallet } = (window as unknown as { lib: typeof import('../../src/index.js') }).lib
        window.wallet = new Wallet({ walletUrls: { production: url }, ...options })
        try {
          await window.wallet.init({ network: { host: 'localhost' }, ...params })
          return 'ready'
        } catch (error) {
          const { code, message } = error as { code: string; message: string }
          return `${code}: ${message}`
        }
      },
      [options, params, here.world.stack.urls.wallet] as const,
    )

  const traces = () =>
    page.evaluate(() => ({
      elements: document.querySelectorAll('wallet-embed, iframe, dialog').length,
      frames: window.length,
      inline: document.body.getAttribute('style'),
    }))
  const CLEAN = { elements: 0, frames: 0, inline: null }

  it('signs in at the provider that it names in one click of its own, with one window and nothing else to press', async () => {
    await open('/', 'click')
    assert.equal(await init(), 'ready')
    await page.evaluate(`{
      const button = document.createElement('button')
      button.textContent = 'Google, please'
      button.onclick = () => { window.outcome = window.wallet.login({ verifier: 'google' }) }
      document.body.prepend(button)
    }`)
    const windows: Page[] = []
    const count = (one: Page) => windows.push(one)
    page.on('popup', count)
    const popup = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Google, please' }).click()
    await pickAccount(await popup, PERSON)
    assert.equal(((await page.evaluate('window.outcome')) as string[]).length, 1)
    page.off('popup', count)
    assert.equal(windows.length, 1)
  })

  it('has two wallets that share a session: who signs in or out in one does so in the other', async () => {
    await open('/', 'pair')
    assert.equal(await init(), 'ready')
    await page.evaluate(`(async () => {
      window.other = new lib.Wallet({ walletUrls: { production: '${here.world.stack.urls.wallet}' } })
      await other.init({ network: { host: 'localhost' } })
      window.heard = []
      for (const event of ['login', 'logout', 'accountsChanged']) other.on(event, () => heard.push(event))
    })()`)
    const accounts = request(page, 'eth_requestAccounts')
    const popup = page.waitForEvent('popup')
    const first = page.locator('wallet-embed').first().frameLocator('iframe')
    await pressButton(first.getByRole('button', { name: 'Continue with Google' }))
    await pickAccount(await popup, PERSON)
    const [address] = (await accounts) as string[]
    await page.waitForFunction('other.isLoggedIn')
    const seen = await page.evaluate(`other.provider.request({ method: 'eth_accounts' })`)
    assert.deepEqual(seen, [address])
    const signed = page.evaluate(
      `other.provider.request({ method: 'personal_sign', params: ['0x6869', '${address}'] })`,
    )
    const second = page.locator('wallet-embed').last().frameLocator('iframe')
    await approve(second)
    assert.match((await signed) as string, /^0x[0-9a-f]{130}$/)
    await page.evaluate(() => window.wallet.logout())
    await page.waitForFunction('!other.isLoggedIn')
    assert.deepEqual(await page.evaluate(() => window.heard), [
      'login',
      'accountsChanged',
      'logout',
      'accountsChanged',
    ])
  })

  it('signs in with one pinned script from the wallet’s origin and the tag, and no configuration', async () => {
    const { wallet } = here.world.stack.urls
    const integrity = (await readFile(fromRoot('dist/cdn/integrity.txt'), 'utf8')).trim()
    assert.match(integrity, /^sha384-/)
    here.site.page(
      '/tag',
      `<!doctype html><html lang="en"><head><title>A tag</title>
      <script type="module" src="${wallet}/cdn/wallet-embed.js" integrity="${integrity}" crossorigin></script></head>
      <body><wallet-embed></wallet-embed></body></html>`,
    )
    await page.goto(`${here.site.origin('tagged')}/tag`)
    await page.getByRole('button', { name: 'Open wallet' }).click()
    await signInAt(page)
    await page.waitForFunction(() => document.querySelector('wallet-embed')?.isLoggedIn)
    const accounts = await page.evaluate(() =>
      document.querySelector('wallet-embed')!.provider.request({ method: 'eth_accounts' }),
    )
    assert.equal((accounts as string[]).length, 1)
  })

  it('gets no wallet from a script that is another than it pinned', async () => {
    const { wallet } = here.world.stack.urls
    here.site.page(
      '/pinned',
      `<!doctype html><html lang="en"><head><title>A tag</title>
      <script type="module" src="${wallet}/cdn/wallet-embed.js" onerror="window.refused = true"
        integrity="sha384-${'A'.repeat(64)}" crossorigin></script></head>
      <body><wallet-embed></wallet-embed></body></html>`,
    )
    await page.goto(`${here.site.origin('tagged')}/pinned`)
    await page.waitForFunction('window.refused')
    assert.equal(await page.evaluate("customElements.get('wallet-embed') === undefined"), true)
  })

  it('gets TIMEOUT from a wallet that accepts connections and says nothing', async () => {
    const sockets = new Set<Socket>()
    const silent = createServer((socket) => sockets.add(socket))
    await new Promise<void>((resolve) => silent.listen(0, resolve))
    const { port } = silent.address() as { port: number }
    await open('/')
    const production = `http://localhost:${port}`
    const outcome = await init({ walletUrls: { production }, initTimeout: 300 })
    assert.match(outcome, /^TIMEOUT/)
    assert.deepEqual(await traces(), CLEAN)
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => silent.close(resolve))
  })
})
