import { toBase64Url, utf8 } from './encoding.js'

/**
 * The name by which the login service is asked whether a session was ended: a hash, so that who sees the question
 * cannot end the session, which takes its id.
 */
export async function sessionName(id: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', utf8(`wallet-embed/session/v1 ${id}`))
  return toBase64Url(new Uint8Array(digest))
}
