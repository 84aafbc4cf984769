/** Parameters of the page that are URLs. */
const URLS = /^(logo(Dark|Light|Hover)|tncLink|privacyPolicy|contactLink)$/
/** Levels to search: enough for the colours of a theme, or the texts of one language. */
const DEPTH = 4

/**
 * Makes the page's URLs absolute, since the wallet has a different base. Invalid URLs stay, for the wallet to refuse.
 * The copy has no proxies, such as Vue makes of all objects of its state: a port cannot carry them.
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
