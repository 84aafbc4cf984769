/** The floating button goes where the person puts it. */
import { expect, fixtureCleanup } from '@open-wc/testing'
import {
  emulateMedia,
  executeServerCommand,
  sendKeys,
  setViewport,
} from '@web/test-runner-commands'

import type { WalletEmbed } from '../../components/wallet-embed/wallet-embed.js'
import { part, ready } from './element-support.js'
import { pressKey } from './keys.js'
import { until } from './support.js'

const KEPT = 'wallet-embed-button'

const devtools = (method: string, params: object) =>
  executeServerCommand<boolean, object>('devtools', { method, params })
const button = (element: WalletEmbed) => part(element, '.open')
const rectOf = (element: WalletEmbed) => button(element).getBoundingClientRect()
const centreOf = (element: WalletEmbed) => {
  const { left, top, width } = rectOf(element)
  return { x: left + width / 2, y: top + width / 2 }
}

/** By a finger. @param end - How: lifted, or taken by the system. */
async function drag(element: WalletEmbed, x: number, y: number, end = 'touchEnd') {
  const from = centreOf(element)
  const touch = (type: string, touchPoints: object[]) =>
    devtools('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', [from])
  await until('the finger to be followed', async () => {
    await touch('touchMove', [{ x, y }])
    const at = centreOf(element)
    return Math.abs(at.x - x) < 1 && Math.abs(at.y - y) < 1
  })
  await touch(end, [])
  await until('the button to rest', () => !button(element).style.translate)
}

describe('a floating button', () => {
  afterEach(fixtureCleanup)

  it('is not on paper', async () => {
    const element = await ready()
    await emulateMedia({ media: 'print' })
    expect(button(element).checkVisibility()).to.be.false
    await emulateMedia({ media: 'screen' })
    expect(button(element).checkVisibility()).to.be.true
  })
})

describe('a floating button that is moved', () => {
  beforeEach(async () => {
    localStorage.removeItem(KEPT)
    await setViewport({ width: 800, height: 600 })
  })

  afterEach(() => {
    fixtureCleanup()
    localStorage.removeItem(KEPT)
  })

  it('stays at the edge where a finger left it, also at the next load, and does not open', async () => {
    const element = await ready()
    await drag(element, 700, 400)
    expect(element.isOpen).to.be.false
    const { right, bottom } = rectOf(element)
    expect([right, Math.round(bottom / 6)]).to.deep.equal([800 - 24, 71])
    fixtureCleanup()
    const next = await ready()
    expect(rectOf(next).bottom).to.equal(bottom)
    // The page's own wish comes second.
    next.buttonPosition = 'top-left'
    expect([rectOf(next).right, rectOf(next).bottom]).to.deep.equal([right, bottom])
    button(next).click()
    expect(next.isOpen).to.be.true
  })

  it('follows the mouse, and a press that hardly moves is a press', async () => {
    const element = await ready()
    const mouse = (type: string, x: number, y: number) =>
      devtools('Input.dispatchMouseEvent', {
        type,
        x,
        y,
        button: 'left',
        buttons: 1,
        clickCount: 1,
      })
    const { x, y } = centreOf(element)
    await mouse('mousePressed', x, y)
    await mouse('mouseMoved', x + 4, y + 4)
    await mouse('mouseReleased', x + 4, y + 4)
    await until('the panel', () => element.isOpen)
    element.hide()
    await mouse('mousePressed', x, y)
    await mouse('mouseMoved', 60, 100)
    await mouse('mouseReleased', 60, 100)
    await until('the button to rest', () => rectOf(element).top < 100)
    expect(rectOf(element).left).to.equal(24)
    expect(element.isOpen).to.be.false
  })

  it('goes to a corner by Shift and the arrow keys, and leaves them alone without it', async () => {
    const element = await ready()
    button(element).focus()
    const before = rectOf(element)
    await pressKey('ArrowUp')
    expect(rectOf(element)).to.deep.equal(before)
    const corners: string[] = []
    for (const key of ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft']) {
      await sendKeys({ down: 'Shift' })
      await sendKeys({ press: key })
      await sendKeys({ up: 'Shift' })
      const { left, top } = rectOf(element)
      corners.push(`${top < 300 ? 'top' : 'bottom'}-${left < 400 ? 'left' : 'right'}`)
    }
    expect(corners).to.deep.equal(['top-left', 'top-right', 'bottom-right', 'bottom-left'])
    expect(element.shadowRoot!.activeElement === button(element)).to.be.true
  })

  it('goes back when the system takes the finger', async () => {
    const element = await ready()
    const before = rectOf(element)
    await drag(element, 700, 100, 'touchCancel')
    expect(rectOf(element)).to.deep.equal(before)
    expect(localStorage.getItem(KEPT)).to.equal(null)
  })

  it('is in the window when that got smaller, and where storage holds anything', async () => {
    const element = await ready()
    await drag(element, 700, 320)
    await setViewport({ width: 320, height: 256 })
    const { top, right, bottom } = rectOf(element)
    expect(top >= 0 && right <= 320 && bottom <= 256).to.be.true
    for (const kept of ['{', '7', 'null', '["nowhere", 4]', '["top-left", "red"]', '[]']) {
      fixtureCleanup()
      localStorage.setItem(KEPT, kept)
      const { left } = rectOf(await ready())
      expect(left, kept).to.equal(24)
    }
  })

  it('is under the finger, and stays at its height, where the page has a zoom', async () => {
    document.body.style.zoom = '2'
    try {
      const element = await ready()
      await drag(element, 700, 320)
      const { right, bottom } = rectOf(element)
      expect([right, Math.round(bottom / 6)]).to.deep.equal([800 - 48, 63])
    } finally {
      document.body.style.zoom = ''
    }
  })

  it('has its distance from each axis, and its size, from the page’s style', async () => {
    const element = await ready()
    element.style.setProperty('--wallet-embed-offset-y', '80px')
    element.style.setProperty('--wallet-embed-button-size', '44px')
    const { left, bottom, width, height } = rectOf(element)
    expect([left, bottom, width, height]).to.deep.equal([24, 600 - 80, 44, 44])
    element.style.setProperty('--wallet-embed-offset-x', '8px')
    expect(rectOf(element).left).to.equal(8)
    await element.show()
    const [panel, close] = ['.panel', '.panel ~ button'].map((one) =>
      part(element, one).getBoundingClientRect(),
    )
    expect(panel!.bottom <= close!.top && panel!.top >= 0).to.be.true
  })
})
