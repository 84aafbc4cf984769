/**
 * Messages between a passkey window and its opener, over a port between two documents of the wallet's origin and the
 * same build. The secret travels as a JWE for the receiver's signer.
 */
import type { WireError } from '../../../shared/errors.js'
import type { PublicJwk } from '../../../shared/jwe.js'
import type { LoginUserInfo } from '../../../shared/options.js'
import type { LookParams } from '../../appearance/look.js'

/** The site, the look, and the task: to sign in, or to make a passkey for the signed-in account. */
export type PasskeyTask = { site: string | null; look: LookParams } & (
  | { name: 'signIn' /** The secret is encrypted to this. */; key: PublicJwk }
  | { name: 'add' /** The secret, for the window's key. */; jwe: string; userInfo: LoginUserInfo }
)

/** Requests from the window to its opener. */
export type PasskeyContract = {
  /** The first request, with the key of the window's signer. */
  begin: { params: { key: PublicJwk }; result: PasskeyTask }
  /** The signed-in person; null if a passkey was only made. */
  done: { params: { jwe: string; userInfo: LoginUserInfo } | null; result: null }
  /** Neither, for this reason. */
  failed: { params: WireError; result: null }
}
