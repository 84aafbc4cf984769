/** What nodes evaluate without a login, to show their share. No person's key comes of it: identities begin with a different label. */
import { utf8 } from '../shared/encoding.js'

export const PROBE = utf8('wallet-embed/probe/v1')

/** Of a node's statement on itself, which its share proves. @param text - As it is sent. */
export const statementInput = (text: string): Uint8Array =>
  utf8(`wallet-embed/statement/v1\n${text}`)
