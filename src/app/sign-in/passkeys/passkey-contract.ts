/**
 * What a passkey window and whoever opened it say to each other, over a port between two documents of the
 * wallet's own origin, of one build. The secret travels as a JWE for the other's signer.
 */
import type { WireError } from '../../../shared/errors.js'
import type { PublicJwk } from '../../../shared/jwe.js'
import type { LoginUserInfo } from '../../../shared/options.js'
import type { LookParams } from '../../appearance/look.js'

/** For whom, in which look, and what: to sign somebody in, or to make a passkey for who is. */
export type PasskeyTask = { site: string | null; look: LookParams } & (
  | { name: 'signIn' /** The secret is encrypted to this. */; key: PublicJwk }
  | { name: 'add' /** The secret, for the window's key. */; jwe: string; userInfo: LoginUserInfo }
)

/** What the window asks of its opener. */
export type PasskeyContract = {
  /** The first request, with the key of the window's signer. */
  begin: { params: { key: PublicJwk }; result: PasskeyTask }
  /** Somebody signed in; null: the passkey was made. */
  done: { params: { jwe: string; userInfo: LoginUserInfo } | null; result: null }
  /** Neither, for this reason. */
  failed: { params: WireError; result: null }
}
