/** Makes a passkey for the signed-in person. */
import { msg } from '@lit/localize'
import { shortAddress } from '../../../chain/values/addresses.js'
import { toBase64Url } from '../../../shared/encoding.js'
import { WalletError } from '../../../shared/errors.js'
import type { LoginUserInfo } from '../../../shared/options.js'
import type { Signer } from '../../signer/signer.js'
import { type Person, personName } from '../person.js'
import { createPasskey } from './ceremony.js'
import { discard } from './discard.js'
import { keepPasskey } from './known-passkeys.js'

/**
 * Makes a passkey that opens the account which is unlocked, and keeps it in this browser.
 *
 * @throws {WalletError} `USER_REJECTED`; `PASSKEY_UNAVAILABLE`, also where the browser denies storage.
 */
export async function wrap(signer: Signer, { addresses, userInfo }: Person): Promise<void> {
  const address = addresses[0]!
  const { credentialId, output } = await createPasskey(
    'device',
    nameOf({ address, userInfo }),
    msg('Wallet'),
  )
  try {
    const wrapped = await signer.ask('wrap', { credentialId, output }, 0, address)
    if (!keepPasskey({ credentialId, kind: 'device', address, userInfo, wrapped })) {
      throw new WalletError('PASSKEY_UNAVAILABLE', 'The browser denies storage to the wallet.')
    }
  } catch (error) {
    await discard(toBase64Url(credentialId))
    throw error
  } finally {
    output.fill(0)
  }
}

/** The label of an account in a list of several. */
export const nameOf = ({
  address,
  userInfo,
}: {
  address: string
  userInfo: LoginUserInfo
}): string => personName(userInfo) || shortAddress(address)
