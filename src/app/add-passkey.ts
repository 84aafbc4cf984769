/** A passkey for who is signed in. */
import type { InitParams } from '../protocol/messages.js'
import { WalletError } from '../shared/errors.js'
import type { LoginUserInfo } from '../shared/options.js'
import type { Signer } from './signer/signer.js'

export interface PasskeyOwner {
  readonly site: string | null
  readonly params: InitParams
  /** Of the first account, which stands for all of them. */
  readonly address: `0x${string}` | undefined
  readonly userInfo: LoginUserInfo | undefined
  /** Asks the signer, once the session is unlocked. */
  readonly ask: Signer['ask']
}

/**
 * Makes a passkey with which the person can sign in faster, or get back in: here, or, in a frame, in a
 * window of the wallet's. Call it in the click.
 *
 * @throws {WalletError} `NOT_LOGGED_IN`; what `askPasskeyWindow` throws.
 */
export async function addPasskey(owner: PasskeyOwner): Promise<void> {
  const { address, userInfo, site, ask } = owner
  if (!address || !userInfo) throw new WalletError('NOT_LOGGED_IN')
  const person = { addresses: [address], userInfo }
  if (!site) {
    const { wrap } = await import('./passkeys/passkey-login.js')
    return wrap({ ask }, person)
  }
  const { askPasskeyWindow } = await import('./passkeys/passkey-frame.js')
  const { theme, language, whiteLabel } = owner.params
  const look = { theme, language, whiteLabel }
  const { signal } = new AbortController()
  await askPasskeyWindow({ signer: { ask }, site, look, adds: person, signal })
}
