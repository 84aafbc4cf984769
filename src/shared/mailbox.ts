import { toBase64Url, utf8 } from './encoding.js'

/**
 * The id of a login's answer in the login service's mailbox: a hash, so that the service does not learn the `state`,
 * which only both ends know.
 */
export async function letterId(state: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', utf8(`wallet-embed/mailbox/v1 ${state}`))
  return toBase64Url(new Uint8Array(digest))
}
