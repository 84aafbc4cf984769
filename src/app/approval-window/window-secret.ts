/**
 * A secret from a frame to the approval window that it opens, where the page's policy severs the two. It is in the
 * fragment of `/begin`, which no other window can read or write.
 */
import { BEGUN_ITEM, isByFrame, readBeginning } from '../windows/login-beginning.js'

/** The secret follows. */
export const ASK = '#ask='
const SECRET = /^[\w-]{43}$/

/** In the frame: the URL at which an approval window starts. It is relative, so that a build opens its own pages. */
export const askingUrl = (secret: string): string =>
  `${new URL(`begin${ASK}${secret}`, location.href)}`

/** In `/confirm`: the secret of the frame that opened this window, once; nothing if none did. */
export function takeSecret(hash: string): string | undefined {
  const beginning = readBeginning(hash)
  const secret = beginning.fragment.slice(ASK.length)
  const isAsking = beginning.fragment.startsWith(ASK) && SECRET.test(secret)
  if (!isByFrame(beginning) || !isAsking) return undefined
  // After a reload the conversation cannot go on: the letters' numbers would start again.
  sessionStorage.removeItem(BEGUN_ITEM)
  return secret
}
