/** `/login#passkey`: signs in with a passkey for a frame, or makes a passkey for its account. */
import type { TemplateResult } from 'lit'

import { Peer } from '../../protocol/peer.js'
import { toWire, WalletError } from '../../shared/errors.js'
import type { Appearance } from '../appearance/appearance.js'
import { addPasskey, signInWithPasskey } from '../screens/sign-in/passkey-login.js'
import type { PasskeyContract } from '../sign-in/passkeys/passkey-contract.js'
import type { Signer } from '../signer/signer.js'
import { greet, PASSKEY_PARAMETER } from '../windows/own-window.js'

/** Milliseconds that the opener may take to answer; it is in the same browser. */
const ANSWER_TIME = 15_000

/**
 * Does the passkey task of the window's opener.
 *
 * @throws {WalletError} `STATE_MISMATCH` if there is no opener of the wallet's that waits for this.
 */
export async function runPasskeyWindow(
  hash: string,
  appearance: Appearance,
  show: (content: TemplateResult) => void,
  signer: Signer,
): Promise<void> {
  const nonce = new URLSearchParams(hash.slice(1)).get(PASSKEY_PARAMETER) ?? ''
  const frame = new Peer<PasskeyContract>(await greet(nonce))
  const { id, key } = await signer.ask('prepare', { keep: false })
  const task = await frame.request('begin', { key }, ANSWER_TIME)
  await appearance.apply(task.look)
  const dialog = { signer, site: task.site, application: '', locale: appearance.look.locale, show }
  try {
    if (task.name === 'add') {
      const unlocked = await signer.ask('take', { id, jwe: task.jwe })
      await addPasskey(dialog, { ...unlocked, userInfo: task.userInfo })
      await signer.ask('lock', {})
      await frame.request('done', null, ANSWER_TIME)
      return
    }
    const person = await signInWithPasskey(dialog, false)
    if (!person) throw new WalletError('USER_REJECTED')
    const jwe = await signer.ask('give', { key: task.key })
    await signer.ask('lock', {})
    await frame.request('done', { jwe, userInfo: person.userInfo }, ANSWER_TIME)
  } catch (error) {
    await frame.request('failed', toWire(error), ANSWER_TIME)
  }
}
