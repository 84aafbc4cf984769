/** What in a page's parameters names a file or a page. */
const URLS = /^(logo(Dark|Light|Hover)|tncLink|privacyPolicy|contactLink)$/
/** From all parameters to a link in one language, or to a logo of one login. */
const DEPTH = 3

/**
 * Makes the page's URLs absolute, since the wallet has a different base. Invalid URLs stay, for the wallet to refuse.
 */
export function withFullUrls<T>(value: T, isUrl = false, depth = DEPTH): T {
  if (isUrl && typeof value === 'string') {
    const { baseURI } = document
    return (value && URL.canParse(value, baseURI) ? `${new URL(value, baseURI)}` : value) as T
  }
  if (!depth || Object.getPrototypeOf(value ?? 0) !== Object.prototype) return value
  const entries = Object.entries(value as object).map(([key, part]) => [
    key,
    withFullUrls(part, isUrl || URLS.test(key), depth - 1),
  ])
  return Object.fromEntries(entries) as T
}
