/** Text that an account signs to be named in a backend token. No message, transaction or typed data has these bytes. */
import { utf8 } from '../shared/encoding.js'

/** Begins like data of EIP-191, with an unused version byte. */
const LABEL = '\x19wallet-embed/possession/v1\0'

/**
 * @param audience - The token's audience: an origin, or a client id.
 * @param nonce - That of the token; empty for a grant.
 * @param holder - Thumbprint of the only key that can open the answer.
 */
export const possessionInput = (audience: string, nonce: string, holder: string): Uint8Array =>
  utf8(LABEL + JSON.stringify([audience, nonce, holder]))
