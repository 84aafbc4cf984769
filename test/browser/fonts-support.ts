/** Fonts of test pages: see docs/testing.md. */
import { type FontSet, fontStyles } from '../support/fonts.js'
import { settle } from './support.js'

/** The style that `web-test-runner.config.mjs` puts into each page. */
const fontStyle = () => document.querySelector<HTMLStyleElement>('#font')!

/** Whether all fonts are wanted in all languages (`npm run test:all -- fonts`). */
export const areAllWanted = (): boolean => fontStyle().dataset.isAll === 'true'

/** Tags of the languages that screens are drawn in; `undefined`: all. */
export const wantedLanguages = (): string[] | undefined =>
  fontStyle().dataset.languages?.match(/[^,]+/g)?.map(String)

/** The set of fonts that this run is in, unless a test wants another. */
export const ownFont = (): FontSet => fontStyle().dataset.set as FontSet

/** Has everything drawn in other fonts. */
export async function writeIn(set: FontSet): Promise<void> {
  fontStyle().textContent = fontStyles(set)
  await fontsLoaded()
}

/** The browser asks for a font when it first lays out a text in it. */
export async function fontsLoaded(): Promise<void> {
  await settle()
  await document.fonts.ready
  await settle()
}
