import type { BrowserContext } from 'playwright-core'

/** A request that waits: how far its page has come is known meanwhile. */
export interface Held {
  /** The browser has asked. */
  reached: Promise<void>
  release(): void
}

/** Holds the requests of pages, not of frames in them, that fit: all until they are released. */
export async function hold(context: BrowserContext, url: RegExp): Promise<Held> {
  let reach = () => {}
  let release = () => {}
  const reached = new Promise<void>((resolve) => {
    reach = resolve
  })
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await context.route(url, async (route) => {
    if (route.request().frame().parentFrame() === null) {
      reach()
      await released
    }
    // The page may be gone by then.
    await route.continue().catch(() => {})
  })
  return { reached, release }
}
