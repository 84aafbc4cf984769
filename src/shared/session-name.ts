import { sha256Of } from './encoding.js'

/**
 * The name by which the login service is asked whether a session was ended: a hash, so that who sees the question
 * cannot end the session, which takes its id.
 */
export const sessionName = (id: string): Promise<string> =>
  sha256Of(`wallet-embed/session/v1 ${id}`)
