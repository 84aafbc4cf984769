/** Adds a passkey for the signed-in person. */
import type { InitParams } from '../../../protocol/messages.js'
import { WalletError } from '../../../shared/errors.js'
import type { LoginUserInfo } from '../../../shared/options.js'
import { lookParams } from '../../appearance/look.js'
import type { Accounts } from '../../session/accounts.js'
import type { Signer } from '../../signer/signer.js'

export interface PasskeyOwner {
  readonly site: string | null
  readonly params: InitParams
  readonly own: Accounts
  readonly life: { readonly current: { readonly userInfo: LoginUserInfo } | undefined }
}

/**
 * Makes a passkey to sign in faster, or to get back in: here or, in a frame, in a window of the wallet's. Call it in
 * the click.
 *
 * @throws {WalletError} `NOT_LOGGED_IN`; errors of `addByWindow`.
 */
export async function addPasskey(owner: PasskeyOwner): Promise<void> {
  const { site, own, life } = owner
  const userInfo = life.current?.userInfo
  // The passkey is for all accounts; the first one identifies them.
  const address = own.first
  if (!address || !userInfo) throw new WalletError('NOT_LOGGED_IN')
  const ask: Signer['ask'] = (method, params) => own.sign(method, params, address)
  const person = { addresses: [address], userInfo }
  if (!site) {
    const { wrap } = await import('./wrap.js')
    return wrap({ ask }, person)
  }
  const { addByWindow } = await import('./passkey-frame.js')
  const look = lookParams(owner.params)
  const { signal } = new AbortController()
  await addByWindow({ signer: { ask }, site, look, adds: person, signal })
}
