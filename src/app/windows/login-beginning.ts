/**
 * How a login or a question without an opener begins, and what is known of the document that began it.
 *
 * A fragment proves nothing: any holder of a window's handle can replace it at any moment, and the document stays the
 * same, referrer included. `/begin` is cross-origin isolated (COOP `same-origin` and COEP): from the moment it loads,
 * no other window has a handle on it. So its fragment is what the initiator wrote, and its referrer names that
 * initiator. It notes both in this tab's storage, under a random name, and `/login` or `/confirm` goes on from there.
 */
import * as z from 'zod/mini'

import { readItem } from '../support/storage.js'

/** URL parameter with the id of the note that `/begin` left. */
export const BEGUN = 'begun'
/** One note per tab: a tab begins one login at a time. */
export const BEGUN_ITEM = 'wallet-embed:begun'
/** The wallet in a page, in any version. */
const FRAME_PATH = /^\/(v\/[^/]+\/)?frame$/

const Beginning = z.object({
  id: z.string(),
  fragment: z.string(),
  /**
   * URL of the document that began the login; empty if the browser hides it, or if other windows could have changed the
   * fragment.
   */
  initiator: z.string(),
})
export type NotedBeginning = z.infer<typeof Beginning>
export type Beginning = Pick<NotedBeginning, 'fragment' | 'initiator'>

/** In `/login` and `/confirm`: reads how the login or question began. A reload reads the same note. */
export function readBeginning(hash: string): Beginning {
  const id = new URLSearchParams(hash.slice(1)).get(BEGUN)
  if (id === null) return { fragment: hash, initiator: '' }
  const noted = readItem(BEGUN_ITEM, Beginning, false)
  return noted?.id === id ? noted : { fragment: '', initiator: '' }
}

/** Whether the wallet in some page began it. */
export function isByFrame({ initiator }: Beginning): boolean {
  const url = URL.canParse(initiator) ? new URL(initiator) : undefined
  return url?.origin === location.origin && FRAME_PATH.test(url.pathname)
}

/** Whether a document of this origin began it. */
export const isByOrigin = ({ initiator }: Beginning, origin: string): boolean =>
  URL.canParse(initiator) && new URL(initiator).origin === origin
