/** A page that has a person press before they have looked, or gets hold of a press that was meant for something else. */
import type { CDPSession } from 'playwright-core'

import { overlay, restyle, UNDO } from '../e2e/tricks.js'
import { claim } from './claim.js'
import { Asking, KINDS, pageWith } from './support/asking.js'

/** Nothing that is pressed counts under it, and everything arrives. */
const TINT = overlay('background:rgb(255 0 0 / 0.01);pointer-events:none')
/** A place in the page, beside the panel, and one in the panel, beside its buttons. */
const AWAY = { x: 1_200, y: 20 }
const ABOVE = 150

const CLOSE = `document.querySelector('wallet-embed').shadowRoot.querySelector('.panel ~ button')`
const FRAME = `document.querySelector('wallet-embed').shadowRoot.querySelector('iframe')`
/** The page's own button has the focus, and gives it to the wallet in the middle of what is typed. */
const PASS_FOCUS_ON = `${CLOSE}.focus(); addEventListener('keydown', () => ${FRAME}.focus(), { capture: true, once: true })`

interface Scene {
  asking: Asking
  devtools: CDPSession
  x: number
  y: number
}

/** By what input, and how. Each ends when the press has arrived. */
const TRICKS: Record<string, (scene: Scene) => Promise<unknown>> = {
  'has the pointer press where it never went, as when a window over it has closed': async (
    scene,
  ) => {
    await leave(scene)
    await press(scene, 1)
  },
  'gets the second half of a double click, whose first half closed a window over it': async (
    scene,
  ) => {
    await come(scene)
    await press(scene, 2)
  },
  'gets the third click of three': async (scene) => {
    await come(scene)
    await press(scene, 3)
  },
  'lets the mouse button be pressed before the question can be seen, and released after': async (
    scene,
  ) => {
    await come(scene)
    await whileTinted(scene, () => scene.asking.page.mouse.down())
    await scene.asking.page.mouse.up()
  },
  'lets a finger touch before the question can be seen, and lift after': async (scene) => {
    await whileTinted(scene, () => touch(scene, 'touchStart'))
    await touch(scene, 'touchEnd')
  },
  'lets the space bar be pressed before the question can be seen, and released after': async (
    scene,
  ) => {
    await focus(scene)
    await whileTinted(scene, () => scene.asking.page.keyboard.down('Space'))
    await scene.asking.page.keyboard.up('Space')
  },
  'lets Enter be held from before the question can be seen': async (scene) => {
    const { keyboard } = scene.asking.page
    await focus(scene)
    await whileTinted(scene, () => keyboard.down('Enter'))
    // Once more without a release: the key repeats.
    await keyboard.down('Enter')
    await keyboard.up('Enter')
  },
  'gives the wallet the focus while Enter goes down in the page': async (scene) => {
    await focus(scene)
    await scene.asking.run(PASS_FOCUS_ON)
    await scene.asking.page.keyboard.press('Enter')
  },
  'gives the wallet the focus while the space bar goes down in the page': async (scene) => {
    await focus(scene)
    await scene.asking.run(PASS_FOCUS_ON)
    await scene.asking.page.keyboard.press('Space')
  },
  'moves the panel under the pointer': async (scene) => {
    const { asking, x, y } = scene
    await asking.page.mouse.move(x + 100, y - 60)
    await asking.page.mouse.move(x + 100, y)
    await asking.run(restyle('.panel { translate: 100px 0 }'))
    await asking.page.mouse.click(x + 100, y)
  },
  'moves the panel under the pointer, downwards': async (scene) => {
    const { asking, x, y } = scene
    await asking.page.mouse.move(x - 60, y + 40)
    await asking.page.mouse.move(x, y + 40)
    await asking.run(restyle('.panel { translate: 0 40px }'))
    await asking.page.mouse.click(x, y + 40)
  },
  'clicks by a script': async ({ asking }) => {
    await asking.run(`${FRAME}.click()`)
    await asking.approve.evaluate((button) => (button as HTMLElement).click())
  },
  'dispatches the events of a pointer and a key': async ({ asking }) => {
    await asking.approve.evaluate((button) => {
      const init = { bubbles: true, composed: true, detail: 1, key: 'Enter' }
      for (const type of ['pointermove', 'pointerdown', 'pointerup', 'click']) {
        button.dispatchEvent(new PointerEvent(type, init))
      }
      for (const type of ['keydown', 'keypress', 'keyup']) {
        button.dispatchEvent(new KeyboardEvent(type, init))
      }
    })
  },
}

claim(
  'Only a press that a person began and ended here, on what could be seen, approves anything',
  ({ attack, before, after, afterEach }) => {
    let asking: Asking
    let devtools: CDPSession

    before(async () => {
      asking = await Asking.start()
      devtools = await asking.page.context().newCDPSession(asking.page)
    })
    after(() => asking?.stop())
    afterEach(async () => {
      await asking.undo()
    })

    for (const [row, kind] of KINDS.entries()) {
      // Each trick with one kind: the button that says yes is the same in all of them.
      const tricks = Object.entries(TRICKS).filter((_, at) => at % KINDS.length === row)
      for (const [name, trick] of tricks) {
        attack(`${pageWith(kind)} and ${name}`, 'The press is no answer', async () => {
          await asking.ask(kind)
          await asking.ready()
          const point = await asking.approve.boundingBox()
          const [x, y] = [point!.x + point!.width / 2, point!.y + point!.height / 2]
          await trick({ asking, devtools, x, y })
          await asking.assertUnanswered(name)
        })
      }
    }
  },
)

/** The pointer goes to the button, as a person's does. */
async function come({ asking: { page }, x, y }: Scene): Promise<void> {
  await page.mouse.move(x, y - ABOVE)
  await page.mouse.move(x, y)
}

async function leave({ asking: { page }, x, y }: Scene): Promise<void> {
  await page.mouse.move(x, y - ABOVE)
  await page.mouse.move(AWAY.x, AWAY.y)
}

/** Without a move before it. @param count - Which click in a row it is. */
async function press({ devtools, x, y }: Scene, count: number): Promise<void> {
  const event = { x, y, button: 'left', buttons: 1, clickCount: count } as const
  await devtools.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...event })
  await devtools.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...event })
}

async function touch({ devtools, x, y }: Scene, type: 'touchStart' | 'touchEnd'): Promise<void> {
  const touchPoints = type === 'touchStart' ? [{ x, y }] : []
  await devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
}

/** The button has the focus, and had it long enough for a key to count. */
async function focus({ asking }: Scene): Promise<void> {
  await asking.approve.focus()
  await asking.armed.waitFor()
}

/** What is done under a tint, and goes on once it is gone and a press counts. */
async function whileTinted({ asking }: Scene, act: () => Promise<unknown>): Promise<void> {
  await asking.run(TINT)
  await asking.disarmed.waitFor()
  await act()
  await asking.run(UNDO)
  await asking.armed.waitFor()
}
