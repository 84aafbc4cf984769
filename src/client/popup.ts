import { popupFeatures } from '../protocol/windows.js'

/** CSS pixels. */
const WIDTH = 420
const HEIGHT = 680

/**
 * Opens a window in the middle of the page's own. Only in a person's click, and before any await.
 *
 * @returns Null if the browser blocked it.
 */
export const openPopup = (url: string, name = ''): Window | null =>
  window.open(url, name, popupFeatures(WIDTH, HEIGHT))
