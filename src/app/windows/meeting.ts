/** How a window that a page opened for its frame reports to the frame, and is dismissed. */
import { meetingName, WAITS_HERE } from '../../protocol/meeting.js'
import { send } from '../../protocol/windows.js'

/** Milliseconds between two words. */
const POLL = 100
/** An event at such a window. Only documents of this origin can dispatch it there. */
const LEAVE = 'wallet-leave'

/**
 * Tells the frame again and again, as soon as it can be found, that this window is here. It goes when it is told to.
 *
 * @returns Stops telling.
 */
export function showUp(): () => void {
  addEventListener(LEAVE, () => window.close())
  const tell = () => {
    const frame = findFrame()
    if (frame) send(frame, location.origin, 'here', {})
  }
  tell()
  const telling = setInterval(tell, POLL)
  return () => clearInterval(telling)
}

/** In the frame: closes such a window, from within, since WebKit does not let a frame with a sandbox close it. */
export function dismiss(opened: Window): void {
  try {
    opened.dispatchEvent(new Event(LEAVE))
  } catch {
    // It is elsewhere.
  }
  opened.close()
}

function findFrame(): Window | undefined {
  try {
    return Reflect.get(Reflect.get(window.opener, meetingName(window.name)), WAITS_HERE)
  } catch {
    // There is no such document, or it is still the page's.
    return undefined
  }
}
