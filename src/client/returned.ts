/** A login that left the page and came back: the wallet's part of the page's URL. */

/** Last in the fragment, after the page's own part; a hash router may have put a slash before it. */
const RETURNED = /[#&]\/?wallet-embed-return=([\w.~-]+)$/

/** Takes it out of the URL, and nothing else: state and the rest of the fragment stay. */
export function takeReturned(): string | undefined {
  const { href } = location
  const match = RETURNED.exec(href)
  if (match) history.replaceState(history.state, '', href.slice(0, match.index))
  return match?.[1]
}
