/** Pages under strict policies of their own: docs/strict-pages.md, word by word. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { BrowserContext, Page } from 'playwright-core'
import { verifyMessage } from 'viem'

import type {} from '../../components/define.js'
import { fromRoot } from '../../scripts/vite/shared.js'
import { before, describe, it } from '../support/suite.js'
import {
  approve,
  closed,
  PERSON,
  pickAccount,
  pressButton,
  request,
  walletFrame,
  windowOf,
} from './support.js'
import { newProfile, Place } from './visit.js'

const DOCS = readFileSync(fromRoot('docs/strict-pages.md'), 'utf8')
/** The documented policy, on one line. */
const LEAST = /<!-- the least -->\s+```\s+Content-Security-Policy:(.*?)```/s
  .exec(DOCS)![1]!
  .replace(/\s+/g, ' ')
  .trim()

const MESSAGE = 'Hello from a strict page'
const NO_FEATURES =
  'publickey-credentials-get=(), publickey-credentials-create=(), clipboard-write=(), storage-access=()'

/** Added before the page's own scripts, and not subject to its policy. */
const WATCH = `
  window.reports = []
  document.addEventListener('securitypolicyviolation', (event) =>
    window.reports.push(event.effectiveDirective + ' ' + event.blockedURI))
  new ReportingObserver((reports) =>
    reports.forEach(({ type, body }) => window.reports.push(type + ' ' + JSON.stringify(body))), { buffered: true }).observe()
`
const APP = `
  import '/lib.js'
  window.wallet = document.querySelector('wallet-embed')
  window.wallet.network = { host: 'localhost' }
`

describe('a page under', () => {
  const here = new Place()
  let context: BrowserContext
  let page: Page
  let problems: string[]
  let policy: string

  before(async () => {
    const { wallet, chain } = here.world.stack.urls
    policy = LEAST.replaceAll('https://wallet.example', wallet).replaceAll(
      'https://rpc.example',
      chain,
    )
    here.site.page('/app.js', APP, { 'content-type': 'text/javascript' })
  })

  /** Opens a page with these headers, in a browser profile of its own. */
  const under = async (headers: Record<string, string>, use: () => Promise<void>) => {
    here.site.page(
      '/strict',
      `<!doctype html><html lang="en"><head><title>Strict</title>
      <script type="module" src="/app.js"></script></head><body>
      <wallet-embed wallet-url="${here.world.stack.urls.wallet}"></wallet-embed>
      <login-button client-id="demo" wallet-url="${here.world.stack.urls.wallet}"></login-button>
      </body></html>`,
      headers,
    )
    context = await newProfile(here.world)
    await context.addInitScript(WATCH)
    page = await context.newPage()
    problems = []
    page.on('pageerror', ({ message }) => problems.push(message))
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) problems.push(message.text())
    })
    try {
      await page.goto(`${here.site.origin('strict')}/strict`)
      await page.waitForFunction(() => window.wallet?.isInitialized)
      await use()
    } finally {
      await context.close()
    }
  }

  const signIn = async (isCutOff: boolean) => {
    const accounts = request(page, 'eth_requestAccounts')
    const press = (name: string) =>
      windowOf(page, () =>
        pressButton(walletFrame(page).getByRole('button', { name, exact: true })),
      )
    let popup = await press('Continue with Google')
    if (isCutOff) {
      // It finds nobody to ask; the next one knows where to go.
      await closed(popup)
      popup = await press('Continue')
    }
    const [answer] = await Promise.all([accounts, pickAccount(popup, PERSON)])
    const [address] = answer as `0x${string}`[]
    return address!
  }

  const sign = async (address: `0x${string}`) => {
    const hex = `0x${Buffer.from(MESSAGE).toString('hex')}`
    const pending = request(page, 'personal_sign', [hex, address])
    await approve(walletFrame(page))
    const signature = (await pending) as `0x${string}`
    assert.ok(await verifyMessage({ address, message: MESSAGE, signature }))
  }

  const reports = () => page.evaluate('window.reports') as Promise<string[]>

  const assertNothingReported = async () => {
    assert.deepEqual(await reports(), [])
    assert.deepEqual(problems, [])
  }

  for (const [name, headersOf] of [
    [
      'the least content security policy, as documented',
      () => ({ 'content-security-policy': policy }),
    ],
    ['COEP credentialless', () => ({ 'cross-origin-embedder-policy': 'credentialless' })],
    [
      'it, with COOP same-origin, COEP require-corp and a permissions policy that refuses what the wallet asks for',
      () => ({
        'content-security-policy': policy,
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-embedder-policy': 'require-corp',
        'permissions-policy': NO_FEATURES,
      }),
    ],
  ] as const) {
    it(`${name} signs in and signs, reads the chain, and reports no violation`, () =>
      under(headersOf(), async () => {
        await sign(await signIn('cross-origin-opener-policy' in headersOf()))
        assert.equal(await request(page, 'eth_chainId'), '0x7a69')
        assert.match(String(await request(page, 'eth_blockNumber')), /^0x[0-9a-f]+$/)
        await page.locator('login-button').getByRole('button').waitFor()
        await assertNothingReported()
      }))
  }

  it('a policy without connect-src reads through the frame, after one report', () =>
    under({ 'content-security-policy': policy.replace(/connect-src [^;]*;/, '') }, async () => {
      assert.match(String(await request(page, 'eth_blockNumber')), /^0x[0-9a-f]+$/)
      assert.match(String(await request(page, 'eth_gasPrice')), /^0x/)
      const blocked = (await reports()).filter((report) => report.startsWith('connect-src '))
      assert.equal(blocked.length, 1)
    }))

  it('would report a style that is not the page’s own', () =>
    under({ 'content-security-policy': policy }, async () => {
      await page.evaluate("document.body.setAttribute('style', 'color: red')")
      await page.waitForFunction('window.reports.length > 0')
      assert.match((await reports()).join(), /style-src/)
    }))
})
