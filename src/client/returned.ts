/** A login that left the page and came back: the wallet's part of the page's URL. */

/** Last in the fragment, after whatever the page itself keeps there. */
const RETURNED = /[#&]wallet-embed-return=([\w.~-]+)$/

/** Takes it out of the URL, and nothing else: state and the rest of the fragment stay. */
export function takeReturned(): string | undefined {
  const { href } = location
  const match = RETURNED.exec(href)
  if (match) history.replaceState(history.state, '', href.slice(0, match.index))
  return match?.[1]
}

/** Whether the page may leave for `url`: the wallet's own login page, nothing else. */
export function isLoginUrl(url: unknown, base: URL): url is string {
  if (typeof url !== 'string' || !URL.canParse(url)) return false
  const { origin, pathname } = new URL(url)
  return origin === base.origin && ['/login', `${base.pathname}login`].includes(pathname)
}
