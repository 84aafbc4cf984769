/** The operator's mail server, for sign-in by e-mail. */
import { readKey } from '../../keys/share-file.js'
import { createMailer, type Mailer, MailSettings } from '../../login/email/mailer.js'
import { type Given, text } from '../options/options.js'
import { VARIABLES } from '../options/tables.js'
import { readSetting } from './read-setting.js'

/** @throws {WalletError} `INVALID_ARGUMENT` */
export async function readMailer(given: Given): Promise<Mailer | undefined> {
  const settings = await readSetting(text(given, 'mail'), VARIABLES.mail, MailSettings)
  if (!settings) return undefined
  const password = await readKey(text(given, 'mail-password-file'), VARIABLES.mailPassword)
  return createMailer({ ...settings, ...(password && { password }) })
}
