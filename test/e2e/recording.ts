/** What a page got to see, recorded so that a test can search it. */
import type { BrowserContext, Page } from 'playwright-core'

declare global {
  interface Window {
    /** Everything that windows and ports said to this page, as JSON. */
    said: string[]
  }
}

/**
 * Runs in the page before any script of its own: notes each message, on the window and on every port.
 * As text: what compiles this test would put helpers of its own into a function.
 */
export const RECORD_MESSAGES = `
  if (window.top === window) {
    window.said = []
    const note = (event) => window.said.push(JSON.stringify(event.data) ?? '')
    window.addEventListener('message', note, true)
    const add = EventTarget.prototype.addEventListener
    MessagePort.prototype.addEventListener = function (type, ...rest) {
      if (type === 'message') add.call(this, 'message', note)
      return add.call(this, type, ...rest)
    }
  }
`

/** Notes the ID tokens that the login service hands out to this browser, and every URL it asks for. */
export function recordNetwork(context: BrowserContext, loginService: string) {
  const noted = { idTokens: [] as string[], urls: [] as string[] }
  context.on('request', (asked) => noted.urls.push(decodeURIComponent(asked.url())))
  context.on('response', async (response) => {
    if (response.url() !== `${loginService}/token`) return
    const { idToken } = (await response.json().catch(() => ({}))) as { idToken?: string }
    if (idToken) noted.idTokens.push(idToken)
  })
  return noted
}

/** All that the page was told, keeps, and shows of itself. */
export const seenBy = (page: Page): Promise<string> =>
  page.evaluate(() =>
    JSON.stringify([
      window.said,
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      location.href,
    ]),
  )
