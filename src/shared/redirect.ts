/** How a redirect login's result travels in a URL: as the fragment. The page itself keeps its earlier fragment. */

/** @param result - A compact JWE. */
export const addResult = (url: string, state: string, result: string): string =>
  `${url}#wallet-login=${state}.${result}`

/** The result in a URL's fragment, which a hash router may have put a slash before; both are absent without one. */
export function readResultIn(hash: string): {
  state?: string | undefined
  result?: string | undefined
} {
  const [, state, result] = /^#\/?wallet-login=([\w-]+)\.([\w.-]+)$/.exec(hash) ?? []
  return { state, result }
}
