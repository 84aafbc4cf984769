/** The operator's mail server, for sign-in by e-mail. */
import { WalletError } from '../../../shared/errors.js'
import { readKey } from '../../keys/share-file.js'
import { MAILS_A_MINUTE } from '../../login/email/limits.js'
import { createMailer, type Mailer, MailSettings } from '../../login/email/mailer.js'
import { parse, readJson } from '../../platform/files.js'
import { type Given, type Option, text } from './options.js'

const SETTINGS_VARIABLE = 'WALLET_EMBED_MAIL'
const PASSWORD_VARIABLE = 'WALLET_EMBED_MAIL_PASSWORD'

export const MAIL: Record<string, Option> = {
  mail: {
    help: `mail server that sends codes; ${SETTINGS_VARIABLE} without it`,
    value: 'file',
    fallback: null,
  },
  'mail-password-file': {
    help: `its password; ${PASSWORD_VARIABLE}, or in the settings, without it`,
    value: 'file',
    fallback: null,
  },
  'mail-limit': {
    help: 'codes by e-mail a minute, for all together',
    value: 'n',
    fallback: String(MAILS_A_MINUTE),
  },
}

/** @throws {WalletError} `INVALID_ARGUMENT` */
export async function readMailer(given: Given): Promise<Mailer | undefined> {
  const settings = await readSettings(text(given, 'mail'))
  if (!settings) return undefined
  const password = await readKey(text(given, 'mail-password-file'), PASSWORD_VARIABLE)
  return createMailer({ ...settings, ...(password && { password }) })
}

async function readSettings(file: string): Promise<MailSettings | undefined> {
  if (file) return readJson(file, MailSettings)
  const value = process.env[SETTINGS_VARIABLE]
  if (!value) return undefined
  let settings: unknown
  try {
    settings = JSON.parse(value)
  } catch {
    throw new WalletError('INVALID_ARGUMENT', `${SETTINGS_VARIABLE}: is no JSON.`)
  }
  return parse(MailSettings, settings, 'INVALID_ARGUMENT', `${SETTINGS_VARIABLE}: `)
}
