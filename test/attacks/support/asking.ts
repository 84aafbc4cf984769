/** A page of the operator's own list that wants a yes by trickery, and the wallet in it with something to approve. */
import assert from 'node:assert/strict'
import type { BrowserContext, Frame, Locator, Page } from 'playwright-core'

import { barePage, type Site, startSite } from '../../e2e/site.js'
import {
  PERSON,
  proveAgain,
  type SharedWorld,
  shareWorld,
  still,
  walletFrame,
} from '../../e2e/support.js'
import { UNDO } from '../../e2e/tricks.js'
import { newProfile, pageAt, signInAt } from '../../e2e/visit.js'
import { until } from '../../support/until.js'

export type Request = 'a message' | 'typed data' | 'a transaction' | 'a batch' | 'a decryption'
/** No page can ask for it: the person went there, and one press shows it. */
const PHRASE = 'the recovery phrase'
export type Kind = Request | typeof PHRASE

/** The screen that asks, and what of it nobody may approve without. */
const SCREENS: Record<Kind, string> = {
  'a message': 'we-sign-message',
  'typed data': 'we-sign-typed-data',
  'a transaction': 'we-send-transaction',
  'a batch': 'we-send-calls',
  'a decryption': 'we-decrypt',
  [PHRASE]: 'we-recovery-phrase',
}
export const KINDS = Object.keys(SCREENS) as Kind[]
export const REQUESTS = KINDS.filter((kind) => kind !== PHRASE)

/** What the page has brought about, as the beginning of an attack's name. */
export const pageWith = (kind: Kind) =>
  kind === PHRASE ? `A page waits for the person to be at ${PHRASE}` : `A page asks for ${kind}`

const TO = `0x${'b7'.repeat(20)}`
const RICH = '0x3635c9adc5dea00000'

/** In the page: what became of what was asked of the wallet. */
const HELPERS = `
  window.start = async (url) => {
    window.wallet = new lib.Wallet({ walletUrls: { production: url } })
    await window.wallet.init({ network: { host: 'localhost' } })
  }
  window.ask = (method, params) => {
    window.outcome = 'pending'
    window.wallet.provider.request({ method, params }).then(
      () => { window.outcome = 'approved' },
      ({ code }) => { window.outcome = 'refused with ' + code },
    )
  }
`

export class Asking {
  readonly world: SharedWorld
  readonly site: Site
  readonly page: Page
  readonly #account: string
  #kind: Kind | undefined

  private constructor(world: SharedWorld, site: Site, page: Page, account: string) {
    this.world = world
    this.site = site
    this.page = page
    this.#account = account
  }

  /** @param prepare - Whatever its browser has to be told first. */
  static async start(prepare?: (context: BrowserContext) => Promise<void>): Promise<Asking> {
    const [only] = await Asking.startAll(1, prepare)
    return only!
  }

  /** Several, each in a separate browser profile. `stop` of one ends all. */
  static async startAll(
    count: number,
    prepare?: (context: BrowserContext) => Promise<void>,
  ): Promise<Asking[]> {
    const [site, world] = await Promise.all([startSite(), shareWorld()])
    site.page('/', barePage(HELPERS))
    const open = () => Asking.#open(world, site, prepare)
    return Promise.all(Array.from({ length: count }, open))
  }

  static async #open(
    world: SharedWorld,
    site: Site,
    prepare?: (context: BrowserContext) => Promise<void>,
  ): Promise<Asking> {
    const context = await newProfile(world, { hasTouch: true })
    await prepare?.(context)
    const page = await pageAt(context, `${site.origin('shop')}/`)
    await page.evaluate(`start(${JSON.stringify(world.stack.urls.wallet)})`)
    const accounts = page.evaluate(() => window.wallet.login())
    await signInAt(page)
    const account = ((await accounts) as string[])[0]!
    const body = JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1 },
      ...{ method: 'anvil_setBalance', params: [account, RICH] },
    })
    const headers = { 'content-type': 'application/json' }
    await fetch(world.stack.urls.chain, { method: 'POST', headers, body })
    return new Asking(world, site, page, account)
  }

  async stop(): Promise<void> {
    await this.world.stop()
    await this.site.close()
  }

  get frame(): Frame {
    return this.page.frames().find((one) => one.url().includes('/frame?'))!
  }

  get approve(): Locator {
    const name = this.#kind === PHRASE ? 'Show the words' : 'Approve'
    return walletFrame(this.page).getByRole('button', { name, exact: true })
  }

  get armed(): Locator {
    return this.approve.and(walletFrame(this.page).locator('[aria-disabled=false]'))
  }

  get disarmed(): Locator {
    return this.approve.and(walletFrame(this.page).locator('[aria-disabled=true]'))
  }

  /** Why nothing can be approved: said only while nothing can. A change of any kind disarms for a moment. */
  get told(): Locator {
    return walletFrame(this.page).getByText(
      /Approving is possible when the whole wallet can be seen\.|The wallet is shown too small here to be read\./,
    )
  }

  /** Why nothing can be approved, or that there is more to read. */
  get explained(): Locator {
    const frame = walletFrame(this.page)
    const readOn = frame.getByRole('button', { name: 'Read on', exact: true })
    return frame.getByText('The wallet is shown too small here to be read.').or(readOn).first()
  }

  /** A press would count: what is longer than the panel was read. */
  async ready(): Promise<void> {
    const readOn = walletFrame(this.page).getByRole('button', { name: 'Read on', exact: true })
    await until('a button that counts', async () => {
      await readOn.evaluateAll(([one]) => (one as HTMLElement | undefined)?.click())
      return this.armed.count()
    })
  }

  run(script: string): Promise<unknown> {
    return this.page.evaluate(`(() => { ${script} })()`)
  }

  undo(): Promise<unknown> {
    return this.run(UNDO)
  }

  /**
   * Has the page ask, unless it has asked that already.
   *
   * @param shown - A button by which the question is known to be there.
   */
  async ask(kind: Kind, shown = 'Approve'): Promise<void> {
    if (this.#kind === kind && (await this.isAsked())) return
    if (this.#kind && (await this.isAsked())) await this.reject()
    this.#kind = kind
    if (kind === PHRASE) {
      await this.page.evaluate(`window.outcome = 'pending'`)
      await this.frame.evaluate(`document.querySelector('we-app').app.show('phrase')`)
      await proveAgain(walletFrame(this.page), this.page, PERSON)
      await this.approve.waitFor()
      return
    }
    const [method, params] = this.#request(kind)
    await this.page.evaluate(`ask(${JSON.stringify(method)}, ${JSON.stringify(params)})`)
    await walletFrame(this.page).getByRole('button', { name: shown, exact: true }).waitFor()
    // Where its button is now, it stays.
    await still(this.page)
  }

  async reject(): Promise<void> {
    // Not the person's no: after some of those a page has to wait.
    await this.frame.evaluate(`(() => {
      const { app } = document.querySelector('we-app')
      app.requests.end('expired')
      for (let left = 3; app.place && left; left--) app.escape()
    })()`)
    await this.page.locator('wallet-embed dialog').waitFor({ state: 'hidden' })
  }

  async isAsked(): Promise<boolean> {
    return (
      !!this.#kind &&
      (await this.frame.evaluate((tag) => !!document.querySelector(tag), SCREENS[this.#kind]))
    )
  }

  /** The question stands as it did, and the page has got nothing. */
  async assertUnanswered(how: string): Promise<void> {
    assert.equal(await this.isAsked(), true, `${how}: the question is gone.`)
    assert.equal(
      await walletFrame(this.page).locator('we-recovery-phrase li').count(),
      0,
      `${how}: words are shown.`,
    )
    const outcome = await this.page.evaluate('window.outcome')
    assert.equal(outcome, 'pending', how)
  }

  /** Where the button is on the page; nothing if it is not where a pointer could press it. */
  async point(): Promise<{ x: number; y: number } | undefined> {
    const box = await this.approve.boundingBox()
    if (!box) return undefined
    const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    // A press beside the panel would be a rejection.
    const isBeside = await this.page.evaluate(({ x, y }) => {
      const { shadowRoot } = document.querySelector('wallet-embed')!
      const local = shadowRoot!.elementFromPoint(x, y)?.localName
      return local === 'dialog' || local === 'button' || local === undefined
    }, point)
    return isBeside ? undefined : point
  }

  /** By mouse, finger and keyboard: none of them is a yes. */
  async insist(): Promise<void> {
    await this.byMouse()
    await this.byTouch()
    await this.byKeys()
  }

  async byMouse(): Promise<void> {
    const point = await this.point()
    if (!point) return
    await this.page.mouse.move(point.x - 3, point.y)
    await this.page.mouse.click(point.x, point.y)
    await this.assertUnanswered('mouse')
  }

  async byTouch(): Promise<void> {
    const point = await this.point()
    if (!point) return
    await this.page.touchscreen.tap(point.x, point.y)
    await this.assertUnanswered('touch')
  }

  async byKeys(): Promise<void> {
    await this.approve.evaluate((button) => (button as HTMLElement).focus({ preventScroll: true }))
    await this.page.keyboard.press('Enter')
    await this.assertUnanswered('Enter')
    await this.page.keyboard.press('Space')
    await this.assertUnanswered('Space')
  }

  #request(kind: Request): [method: string, params: unknown] {
    const from = this.#account
    const payment = { to: TO, value: '0x4563918244f40000' }
    switch (kind) {
      case 'a message':
        return ['personal_sign', ['0x6869', from]]
      case 'typed data':
        return ['eth_signTypedData_v4', [from, JSON.stringify(TYPED_DATA)]]
      case 'a transaction':
        return ['eth_sendTransaction', [{ from, ...payment }]]
      case 'a batch':
        return [
          'wallet_sendCalls',
          [{ version: '2.0.0', chainId: '0x7a69', from, atomicRequired: false, calls: [payment] }],
        ]
      case 'a decryption':
        return ['eth_decrypt', [ENCRYPTED, from]]
    }
  }
}

const TYPED_DATA = {
  types: {
    EIP712Domain: [{ name: 'name', type: 'string' }],
    Note: [{ name: 'text', type: 'string' }],
  },
  domain: { name: 'Notes' },
  primaryType: 'Note',
  message: { text: 'hi' },
}

const ENCRYPTED = `0x${Buffer.from(
  JSON.stringify({
    version: 'x25519-xsalsa20-poly1305',
    nonce: Buffer.alloc(24).toString('base64'),
    ephemPublicKey: Buffer.alloc(32, 9).toString('base64'),
    ciphertext: Buffer.alloc(32).toString('base64'),
  }),
).toString('hex')}`
