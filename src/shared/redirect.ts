/**
 * How a redirect login's result rides in a URL: as the last parameter of the fragment, after whatever
 * the page itself keeps there (hash routers do), so that it can be taken out again without a trace.
 */
const PARAMETER = 'wallet-login'
const PATTERN = new RegExp(`[#&]${PARAMETER}=([\\w-]+)\\.([\\w.-]+)$`)

/** @param result - A compact JWE. */
export function addResult(url: string, state: string, result: string): string {
  return `${url}${url.includes('#') ? '&' : '#'}${PARAMETER}=${state}.${result}`
}

/** The result in `url`, if any, and the URL as it was before. */
export function takeResult(url: string): { url: string; state?: string; result?: string } {
  const match = PATTERN.exec(url)
  if (!match) return { url }
  const [, state, result] = match as unknown as [string, string, string]
  return { url: url.slice(0, match.index), state, result }
}
