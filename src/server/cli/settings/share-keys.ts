/** The keys of a share's file and of its backup. */
import { WalletError } from '../../../shared/errors.js'
import { checkKey, readKey } from '../../keys/share-file.js'
import { type Given, text } from '../options/options.js'
import { VARIABLES } from '../options/tables.js'

/** The share's key. @throws {WalletError} `INVALID_ARGUMENT` without a key: shares are never stored in clear. */
export const shareKey = (given: Given): Promise<string> =>
  needed(givenShareKey(given), 'share', VARIABLES.shareKey)

/** The key of a file that may be in clear. */
export const givenShareKey = (given: Given): Promise<string | undefined> =>
  readKey(text(given, 'share-key-file'), VARIABLES.shareKey)

/** @throws {WalletError} `INVALID_ARGUMENT` */
export const backupKey = (given: Given): Promise<string> =>
  needed(
    readKey(text(given, 'backup-key-file'), VARIABLES.backupKey),
    'backup',
    VARIABLES.backupKey,
  )

async function needed(
  key: Promise<string | undefined>,
  of: 'share' | 'backup',
  variable: string,
): Promise<string> {
  const found = await key
  if (found === undefined) {
    throw new WalletError('INVALID_ARGUMENT', `No key: give --${of}-key-file or set ${variable}.`)
  }
  checkKey(found, of)
  return found
}
