/** What a person does on a page, step by step, and what comes of it. */
import assert from 'node:assert/strict'
import { createPublicClient, http, verifyMessage, verifyTypedData } from 'viem'

import type { Stack } from '../../demo/stack.js'
import { until } from '../support/until.js'
import type { Browser, Tab } from './drivers/driver.js'
import { approve, focus, gone, isThere, newTab, press, readAndApprove, see, type } from './hands.js'
import { CHAIN_ID, MESSAGE, TYPED_DATA } from './pages.js'
import { type Outcome, pressesOf, type Step } from './table.js'

/** Enough that what nobody holds is collected as garbage. */
const MAKE_GARBAGE = `(async () => {
  for (let i = 0; i < 200; i++) {
    new Uint8Array(1 << 22).fill(i)
    if (i % 20 === 0) await new Promise((resolve) => setTimeout(resolve))
  }
  return true
})()`
export class Walk implements Record<Step, (outcome: Outcome) => Promise<void>> {
  readonly #browser: Browser
  readonly #page: Tab
  readonly #stack: Stack
  readonly #email: string
  /** Whether the person is to hear that a reload forgets them. */
  readonly #isForgetful: boolean
  #address: `0x${string}` = '0x'
  #key: unknown

  constructor(browser: Browser, page: Tab, stack: Stack, email: string, isForgetful: boolean) {
    this.#isForgetful = isForgetful
    this.#browser = browser
    this.#page = page
    this.#stack = stack
    this.#email = email
  }

  async ready(): Promise<void> {
    await until('the page', () => this.#page.read<boolean>('window.loaded'))
  }

  async signIn(outcome: Outcome): Promise<void> {
    await press(this.#page, 'Open wallet')
    const popup = await this.#window(async () => {
      await press(this.#page, 'Continue with Google', 'wallet')
      if (outcome === 'second') await press(this.#page, 'Continue', 'wallet')
    })
    if (outcome === 'second') await see(this.#page, 'Finish in the other window', 'wallet')
    await this.#pick(popup)
    await gone(popup)
    await until('the session', () => this.#page.read('wallet.isLoggedIn'))
    await press(this.#page, 'Not now', 'wallet')
    await see(this.#page, this.#email, 'wallet')
    if (this.#isForgetful) await see(this.#page, 'sign in again after a reload', 'wallet')
  }

  async go(url: string): Promise<void> {
    await this.#page.go(url)
    await this.ready()
  }

  /** With the session of another site. */
  async carryOn(): Promise<void> {
    assert.equal(await this.#page.read('wallet.isLoggedIn'), false)
    await press(this.#page, 'Open wallet')
    const window = await this.#window(() => press(this.#page, 'Continue with Google', 'wallet'))
    await see(window, this.#email)
    await approve(window, 'Continue as Two Sites')
    await gone(window)
    await until('the session', () => this.#page.read('wallet.isLoggedIn'))
  }

  async logoutInPanel(): Promise<void> {
    await press(this.#page, 'Log out', 'wallet')
    await see(this.#page, 'Log out?', 'wallet')
    await press(this.#page, 'Log out', 'wallet')
    await this.signedOut()
  }

  async signedOut(): Promise<void> {
    await until('the end of the session', () => this.#page.read('!wallet.isLoggedIn'))
  }

  async close(): Promise<void> {
    await this.#page.read(MAKE_GARBAGE)
    await press(this.#page, 'Close wallet')
    await until('the end of the panel', () =>
      this.#page.read('!document.querySelector("wallet-embed").isOpen'),
    )
    // The page is not inert.
    await until('the page’s buttons', () => isThere(this.#page, 'Connect'))
  }

  async connect(outcome: Outcome): Promise<void> {
    assert.equal(outcome, 'yes')
    await press(this.#page, 'Connect')
    await readAndApprove(this.#page, 'Connect', 'wallet')
    const accounts = (await this.#outcome()) as `0x${string}`[]
    assert.equal(accounts.length, 1)
    this.#address = accounts[0]!
  }

  async message(outcome: Outcome): Promise<void> {
    const signature = await this.#asked('Sign message', outcome)
    const address = this.#address
    assert.ok(
      await verifyMessage({ address, message: MESSAGE, signature: signature as `0x${string}` }),
    )
  }

  async typedData(outcome: Outcome): Promise<void> {
    const signature = await this.#asked('Sign typed data', outcome)
    const address = this.#address
    assert.ok(
      await verifyTypedData({
        address,
        ...TYPED_DATA,
        domain: { ...TYPED_DATA.domain, chainId: BigInt(CHAIN_ID) },
        signature: signature as `0x${string}`,
      }),
    )
  }

  async transaction(outcome: Outcome): Promise<void> {
    const client = createPublicClient({ transport: http(this.#stack.urls.chain) })
    const params = [this.#address, '0xde0b6b3a7640000']
    await client.request({ method: 'anvil_setBalance' as never, params: params as never })
    const hash = (await this.#asked('Send', outcome)) as `0x${string}`
    const receipt = await client.waitForTransactionReceipt({ hash })
    assert.equal(receipt.status, 'success')
    assert.equal(receipt.from, this.#address.toLowerCase())
  }

  async reload(outcome: Outcome): Promise<void> {
    const isForgetful = outcome === 'again'
    // The page knows before.
    assert.equal(await this.#page.read('wallet.isSessionTemporary'), isForgetful)
    await this.#page.reload()
    await this.ready()
    assert.equal(await this.#page.read('wallet.isLoggedIn'), !isForgetful)
    if (isForgetful) return
    const accounts = `wallet.provider.request({ method: 'eth_accounts' })`
    assert.deepEqual(await this.#page.read(accounts), [this.#address])
  }

  async popup(outcome: Outcome): Promise<void> {
    if (outcome === 'blank') await this.#blankWindow('Key by popup')
    const popup = await this.#window(() => press(this.#page, 'Key by popup'))
    if (outcome !== 'yes') await press(popup, 'Continue with Google')
    await this.#pick(popup)
    await gone(popup)
    this.#key = await this.#outcome()
    assert.match(String(this.#key), /^[0-9a-f]{64}$/)
  }

  async redirect(): Promise<void> {
    await press(this.#page, 'Key by redirect')
    await this.#pick(this.#page)
    await until('a key', () => this.#page.read('window.loaded && client.privKey'))
    assert.equal(await this.#page.read('client.privKey'), this.#key)
  }

  async logout(): Promise<void> {
    if (!(await this.#page.read('wallet.isLoggedIn'))) {
      await this.signIn('yes')
      await this.close()
    }
    await press(this.#page, 'Log out')
    assert.equal(await this.#outcome(), null)
    assert.equal(await this.#page.read('wallet.isLoggedIn'), false)
  }

  async cleanUp(): Promise<void> {
    await press(this.#page, 'Clean up')
    assert.equal(await this.#outcome(), null)
    const left = 'document.querySelectorAll("wallet-embed, iframe, dialog").length'
    assert.equal(await this.#page.read(left), 0)
  }

  /** What the page gets for this button, when the person has said yes where they can, in so many presses. */
  async #asked(name: string, outcome: Outcome): Promise<unknown> {
    const known = (await this.#browser.tabs()).length
    let presses = 0
    if (outcome === 'page') {
      await press(this.#page, name)
      await approve(this.#page, 'Approve', 'wallet')
      presses += 1
      assert.equal((await this.#browser.tabs()).length, known)
    } else {
      const window = await this.#window(async () => {
        await press(this.#page, name)
        if (outcome !== 'letters') return
        await press(this.#page, 'Continue in a window', 'wallet')
        presses += 1
      })
      // Nobody but a machine has to.
      if (outcome === 'letters') await focus(window)
      await approve(window, 'Approve')
      presses += 1
      await gone(window)
    }
    assert.equal(presses, pressesOf(outcome))
    return this.#outcome()
  }

  /** The window that opens by this, and stays. */
  async #window(act: () => Promise<void>): Promise<Tab> {
    const known = (await this.#browser.tabs()).map(({ id }) => id)
    await act()
    return until('a window of ours', async () => {
      const tab = await newTab(this.#browser, known)
      const isThere = await tab.read<boolean>('document.body.childElementCount > 0')
      return isThere && tab
    })
  }

  /** The window that opens by this, and stays empty while the page waits for it. */
  async #blankWindow(name: string): Promise<void> {
    const known = (await this.#browser.tabs()).map(({ id }) => id)
    await press(this.#page, name)
    const blank = await newTab(this.#browser, known)
    // Long enough for the wallet's own answer to the same address.
    const { wallet } = this.#stack.urls
    assert.equal(await this.#page.read(`fetch('${wallet}/config.json').then(({ ok }) => ok)`), true)
    assert.equal(await blank.read('location.href'), 'about:blank')
    await blank.close()
  }

  async #pick(tab: Tab): Promise<void> {
    await type(tab, 'Any other e-mail address', this.#email)
    await press(tab, 'Continue')
  }

  async #outcome(): Promise<unknown> {
    const { value, code, message } = await until('an answer', () =>
      this.#page.read<{ value?: unknown; code?: unknown; message?: string }>('window.outcome'),
    )
    if (code !== undefined) throw new Error(`${code} ${message}`)
    return value
  }
}
