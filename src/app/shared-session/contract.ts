/**
 * Messages between a window of the wallet's and the frame that opened it, about the browser's session, over a port
 * between two documents of the wallet's origin and the same build. The secret travels as a JWE for the receiver's
 * signer.
 */
import type { PublicJwk } from '../../shared/jwe.js'
import type { LoginUserInfo } from '../../shared/options.js'
import type { LookParams } from '../appearance/look.js'

/** A session as it is sent between windows. */
export interface Carried {
  /** The secret, for one signer alone. */
  jwe: string
  userInfo: LoginUserInfo
  /** The same id on all sites that the session is carried to. */
  id: string
  /** Unix time in milliseconds; the same wherever it is carried to. */
  expires: number
  /** Whether the person has said that they have the recovery phrase. */
  isSaved: boolean
  /** Minutes without use after which the wallet locks itself; 0: never. */
  lockAfter: number
}

/** How a window keeps it. */
export interface Keeping {
  /** First account of the session. */
  address: `0x${string}`
  /** Unix time in milliseconds: until it expires, or would be locked unless it were used. */
  until: number
  /** Whether the session outlives the browser's run, as the site's own session does (`useLocalStorage`). */
  isLasting: boolean
}

/** `#keep`: the window keeps the session that has just begun. Its requests to the frame. */
export type KeepContract = {
  /** Sends the public key of the window's signer. */
  begin: { params: { key: PublicJwk }; result: Carried & Keeping }
  done: { params: null; result: null }
}

/** The window of a sign-in asks whether to continue with the session that it keeps instead. Its requests to the frame. */
export type ContinueContract = {
  begin: { params: null; result: ContinueTask }
  done: { params: Carried; result: null }
  /** The person declined, so the window goes on to the provider. */
  declined: { params: null; result: null }
}

export interface ContinueTask {
  /** Verified origin of the page around the frame. */
  site: string
  look: LookParams
  /** The secret is encrypted to this. */
  key: PublicJwk
}
