import { sendKeys } from '@web/test-runner-commands'

import { until } from './support.js'

/**
 * Waits until keys reach this page. It shares the focus with the wallet's frame on a different site, which the browser
 * hands over in its own time: a key that comes earlier is lost. Shift does nothing where it arrives.
 */
export async function keysArrive(): Promise<void> {
  let isHeard = false
  const hear = () => {
    isHeard = true
  }
  addEventListener('keydown', hear, { capture: true, once: true })
  await until('a key', async () => {
    await sendKeys({ press: 'Shift' })
    return isHeard
  })
}

/** Presses a key that this page hears. */
export async function pressKey(press: string): Promise<void> {
  await keysArrive()
  await sendKeys({ press })
}
