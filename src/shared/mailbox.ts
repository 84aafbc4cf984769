import { toBase64Url, utf8 } from './encoding.js'

/**
 * The name under which a login's answer lies in the login service's mailbox: a hash, so that the service
 * does not learn the `state`, which both ends know and nobody else.
 */
export async function letterId(state: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', utf8(`wallet-embed/mailbox/v1 ${state}`))
  return toBase64Url(new Uint8Array(digest))
}
