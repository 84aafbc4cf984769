/** Steps that a person takes in the wallet, for tests of pages: in English, at the local identity provider. */
import type { ElementHandle, FrameLocator, Locator, Page } from '@playwright/test'

/** Milliseconds that a question may take to come. */
const PATIENCE = 30_000
/** Milliseconds between looks. */
const LOOK = 50
/** Milliseconds after which a button that did not react is pressed again. */
const AGAIN = 3_000
/** Presses on one question. */
const MOST = 3

/** The contents of the wallet's frame. */
export const walletFrame = (page: Page): FrameLocator => page.frameLocator('wallet-embed iframe')

/** Whether the panel is open. */
const isOpen = (page: Page): Promise<boolean> =>
  page.locator('wallet-embed dialog').evaluate((dialog) => (dialog as HTMLDialogElement).open)

export interface SignInOptions {
  /**
   * Provider that the local identity provider stands in for, by its name on the wallet's button; `Google` by default.
   */
  provider?: string | undefined
}

/**
 * Signs in to the wallet of a page, by its button where the page has not asked yet, and closes the panel.
 *
 * @param email - Each address is a different person, and always the same one.
 */
export async function signIn(
  page: Page,
  email: string,
  { provider = 'Google' }: SignInOptions = {},
): Promise<void> {
  const wallet = page.locator('wallet-embed')
  if (!(await isOpen(page))) await wallet.getByRole('button', { name: 'Open wallet' }).click()
  const frame = walletFrame(page)
  const popup = later(page.waitForEvent('popup'))
  await pressProvider(frame, provider)
  await pickAccount(await popup, email)
  await wallet.and(page.locator(':state(logged-in)')).waitFor({ state: 'attached' })
  if (await isOpen(page)) await wallet.getByRole('button', { name: 'Close wallet' }).click()
}

/** Presses a provider's button on the wallet's sign-in screen: it may be behind "More ways". */
export async function pressProvider(wallet: Page | FrameLocator, provider: string): Promise<void> {
  const button = wallet.getByRole('button', { name: `Continue with ${provider}`, exact: true })
  const more = wallet.getByRole('button', { name: 'More ways', exact: true })
  await button.or(more).first().waitFor()
  if (!(await button.isVisible())) await pressButton(more)
  await pressButton(button)
}

/**
 * Signs in at the local identity provider: types the address, continues, and waits until the window closes. For
 * `LoginClient`, whose window starts there if the page names the provider; optional questions for new people are
 * skipped. If the wallet offers a session of this browser, it is accepted or declined to match the address.
 */
export async function pickAccount(popup: Page, email: string): Promise<void> {
  const address = popup.getByLabel('Any other e-mail address')
  const offer = popup.locator('we-continue-as')
  await address.or(offer).first().waitFor()
  if (await offer.isVisible()) {
    if (await offer.getByText(email, { exact: true }).isVisible()) {
      const closed = later(popup.waitForEvent('close'))
      await approve(popup, /^Continue/)
      await closed
      return
    }
    await offer.getByRole('button', { name: 'Another account' }).click()
  }
  await address.fill(email)
  const closed = later(popup.waitForEvent('close'))
  await popup.getByRole('button', { name: 'Continue', exact: true }).click()
  const notNow = popup.locator('we-recovery-welcome').getByRole('button', { name: 'Not now' })
  await Promise.race([closed, notNow.click().catch(() => {})])
  await closed
}

/**
 * Approves a request as a person does: reads to the end, confirms that a danger is known, and presses the button with
 * the mouse.
 *
 * @param wallet - The page with the wallet; or the wallet's frame, or its separate window.
 * @param name - Name of the button; `Approve` by default. A page that is not trusted with approvals shows `Continue in
 * a
 * window` instead: the request is then approved there.
 */
export async function approve(
  wallet: Page | FrameLocator,
  name: string | RegExp = 'Approve',
): Promise<void> {
  const place = await placeOf(wallet, name)
  const yes = await ready(place, name)
  // Keep this button's handle: the next question has a new button.
  const own = (await yes.elementHandle())!
  await pressButton(yes)
  for (let presses = 1; ; presses++) {
    // A disabled button means that the press counted. Otherwise the browser dropped the press, which may happen just
    // after something moved.
    const isWaiting =
      !(await isGone(own)) &&
      (await own.getAttribute('aria-disabled').catch(() => null)) === 'false'
    if (!isWaiting) return
    if (presses === MOST) throw new Error(`None of ${MOST} presses on “${name}” counted.`)
    await pressButton(own).catch(() => {})
  }
}

/**
 * Moves the pointer to a button and presses it: the wallet ignores a click without a movement. A browser may send a
 * press to the page instead of a frame that has just opened, so this presses again if the frame saw no click.
 */
export async function pressButton(button: Locator | ElementHandle): Promise<void> {
  const element = 'ownerFrame' in button ? button : await button.elementHandle()
  const heard = await element?.evaluateHandle(() => {
    const heard = { click: false }
    addEventListener('click', () => (heard.click = true), { capture: true, once: true })
    return heard
  })
  for (let presses = 0; presses < MOST; presses++) {
    await button.hover({ position: { x: 16, y: 20 } })
    await button.click()
    // An error means that the press closed the window or navigated the frame.
    if (await heard?.evaluate(({ click }) => click).catch(() => true)) return
  }
  throw new Error(`The wallet heard none of ${MOST} presses.`)
}

/** An event that follows a press. If the press fails, its error counts, and not that the event did not come either. */
function later<T>(event: Promise<T>): Promise<T> {
  event.catch(() => {})
  return event
}

/** Whether the button disappears in time, and so its question was answered. */
const isGone = (element: ElementHandle): Promise<boolean> =>
  element.waitForElementState('hidden', { timeout: AGAIN }).then(
    () => true,
    // Other errors mean that the window has closed.
    (error: Error) => error.name !== 'TimeoutError',
  )

/** Rejects the wallet's question. */
export async function reject(wallet: Page | FrameLocator): Promise<void> {
  const place = await placeOf(wallet, 'Reject')
  await pressButton(place.getByRole('button', { name: 'Reject', exact: true }))
}

/**
 * The button that agrees, once a press on it would count: the person has read on where a question is longer than the
 * panel, and said that they know a danger. Which are longer, the machine's fonts decide: no test does.
 */
export async function ready(
  wallet: Page | FrameLocator,
  name: string | RegExp = 'Approve',
): Promise<Locator> {
  const yes = wallet.getByRole('button', { name, exact: true })
  const isReady = yes.and(wallet.locator('[aria-disabled=false]'))
  const readOn = wallet.getByRole('button', { name: 'Read on', exact: true })
  const isSure = wallet.getByRole('checkbox', { name: 'I know the danger', checked: false })
  const next = isReady.or(readOn).or(isSure).first()
  await until(`A button “${name}” that counts`, async () => {
    await next.waitFor()
    if (await isReady.isVisible()) return true
    // The buttons disappear once the end was seen and the danger confirmed.
    for (const step of [readOn, isSure]) {
      await step.evaluateAll((all) => {
        for (const one of all) (one as HTMLElement).click()
      })
    }
    return undefined
  })
  return yes
}

/** Waits until the panel does not move: a press could miss. */
export async function still(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .querySelector('wallet-embed')
      ?.shadowRoot?.getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getComputedTiming().iterations === Infinity,
      ),
  )
}

/**
 * Takes a question to the wallet's own window, once the panel has come to rest. One without an opener is no popup of the
 * page's, but one more page of the browser's.
 */
export async function continueInWindow(page: Page): Promise<Page> {
  const button = walletFrame(page).getByRole('button', { name: 'Continue in a window' })
  await button.waitFor()
  await still(page)
  const known = new Set(page.context().pages())
  await pressButton(button)
  const isNew = (one: Page) => !known.has(one) && isWindow(one)
  return until('The window', async () => page.context().pages().find(isNew))
}

/**
 * Where a question can be answered: in the page's frame, also if the page adds its tag later; in the window that its
 * button opens; or in a window that the page has opened already, which Playwright's browsers always allow.
 *
 * @throws {Error} If no question comes in time.
 */
async function placeOf(
  wallet: Page | FrameLocator,
  name: string | RegExp,
): Promise<Page | FrameLocator> {
  if (!('goto' in wallet) || isWindow(wallet)) return wallet
  const frame = walletFrame(wallet)
  const button = frame.getByRole('button', { name, exact: true })
  const onward = frame.getByRole('button', { name: 'Continue in a window' })
  // The wallet's own page, as at its address or for a login, has no tag.
  const ownPage = wallet.locator('body:not(:has(wallet-embed))')
  const inOwnPage = ownPage.getByRole('button', { name, exact: true })
  return until(`The question for “${name}”`, async () => {
    if (await button.isVisible()) return frame
    if (await inOwnPage.isVisible()) return wallet
    if (await onward.isVisible()) return continueInWindow(wallet)
    // A window with an answered question may take a moment to close.
    for (const one of wallet.context().pages().filter(isWindow)) {
      const asked = one.getByRole('button', { name, exact: true })
      if (await asked.isVisible().catch(() => false)) return one
    }
    return undefined
  })
}

/** A wallet window for a request. Without an opener, it begins at `/begin`. */
const isWindow = (page: Page): boolean =>
  !page.isClosed() && /\/(begin|confirm)(#|$)/.test(page.url())

/** Repeats until there is a result. */
async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + PATIENCE
  while (Date.now() < end) {
    const found = await look()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, LOOK))
  }
  throw new Error(`${what} did not come within ${PATIENCE / 1000} s.`)
}
