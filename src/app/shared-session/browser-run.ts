/**
 * Tells whether the browser was closed since: by a cookie that ends then. Only the wallet's own windows have it; frames
 * in other sites do not. It is random, and used for nothing but this.
 */
import { randomId } from '../../shared/encoding.js'

const SECURITY = location.protocol === 'https:' ? '; Secure' : ''
/** The prefix keeps other hosts from setting it (RFC 6265bis). It takes TLS. */
const NAME = `${SECURITY && '__Host-'}wallet-embed-run`

/** Undefined before the first `markRun`, and if the browser denies cookies. */
export const currentRun = (): string | undefined =>
  document.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(`${NAME}=`))
    ?.slice(NAME.length + 1)

/** @returns The mark of this run of the browser. @throws {Error} Where the browser denies cookies. */
export function markRun(): string {
  const mark = currentRun() ?? randomId()
  // biome-ignore lint/suspicious/noDocumentCookie: Not all browsers have the Cookie Store API.
  document.cookie = `${NAME}=${mark}; Path=/; SameSite=Strict${SECURITY}`
  if (currentRun() !== mark) throw new Error('The browser denies cookies to the wallet.')
  return mark
}
