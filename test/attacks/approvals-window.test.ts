/** A page that gets hold of a press in the wallet's own window: by another window on top of it, which goes away. */
import assert from 'node:assert/strict'
import type { CDPSession, Page } from 'playwright-core'

import { ready } from '../e2e/support.js'
import { claim } from './claim.js'
import { Asking, REQUESTS } from './support/asking.js'

interface Scene {
  popup: Page
  devtools: CDPSession
  x: number
  y: number
}

const TRICKS: Record<string, (scene: Scene) => Promise<void>> = {
  'has a window over it close under the pointer, which presses without having moved': (scene) =>
    press(scene, 1),
  'has the first half of a double click close a window over it, and the second land there': async (
    scene,
  ) => {
    await come(scene)
    await press(scene, 2)
  },
  'has the third click of three land there': async (scene) => {
    await come(scene)
    await press(scene, 3)
  },
}

claim(
  'In the wallet’s own window, too, only a press that was meant for it approves anything',
  ({ attack, before, after, afterEach }) => {
    let asking: Asking

    before(async () => {
      // No observer: what signs is asked in a window.
      asking = await Asking.start(async (context) => {
        await context.addInitScript('delete IntersectionObserverEntry.prototype.isVisible')
      })
    })
    after(() => asking?.stop())
    afterEach(async () => {
      await asking.reject()
    })

    const tricks = Object.entries(TRICKS)
    for (const [row, kind] of REQUESTS.entries()) {
      // One trick each: the button that says yes is the same in all of them.
      const [name, trick] = tricks[row % tricks.length]!
      attack(`A page asks for ${kind} and ${name}`, 'The press is no answer', async () => {
        // The page's library opens it: to the browser, what is evaluated is as good as a click.
        const opening = asking.page.waitForEvent('popup')
        await asking.ask(kind, 'Reject')
        const popup = await opening
        assert.equal(await asking.approve.count(), 0, 'in the frame')
        const approve = await ready(popup)
        const box = (await approve.boundingBox())!
        const devtools = await popup.context().newCDPSession(popup)
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
        await trick({ popup, devtools, x, y })
        // It begins the wait anew, and the question stays.
        await approve.and(popup.locator('[aria-disabled=true]')).waitFor()
        assert.equal(await asking.page.evaluate('window.outcome'), 'pending')
        const closed = popup.waitForEvent('close')
        await popup.close()
        await closed
      })
    }
  },
)

/** The pointer goes to the button, as a person's does. */
async function come({ popup, x, y }: Scene): Promise<void> {
  await popup.mouse.move(x, y - 100)
  await popup.mouse.move(x, y)
}

/** Without a move before it. @param count - Which click in a row it is. */
async function press({ devtools, x, y }: Scene, count: number): Promise<void> {
  const event = { x, y, button: 'left', buttons: 1, clickCount: count } as const
  await devtools.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...event })
  await devtools.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...event })
}
