/** The login window, where a recovery phrase is typed: for the frame that opened it, or for itself. */
import { html } from 'lit'
import '../screens/sign-in/recovery-entry.js'

import { send } from '../../protocol/windows.js'
import { WalletError } from '../../shared/errors.js'
import type { Appearance } from '../appearance/appearance.js'
import type { Look } from '../appearance/look.js'
import { isAnyKept } from '../shared-session/kept-session.js'
import type { Person } from '../sign-in/person.js'
import { readAsked, restoreHere, sealSecret } from '../sign-in/recovery.js'
import type { Signer } from '../signer/signer.js'
import { sameOriginOpener } from '../windows/login-initiator.js'
import { screen } from './login-screen.js'

/**
 * For the frame that opened this window. The secret goes to that window only, by message at the wallet's own origin;
 * never to the mailbox, which the maker of a forged request could read.
 *
 * @returns Whether it was handed over; else the person went back, or continued with the browser's session.
 * @throws {WalletError} `STATE_MISMATCH` if a frame of the wallet's did not ask.
 */
export async function restoreForFrame(hash: string, appearance: Appearance): Promise<boolean> {
  const asked = readAsked(hash)
  const frame = sameOriginOpener()
  if (!asked || !frame) throw new WalletError('STATE_MISMATCH')
  const { state, key, continues } = asked
  if (continues && isAnyKept()) {
    const { offerSession } = await import('./continue-window.js')
    // If the offer fails, ask for the words.
    const offered = await offerSession(state, appearance).catch(() => 'nothing')
    if (offered === 'continued') return false
  }
  const { look } = appearance
  const isGiven = await enter(look, async (secret) => {
    send(frame, location.origin, 'callback', { state, query: await sealSecret(secret, key) })
    return true
  })
  return isGiven ?? false
}

/** For a login client. @returns Undefined if the person went back. */
export const restoreForClient = (signer: Signer, look: Look): Promise<Person | undefined> =>
  enter(look, (secret) => restoreHere(signer, secret))

async function enter<T>(
  look: Look,
  use: (secret: Uint8Array) => Promise<T>,
): Promise<T | undefined> {
  return new Promise((resolve) => {
    const onSecret = async (secret: Uint8Array) => resolve(await use(secret))
    screen({
      look,
      content: html`<we-recovery-entry .onSecret=${onSecret} .onCancel=${() => resolve(undefined)}></we-recovery-entry>`,
    })
    void document.querySelector('we-recovery-entry')?.focusHeading()
  })
}
