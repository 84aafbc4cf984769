/** What is asked can be read and answered in any window: at 400 % of zoom too (WCAG 1.4.10), by mouse and by keyboard alone. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

import { Asking, type Kind } from '../attacks/support/asking.js'
import { after, before, describe, it } from '../support/suite.js'
import { until } from '../support/until.js'
import { walletFrame } from './support.js'

/** CSS pixels, and what is asked there: what 1280 x 1024 leaves at 400 %, and a phone. */
const SIZES: [width: number, height: number, asked: Kind[]][] = [
  [320, 256, ['a message', 'a transaction', 'typed data']],
  [390, 640, ['a transaction']],
]
/** More than there are stops in a question, several times over. */
const MANY = 80

interface AxeResult {
  violations: { id: string; nodes: { html: string }[] }[]
}

/** Milliseconds that the focus rests on Approve before a key counts there. */
const RESTING = 500

describe('a question in a small window', () => {
  let asking: Asking
  let axe: string

  before(async () => {
    axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
    asking = await Asking.start()
  })
  after(() => asking?.stop())

  for (const [width, height, asked] of SIZES) {
    for (const kind of asked) {
      it(`of ${width} x ${height} that is about ${kind} can be approved by the keyboard alone`, async () => {
        await ask(kind, width, height)
        await byKeyboard()
        await approved()
      })

      it(`of ${width} x ${height} that is about ${kind} can be read and approved by the mouse`, async () => {
        await ask(kind, width, height)
        await byMouse(width, height)
        await approved()
      })
    }

    it(`of ${width} x ${height} fits its width, and has nothing that axe finds`, async () => {
      await ask('a transaction', width, height)
      const wide = await asking.frame.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('we-shell > *')]
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map(({ localName }) => localName),
      )
      assert.deepEqual(wide, [])
      await asking.frame.evaluate(axe)
      const { violations } = (await asking.frame.evaluate('axe.run()')) as AxeResult
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
      assert.deepEqual(found, [])
      await asking.reject()
    })
  }

  async function ask(kind: Kind, width: number, height: number): Promise<void> {
    await asking.page.setViewportSize({ width, height })
    await asking.ask(kind)
    // What it costs is worked out.
    await walletFrame(asking.page).locator('.wait, .pending').first().waitFor({ state: 'detached' })
    // Where reading begins, for each question anew.
    await walletFrame(asking.page).locator('h1:focus').waitFor()
  }

  const approved = () => asking.page.waitForFunction("window.outcome === 'approved'")

  /** What has the focus, and whether a press on it would count. */
  const focused = () =>
    asking.frame.evaluate(async () => {
      // Where the focus goes it scrolls to, and what then came into sight is known a frame later.
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
      let active = document.activeElement
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
      return { name: active?.textContent?.trim(), isReady: active?.ariaDisabled !== 'true' }
    })

  /** On from stop to stop, and no press but on what says what is wanted. */
  async function byKeyboard(): Promise<void> {
    const { keyboard } = asking.page
    let moved = 0
    const goOn = async () => {
      await keyboard.press('Tab')
      moved = performance.now()
    }
    for (let stop = 0; stop < MANY; stop++) {
      const { name } = await focused()
      if (name === 'Read on') await keyboard.press('Enter')
      else if (name === 'Approve') {
        const readOn = walletFrame(asking.page).getByRole('button', { name: 'Read on' })
        await asking.armed.or(readOn).first().waitFor({ state: 'attached' })
        if ((await focused()).isReady) {
          await until('the focus to rest', () => performance.now() - moved > RESTING)
          await keyboard.press('Enter')
          return
        }
        await goOn()
      } else await goOn()
    }
    assert.fail('Approve could not be reached.')
  }

  /** Down as a wheel goes, to the end, and a press there. */
  async function byMouse(width: number, height: number): Promise<void> {
    const { mouse } = asking.page
    const panel = await asking.page.locator('wallet-embed iframe').boundingBox()
    await mouse.move(panel!.x + panel!.width / 2, panel!.y + panel!.height / 2)
    for (let turn = 0; turn < MANY; turn++) {
      const box = await asking.approve.boundingBox()
      const isInView =
        !!box && box.y >= 0 && box.y + box.height <= height && box.x + box.width <= width
      const isRead = !(await walletFrame(asking.page)
        .getByRole('button', { name: 'Read on' })
        .count())
      if (isInView && isRead) {
        await asking.armed.waitFor()
        await asking.approve.click()
        return
      }
      await mouse.wheel(0, 60)
    }
    assert.fail('Approve could not be reached.')
  }
})
