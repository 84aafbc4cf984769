/** A page of the demo in the fonts that the tests bring: what it measures is then not the machine's. */
import type { Page } from 'playwright-core'

import { fromRoot } from '../../scripts/vite/shared.js'
import { FONT_STYLES, FONTS, type Font, MONO } from '../support/fonts.js'

/** Serves the fonts to a page that is open, and has it know them. */
export async function bringFonts(page: Page): Promise<void> {
  await page.route('**/node_modules/@fontsource*/**', (route) =>
    route.fulfill({ path: fromRoot(new URL(route.request().url()).pathname.slice(1)) }),
  )
  for (const path of FONT_STYLES) await page.addStyleTag({ url: `/node_modules/${path}` })
}

/** Has the page drawn in a set of fonts, and waits until they are there. */
export async function writeIn(page: Page, set: Font): Promise<void> {
  await page.addStyleTag({
    content: `body { font-family: '${FONTS[set]}', '${FONTS.dejavu}' } :root { --mono: '${MONO}' }`,
  })
  // The first layout asks for the fonts.
  await page.evaluate(() => void document.body.offsetWidth)
  await page.waitForFunction(() => document.fonts.status === 'loaded')
}
