import type { BrowserContext, Page } from 'playwright-core'

import { Demo, PATIENCE, type SharedWorld } from './support.js'

/** What the page and its frames complain of: errors in the console, refusals of a policy among them. */
export function listen(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return complaints
}

/** The demo page, listened to from its first moment. */
export async function openWatched(
  world: SharedWorld,
  context: BrowserContext,
): Promise<{ demo: Demo; complaints: string[] }> {
  context.setDefaultTimeout(PATIENCE)
  const page = await context.newPage()
  const complaints = listen(page)
  await page.goto(world.stack.urls.demo)
  const demo = new Demo(world, context, page)
  await demo.ready()
  return { demo, complaints }
}
