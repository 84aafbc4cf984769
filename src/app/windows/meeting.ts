/** How a window that a page opened for its frame reports to the frame, and is dismissed. */
import { meetingName, WAITS_HERE } from '../../protocol/meeting.js'
import { send } from '../../protocol/windows.js'

/** Milliseconds between two words. */
const POLL = 100
/** Event that closes a waiting window. Only documents of this origin can dispatch it there. */
const LEAVE = 'wallet-leave'

/**
 * Tells the frame repeatedly that this window is here. Closes the window when the frame asks for it.
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

/**
 * In the frame: closes the window. The event makes it close itself, since WebKit does not let a sandboxed frame close
 * it.
 */
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
    // The meeting document is missing, or has not loaded the wallet's page yet.
    return undefined
  }
}
