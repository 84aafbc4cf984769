/**
 * What a passkey window and whoever opened it say to each other, over a port between two documents of the
 * wallet's own origin, of one build. The secret travels as a JWE for the other's signer.
 */
import type { WireError } from '../../shared/errors.js'
import type { PublicJwk } from '../../shared/jwe.js'
import type { LoginUserInfo } from '../../shared/options.js'
import type { LookParams } from '../look.js'

/** What the window asks of its opener. */
export type PasskeyContract = {
  /** The first request: for whom, in which look, and the key that the secret is encrypted to. */
  begin: { params: null; result: { site: string | null; look: LookParams; key: PublicJwk } }
  /** Somebody signed in. */
  done: { params: { jwe: string; userInfo: LoginUserInfo }; result: null }
  /** Nobody did, for this reason. */
  failed: { params: WireError; result: null }
}

/** Name of the parameter in the fragment of such a window's URL: the nonce of its greeting. */
export const PASSKEY_PARAMETER = 'passkey'
