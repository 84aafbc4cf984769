/**
 * Where a frame of the wallet and a window that its page opened for it find each other: an empty wallet document that
 * the library puts into the page. The frame stores a reference to itself there, and the window looks for it. No other
 * way works in all browsers. A sandboxed frame may not look up a window by its name: Firefox refuses, and WebKit opens
 * a new one. And no window can reach a frame in a shadow tree.
 */
export const MEETING_PATH = 'meet'
/**
 * Property of that document's `window` that holds the frame. Only documents of the wallet's origin can read or write
 * it.
 */
export const WAITS_HERE = 'walletFrame'

/** @param name - Name of the window. */
export const meetingName = (name: string): string => `${name}-meet`
