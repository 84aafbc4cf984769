/** Pages whose login windows are closed by tests, wherever those have come to. */
import type { CDPSession, Page } from 'playwright-core'

import { until } from '../support/until.js'
import { barePage } from './site.js'
import { windowOf as newWindowOf } from './support.js'

/**
 * A headless browser gives every window the focus. Others give it to the window that they open, and back to
 * this one when that is closed: so does `giveFocus`.
 */
export const FOCUS = `
  let hasFocus = true
  Document.prototype.hasFocus = () => hasFocus
  const { open } = window
  window.open = (...args) => {
    hasFocus = false
    return open.apply(window, args)
  }
  window.giveFocus = () => {
    hasFocus = true
    window.dispatchEvent(new Event('focus'))
  }`

/** A page with a `<login-button>` for each of these verifiers; what they report is in `outcomes`. */
export const clientPage = (wallet: string, ids: readonly string[]) =>
  barePage(`
  ${FOCUS}
  const outcomes = (window.outcomes = [])
  window.heard = []
  addEventListener('message', ({ data }) => window.heard.push(data.type))
  window.client = new lib.LoginClient({
    clientId: 'demo', uxMode: 'popup', walletUrls: { production: '${wallet}' },
  })
  client.on('login', () => outcomes.push('login'))
  await client.init()
  for (const provider of ${JSON.stringify(ids)}) {
    const button = document.createElement('login-button')
    button.setAttribute('provider', provider)
    button.client = client
    button.addEventListener('login-success', () => outcomes.push('key ' + client.privKey.length))
    button.addEventListener('login-error', ({ error }) => outcomes.push(error.code))
    document.body.append(button)
  }`)

/** The browser's own name of a page that is at rest: a window on its way elsewhere may never answer. */
async function idOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const { targetInfo } = await session.send('Target.getTargetInfo')
  await session.detach()
  return targetInfo.targetId
}

/** What `page` opened and is still there, as the browser sees it from its first moment. */
async function openedBy(page: Page, browser: CDPSession): Promise<string[]> {
  const own = await idOf(page)
  const { targetInfos } = await browser.send('Target.getTargets')
  const profile = targetInfos.find(({ targetId }) => targetId === own)?.browserContextId
  return targetInfos
    .filter(({ type, browserContextId }) => type === 'page' && browserContextId === profile)
    .map(({ targetId }) => targetId)
    .filter((id) => id !== own)
}

/** Closes the window that the page opened or is about to open, wherever it has come to; the page gets its focus back. */
export async function closeWindow(page: Page): Promise<void> {
  const browser = await page.context().browser()!.newBrowserCDPSession()
  const targetId = await until('a window to close', async () => {
    const [first, ...others] = await openedBy(page, browser)
    return !others.length && first
  })
  // Chromium loses the wish where the window is on its way elsewhere: then the person closes it again.
  await until('the end of the window', async () => {
    await browser.send('Target.closeTarget', { targetId }).catch(() => {})
    return !(await openedBy(page, browser)).includes(targetId)
  })
  await browser.detach()
  await page.evaluate('giveFocus()')
}

/** The window that a press opens: not one that was closed before, of which the browser may tell later. */
export const windowOf = (page: Page, press: () => Promise<void>): Promise<Page> =>
  newWindowOf(page, press, (one) => !one.isClosed() && one.url() !== 'about:blank')

/** What the page was told, in its order. */
export const outcome = (page: Page, index: number): Promise<unknown> =>
  page.waitForFunction(`window.outcomes[${index}]`).then((handle) => handle.jsonValue())
