/**
 * Where a frame of the wallet's and a window that its page opened for it find each other: an empty document of the wallet's
 * that the page's library puts into the page. The frame leaves itself there, and the window looks for it. No other way
 * holds in all browsers. A frame with a sandbox may not look for a window by its name: Firefox refuses, and WebKit opens
 * another one. And no window can reach a frame in a shadow tree.
 */
export const MEETING_PATH = 'meet'
/** Of that document's `window`: the frame. Only documents of the wallet's origin can read or write it. */
export const WAITS_HERE = 'walletFrame'

/** @param name - The window's. */
export const meetingName = (name: string): string => `${name}-meet`
