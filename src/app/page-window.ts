/** A window that the page opened for its frame, in the person's click, and that waits at `#wait` of some path. */

/** Milliseconds between looks. */
const POLL = 150
/** Milliseconds for such a window to have arrived at the wallet. */
const FIND_TIMEOUT = 15_000

/**
 * Finds it by the name that the page says. Only while this frame has no click of its own: with one, asking for a
 * window might open another.
 *
 * @returns Nothing if the signal aborts or it does not come in time.
 */
export async function findWindow(
  name: string,
  path: string,
  signal: AbortSignal,
): Promise<Window | undefined> {
  const end = Date.now() + FIND_TIMEOUT
  while (!signal.aborted && Date.now() < end) {
    const found = navigator.userActivation?.isActive ? null : window.open('', name)
    if (found && isWaiting(found, path)) return found
    await new Promise((resolve) => setTimeout(resolve, POLL))
  }
  return undefined
}

/** Sends it on, from within: this frame's sandbox need not let it do so itself. */
export function sendOn(found: Window, url: string): void {
  const link = found.document.createElement('a')
  link.href = url
  found.document.documentElement.append(link)
  link.click()
}

function isWaiting(found: Window, path: string): boolean {
  try {
    const { origin, pathname, hash } = found.location
    const isOurs = origin === location.origin && pathname.endsWith(path) && hash === '#wait'
    // Its address is known a moment before there is anything in it.
    return isOurs && found.top === found && !!found.document.body
  } catch {
    return false
  }
}
