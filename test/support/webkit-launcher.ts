/**
 * Runs test pages in WebKitGTK, one after the other in a single tab, which has the focus. Its type and methods are
 * those of the WebDriver launcher, so that the runner's mouse and keyboard commands work.
 */
import type { BrowserLauncher } from '@web/test-runner-core'

import type { Browser } from '../engines/drivers/driver.js'
import { type WebKitTab, webkitgtk } from '../engines/drivers/webkitgtk.js'

/** WebDriver's names of keys. */
const KEYS: Record<string, string> = {
  Enter: '\uE007',
  Escape: '\uE00C',
  Shift: '\uE008',
  Tab: '\uE004',
}
const LEFT = 0
const NOWHERE = 'about:blank'

export function webkitLauncher(): BrowserLauncher & Record<string, unknown> {
  let browser: Browser | undefined
  let tab: WebKitTab
  /** The session whose page is shown. */
  let shown = ''
  const move = (x: number, y: number) => ({ type: 'pointerMove', duration: 0, x, y })
  const press = (type: 'pointerDown' | 'pointerUp') => ({ type, button: LEFT })
  const mouse = (...actions: object[]) => tab.act([{ type: 'pointer', id: 'mouse', actions }])

  return {
    name: 'WebKitGTK',
    type: 'webdriver',
    concurrency: 1,
    async initialize() {
      browser = await webkitgtk.launch('plain')
      tab = (await browser.open(NOWHERE)) as WebKitTab
    },
    async stop() {
      await browser?.close()
    },
    async startSession(id, url) {
      shown = id
      await tab.go(url)
    },
    startDebugSession: () => Promise.reject(new Error('There is no window to look at.')),
    isActive: (id) => id === shown,
    getBrowserUrl: () => tab.read<string>('location.href'),
    async stopSession() {
      shown = ''
      await tab.go(NOWHERE)
      return {}
    },
    sendMouseMove: (_: string, x: number, y: number) => mouse(move(x, y)),
    sendMouseClick: (_: string, x: number, y: number) =>
      mouse(move(x, y), press('pointerDown'), press('pointerUp')),
    sendMouseDown: () => mouse(press('pointerDown')),
    sendMouseUp: () => mouse(press('pointerUp')),
    sendKeys: (_: string, keys: string[]) =>
      tab.act([
        {
          type: 'key',
          id: 'keys',
          actions: keys
            .map((key) => KEYS[key] ?? key)
            .flatMap((value) => [
              { type: 'keyDown', value },
              { type: 'keyUp', value },
            ]),
        },
      ]),
  }
}
