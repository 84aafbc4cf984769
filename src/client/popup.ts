/** CSS pixels. */
const SIZE = { width: 420, height: 680 }

/**
 * Opens a window in the middle of the page's own. Only in a person's click, and before any await.
 *
 * @returns Null if the browser blocked it.
 */
export function openPopup(url: string, name = ''): Window | null {
  const { width, height } = SIZE
  const left = Math.max(0, screenX + (outerWidth - width) / 2)
  const top = Math.max(0, screenY + (outerHeight - height) / 2)
  const features = `popup,width=${width},height=${height},left=${left | 0},top=${top | 0}`
  return window.open(url, name, features)
}
