import { sha256Of } from './encoding.js'

/**
 * The id of a login's answer in the login service's mailbox: a hash, so that the service does not learn the `state`,
 * which only both ends know.
 */
export const letterId = (state: string): Promise<string> =>
  sha256Of(`wallet-embed/mailbox/v1 ${state}`)
