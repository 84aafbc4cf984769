/** Whether a login may leave the page, or has left it. The code for such a login loads when needed. */
import { openStorage } from '../support/storage.js'

/** Storage key for the frame's state while the page is away. */
export const ITEM = 'wallet-embed:left'

/** Whether this frame can keep its state. */
export const canLeave = (): boolean => !!openStorage(false)

/** Whether a login left from here. An answer without one is ignored. */
export function hasLeft(): boolean {
  try {
    return !!openStorage(false)?.getItem(ITEM)
  } catch {
    return false
  }
}
