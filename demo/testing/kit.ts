/** What a person does with the wallet, for tests of pages that have one: in English, at the local identity provider. */
import type { FrameLocator, Locator, Page } from '@playwright/test'

/** What is inside the wallet's frame. */
export const walletFrame = (page: Page): FrameLocator => page.frameLocator('wallet-embed iframe')

/** Whether a yes or a no is waited for: in the panel of a page. */
const isOpen = (page: Page): Promise<boolean> =>
  page.locator('wallet-embed dialog').evaluate((dialog) => (dialog as HTMLDialogElement).open)

export interface SignInOptions {
  /** Whom the local identity provider stands in for, as the wallet's button names it; `Google` by default. */
  provider?: string
}

/**
 * Signs in to the wallet of a page, by its button where the page has not asked yet, and closes the panel.
 *
 * @param email - Each is another person, and always the same one.
 */
export async function signIn(
  page: Page,
  email: string,
  { provider = 'Google' }: SignInOptions = {},
): Promise<void> {
  const wallet = page.locator('wallet-embed')
  if (!(await isOpen(page))) await wallet.getByRole('button', { name: 'Open wallet' }).click()
  const frame = walletFrame(page)
  const popup = page.waitForEvent('popup')
  await frame.getByRole('button', { name: `Continue with ${provider}`, exact: true }).click()
  await pickAccount(await popup, email)
  await wallet.and(page.locator(':state(logged-in)')).waitFor()
  if (await isOpen(page)) await wallet.getByRole('button', { name: 'Close wallet' }).click()
}

/**
 * At the local identity provider: types the address, continues, and sees the window close. For `LoginClient`, whose
 * window begins there when the page names the provider; what it asks somebody new can wait.
 */
export async function pickAccount(popup: Page, email: string): Promise<void> {
  await popup.getByLabel('Any other e-mail address').fill(email)
  const closed = popup.waitForEvent('close')
  await popup.getByRole('button', { name: 'Continue', exact: true }).click()
  const notNow = popup.locator('we-recovery-welcome').getByRole('button', { name: 'Not now' })
  await Promise.race([closed, notNow.click().catch(() => {})])
  await closed
}

/**
 * Agrees to what the wallet asks, as a person does: reads to the end, ticks that a danger is known, and goes to the
 * button with the mouse.
 *
 * @param wallet - The page that has the wallet; or the wallet itself: its frame, or a window of its own.
 * @param name - The button's; `Approve` by default. A page that is not trusted with approvals has `Continue in a window`
 *   in its place: the answer is then given there.
 */
export async function approve(
  wallet: Page | FrameLocator,
  name: string | RegExp = 'Approve',
): Promise<void> {
  const place = await placeOf(wallet, name)
  const yes = await ready(place, name)
  // A mouse comes from somewhere: one that presses where it was not seen to go is none.
  await yes.hover({ position: { x: 16, y: 20 } })
  await yes.click()
}

/** Refuses what the wallet asks. */
export async function reject(wallet: Page | FrameLocator): Promise<void> {
  const place = await placeOf(wallet, 'Reject')
  await place.getByRole('button', { name: 'Reject', exact: true }).click()
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
  await next.waitFor()
  while (!(await isReady.isVisible())) {
    // They go away when the end is seen, and when it is ticked.
    for (const step of [readOn, isSure]) {
      await step.evaluateAll((all) => {
        for (const one of all) (one as HTMLElement).click()
      })
    }
    await next.waitFor()
  }
  return yes
}

/**
 * Takes a question to the wallet's own window, once the panel has come to rest: a press would miss what still moves. One
 * without an opener is no popup of the page's, but one more page of the browser's.
 */
export async function continueInWindow(page: Page): Promise<Page> {
  const button = walletFrame(page).getByRole('button', { name: 'Continue in a window' })
  await button.waitFor()
  await page.waitForFunction(() =>
    document
      .querySelector('wallet-embed')
      ?.shadowRoot?.getAnimations()
      .every(({ playState }) => playState !== 'running'),
  )
  const [opened] = await Promise.all([page.context().waitForEvent('page'), button.click()])
  return opened
}

/** Where a question can be answered: in the frame of a page, or in the window that it leads to. */
async function placeOf(
  wallet: Page | FrameLocator,
  name: string | RegExp,
): Promise<Page | FrameLocator> {
  if (!('goto' in wallet) || !(await wallet.locator('wallet-embed').count())) return wallet
  const frame = walletFrame(wallet)
  const onward = frame.getByRole('button', { name: 'Continue in a window' })
  await frame.getByRole('button', { name, exact: true }).or(onward).first().waitFor()
  return (await onward.isVisible()) ? continueInWindow(wallet) : frame
}
