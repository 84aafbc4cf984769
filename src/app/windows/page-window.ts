/** A window that the page opened for its frame in the person's click; it waits at a path's `#wait`. */
import { MEETING_PATH, meetingName, WAITS_HERE } from '../../protocol/meeting.js'
import { listen } from '../../protocol/windows.js'
import { dismiss } from './meeting.js'

/** Milliseconds between looks. */
const POLL = 100
/** Milliseconds until the window must have arrived at the wallet. */
const FIND_TIMEOUT = 15_000

/**
 * Waits for a window that the page opened (`protocol/meeting.ts`). The page gives only a name, and is not trusted: the
 * browser proves that the window has this origin, and the window's own URL and name prove that it is the one waiting.
 *
 * @returns Undefined if the signal aborts, or if no window comes in time.
 */
export function findWindow(
  name: string,
  path: string,
  signal: AbortSignal,
): Promise<Window | undefined> {
  const ended = AbortSignal.any([signal, AbortSignal.timeout(FIND_TIMEOUT)])
  return new Promise((resolve) => {
    let found: Window | undefined
    const source = (sender: MessageEventSource | null) => {
      found = waitingAt(sender, name, path)
      return found ?? null
    }
    const end = () => {
      stop()
      clearInterval(waiting)
      ended.removeEventListener('abort', end)
      resolve(found)
    }
    const stop = listen('here', { source, origin: location.origin }, end)
    // A document that loads in the meeting window loses the note, so it is left again and again.
    const waiting = setInterval(() => waitAt(name), POLL)
    ended.addEventListener('abort', end)
    if (ended.aborted) end()
    else waitAt(name)
  })
}

/** Closes the window once it is found. */
export async function closeWindow(
  name: string,
  path: string,
  signal = new AbortController().signal,
): Promise<void> {
  const found = await findWindow(name, path, signal)
  if (found) dismiss(found)
}

/** Navigates the window from within, since this frame's sandbox may not allow it. */
export function sendOn(found: Window, url: string): void {
  const link = found.document.createElement('a')
  link.href = url
  found.document.documentElement.append(link)
  link.click()
}

/** Registers this frame in the meeting document, where the window looks for it. */
function waitAt(name: string): void {
  try {
    const place = Reflect.get(parent, meetingName(name)) as Window
    const isPlace = place.location.pathname.endsWith(`/${MEETING_PATH}`)
    if (isPlace) Reflect.set(place, WAITS_HERE, window)
  } catch {
    // The meeting frame is missing, still loading, or the page has navigated it.
  }
}

/** The sender, if it is a window of this origin that waits under this name. */
function waitingAt(
  sender: MessageEventSource | null,
  name: string,
  path: string,
): Window | undefined {
  try {
    const found = sender as Window
    const { origin, pathname, hash } = found.location
    const isOurs = origin === location.origin && pathname.endsWith(path) && hash === '#wait'
    return isOurs && found.top === found && found.name === name ? found : undefined
  } catch {
    return undefined
  }
}
