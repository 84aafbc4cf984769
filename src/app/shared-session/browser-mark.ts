/**
 * A mark that browsers drop when they close: a cookie without an expiry. What is to end with the browser is kept with
 * the mark of its time.
 */
import { randomId } from '../../shared/encoding.js'

/** With the prefix no other host of the domain can set it; it needs TLS. */
const isSecure = location.protocol === 'https:'
const NAME = `${isSecure ? '__Host-' : ''}wallet-embed-browser`

/** @returns The mark of this run of the browser; nothing where there is none, or cookies are denied. */
export function browserMark(): string | undefined {
  const marks = document.cookie.split('; ').filter((cookie) => cookie.startsWith(`${NAME}=`))
  return marks[0]?.slice(NAME.length + 1)
}

/** The same, made if there is none. */
export function makeBrowserMark(): string | undefined {
  const secure = isSecure ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: not all supported browsers have the Cookie Store API
  if (!browserMark()) document.cookie = `${NAME}=${randomId()}; Path=/; SameSite=Strict${secure}`
  return browserMark()
}
