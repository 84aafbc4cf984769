/**
 * Input that nodes evaluate without a login, to prove their share. It can never give a person's key, since identities
 * begin with a different label.
 */
import { utf8 } from '../shared/encoding.js'

export const PROBE = utf8('wallet-embed/probe/v1')

/** Input for a node's statement about itself, which its share proves. @param text - As it is sent. */
export const statementInput = (text: string): Uint8Array =>
  utf8(`wallet-embed/statement/v1\n${text}`)
