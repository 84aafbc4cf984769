/** The page's own styles reach what the wallet draws in it as little as any other's: dialogs of Radix, resets, themes. Nor does what its objects inherit. */
import { expect, fixture, fixtureCleanup, html } from '@open-wc/testing'
import { sendMouse } from '@web/test-runner-commands'

import '../../components/wallet-embed/wallet-embed.define.js'
import type { WalletEmbed } from '../../components/wallet-embed/wallet-embed.js'
import { ACCOUNT } from './stand-in/orders.js'
import { createWallet, order, STAND_IN, settle, until } from './support.js'

/** What a page writes for everything, and what each does to an element that takes it over. */
const STYLES = [
  'pointer-events: none',
  'visibility: hidden',
  'font: italic small-caps 700 40px/3 cursive',
  'direction: rtl; unicode-bidi: bidi-override',
  'user-select: none; -webkit-user-select: none',
  'cursor: wait',
  'text-transform: uppercase; letter-spacing: 9px; word-spacing: 9px; text-indent: 50px; text-align: right',
  'writing-mode: vertical-rl',
  'white-space: pre; text-shadow: 0 0 9px red; -webkit-text-fill-color: transparent; line-height: 4',
  'color: transparent; color-scheme: dark; accent-color: red',
  'filter: blur(9px) invert(1)',
  'opacity: 0.1',
  'transform: rotate(20deg) scale(0.4)',
  'perspective: 100px; contain: paint; overflow: hidden; will-change: transform',
  'box-sizing: content-box; margin: 50px; padding: 50px; border: 9px solid red; max-width: 9px',
  'animation: none; transition: all 9s',
  'all: unset',
  'all: revert',
]

describe("a page's styles", () => {
  let element: WalletEmbed
  const sheet = document.createElement('style')
  const part = (selector: string) =>
    element.shadowRoot!.querySelector<HTMLElement>(selector) ?? expect.fail(selector)

  /** How each part looks: every property's value, and its box. */
  const look = (selectors: string[]) =>
    Object.fromEntries(
      selectors.map((selector) => {
        const one = part(selector)
        const style = getComputedStyle(one)
        const values = Object.fromEntries(
          [...style]
            .filter((name) => !name.startsWith('--'))
            .map((name) => [name, style.getPropertyValue(name)]),
        )
        const { x, y, width, height } = one.getBoundingClientRect()
        return [selector, { ...values, box: [x, y, width, height].map(Math.round).join() }]
      }),
    )
  const note = () => order(element.provider, { notices: { note: { text: 'Sent' } } })
  const CLOSED = ['.open', '.note']
  const OPEN = ['dialog', '.panel', 'iframe', 'dialog button']

  beforeEach(async () => {
    element = await fixture<WalletEmbed>(html`<wallet-embed wallet-url=${STAND_IN}></wallet-embed>`)
    await element.init()
  })
  afterEach(() => {
    sheet.remove()
    fixtureCleanup()
  })

  for (const style of STYLES) {
    it(`such as “${style}” change nothing of it, and it takes clicks`, async () => {
      await note()
      const closed = look(CLOSED)
      await element.show()
      await Promise.all(
        part('.panel')
          .getAnimations()
          .map(({ finished }) => finished),
      )
      const open = look(OPEN)
      element.hide()

      sheet.textContent = `html, body, body *, wallet-embed { ${style} }`
      document.head.append(sheet)
      await note()
      await settle()
      expect(look(CLOSED)).to.deep.equal(closed)
      const { x, y, width, height } = part('.open').getBoundingClientRect()
      const position = [x + width / 2, y + height / 2].map(Math.round) as [number, number]
      await sendMouse({ type: 'click', position })
      await until(() => element.isOpen)
      await Promise.all(
        part('.panel')
          .getAnimations()
          .map(({ finished }) => finished),
      )
      expect(look(OPEN)).to.deep.equal(open)
      const box = part('iframe').getBoundingClientRect()
      const hit = element.shadowRoot!.elementFromPoint(
        box.x + box.width / 2,
        box.y + box.height / 2,
      )
      expect(hit?.localName).to.equal('iframe')
    })
  }
})

/** Last: what is frozen stays so. */
describe("a page's objects", () => {
  const use = async () => {
    const wallet = createWallet()
    await wallet.init()
    const { request } = wallet.provider
    expect(await request({ method: 'eth_requestAccounts' })).to.deep.equal([ACCOUNT])
    await wallet.showWallet()
    const { code } = await request({ method: 'wallet_fly' }).then(
      () => expect.fail(),
      (error) => error,
    )
    expect(code).to.equal(4200)
    await wallet.cleanUp()
  }

  it('may inherit what the page adds, also to how lists are written as JSON', async () => {
    const toJSON = function (this: unknown[]) {
      return `[${this.join()}]`
    }
    Object.assign(Object.prototype, { added: () => {} })
    Object.assign(Array.prototype, { toJSON })
    try {
      await use()
    } finally {
      Reflect.deleteProperty(Object.prototype, 'added')
      Reflect.deleteProperty(Array.prototype, 'toJSON')
    }
  })

  it('may inherit from what the page has frozen', async () => {
    const all = [Object, Array, Promise, Map, Set, Function, Error, RegExp]
    for (const { prototype } of all) Object.freeze(prototype)
    await use()
  })
})
